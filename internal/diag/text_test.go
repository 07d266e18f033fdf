package diag

import (
	"bytes"
	"strings"
	"testing"
)

func printText(t *testing.T, source string, f Finding) string {
	t.Helper()
	var out bytes.Buffer
	read := func(string) ([]byte, bool) { return []byte(source), true }
	if err := Print(&out, "text", []Finding{f}, Options{Source: read}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func at(line, col int) Pos { return Pos{File: "spec/protocol.yaml", Line: line, Col: col} }

func TestTextShowsTheLineAndACaret(t *testing.T) {
	got := printText(t, "emqgen: 1\nprotocl: x\n", Finding{
		Pos: at(2, 1), Rule: "unknown-key", Message: `unknown key "protocl"`, Help: `did you mean "protocol"?`,
		Related: []Related{{Pos: at(1, 9), Message: "the format is here"}},
	})
	want := `spec/protocol.yaml:2:1: unknown key "protocl" (unknown-key)
    2 | protocl: x
      | ^
  spec/protocol.yaml:1:9: the format is here
    1 | emqgen: 1
      |         ^
       = help: did you mean "protocol"?
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestHelpOfSeveralLines(t *testing.T) {
	got := printText(t, "", Finding{Pos: Pos{File: "f"}, Message: "m", Help: "one\ntwo\n"})
	want := "f: m\n       = help: one\n         two\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCaretStandsUnderItsCodePoint(t *testing.T) {
	tests := []struct {
		name, source string
		pos          Pos
		under        string // what stands above the caret
	}{
		{"plain", "abc: X", at(1, 6), "X"},
		{"tabs", "\t\tX", at(1, 3), "X"},
		{"tab after text", "a\tX", at(1, 3), "X"},
		{"multibyte", "äöü: X", at(1, 6), "X"},
		{"combining", "e\u0301e\u0301 X", at(1, 6), "X"},
		{"decomposed and wide", "日本e\u0301X", at(1, 5), "X"},
		{"wide", "日本語: X", at(1, 6), "X"},
		{"emoji", "🙂 X", at(1, 3), "X"},
		{"CRLF", "a: 1\r\nb: X\r\n", at(2, 4), "X"},
		{"lone CR", "a: 1\rb: X", at(2, 4), "X"},
		{"byte order mark", "\ufeffX: 1", at(1, 1), "X"},
		{"NUL and escape", "\x00\x1b[31mX", at(1, 7), "X"},
		{"not UTF-8", "\xff\xfeX", at(1, 3), "X"},
		{"bidirectional override", "\u202eX", at(1, 2), "X"},
		{"long line, at its start", "X" + strings.Repeat("a", 70_000), at(1, 1), "X"},
		{"long line, in its middle", strings.Repeat("ä", 40_000) + "X" + strings.Repeat("日", 40_000), at(1, 40_001), "X"},
		{"long line, at its end", strings.Repeat("日", 40_000) + "X", at(1, 40_001), "X"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines := strings.Split(printText(t, tt.source, Finding{Pos: tt.pos, Message: "m"}), "\n")
			if len(lines) < 3 {
				t.Fatalf("no excerpt in %q", lines)
			}
			if got := above(lines[1], strings.Index(lines[2], "^")); got != tt.under {
				t.Errorf("the caret stands under %q, want %q:\n%s\n%s", got, tt.under, lines[1], lines[2])
			}
			if n := len([]rune(lines[1])); n > window+gutter+5 {
				t.Errorf("%d code points of the source line are shown", n)
			}
			if strings.ContainsAny(lines[1], "\x00\x1b\r\t\u202e") {
				t.Errorf("control characters reach the terminal: %q", lines[1])
			}
		})
	}
}

// above finds the character of a printed line at a terminal cell, counting
// cells by hand: wide characters take two, combining ones none.
func above(line string, cell int) string {
	at := 0
	for _, r := range line {
		if at == cell && r != '\u0301' {
			return string(r)
		}
		switch {
		case r == '\u0301':
		case r >= 0x2e80 && r <= 0x9fff, r >= 0x1f300:
			at += 2
		default:
			at++
		}
	}
	return ""
}

func TestTextWithoutASource(t *testing.T) {
	for _, pos := range []Pos{{File: "f"}, at(9, 1), at(1, 0)} {
		got := printText(t, "x", Finding{Pos: pos, Message: "m"})
		if strings.Contains(got, "^") {
			t.Errorf("%v: a caret without a column or a line: %q", pos, got)
		}
	}
}

func TestColourOnlyWhenAsked(t *testing.T) {
	for _, color := range []bool{false, true} {
		var out bytes.Buffer
		_ = Print(&out, "text", []Finding{{Pos: at(1, 1), Severity: Warning, Message: "m\x1b[31m"}}, Options{Color: color})
		if got := strings.Contains(out.String(), yellow); got != color {
			t.Errorf("color %v: %q", color, out.String())
		}
		if strings.Contains(out.String(), "m\x1b[31m") {
			t.Errorf("a message reaches the terminal with its controls: %q", out.String())
		}
	}
}
