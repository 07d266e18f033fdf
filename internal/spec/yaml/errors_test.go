package yaml_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/spec/yaml"
)

// The place of an error is marked in the source: ‸ stands before the character
// that is blamed, and is taken out before parsing.
func TestErrorsPointAtTheirCause(t *testing.T) {
	for _, test := range []struct{ source, message string }{
		{"a: 1\n‸\tb: 2\n", "a tab where only blanks indent"},
		{"a:\n‸\tb: 2\n", "a tab where only blanks indent"},
		{"a:\n  - b\n  -‸\tc: 1\n", "a tab where only blanks indent"},
		{"a: 1\n‸\t\nb: 2\n", "a tab where only blanks indent"},
		{"a: |\n  x\n‸\ty\n", "a tab where only blanks indent"},

		{"a: 1\nb: ‸\"abc\nc: 2\n", `the quote " is not closed before line 3`},
		{"a: 1\nb: ‸'abc\nc: 2\n", "the quote ' is not closed before line 3"},
		{"a: 1\nb: ‸'abc", "the quote ' is never closed"},
		{"a: ‸\"abc\n  d", `the quote " is never closed`},
		{"a: ‸\"b\n  c: \"d\"\n", `the quote " is closed on line 2 only, before "d\""`},
		{"keys:\n  job: {at: ‸\"emq, type: hash}\n  x: {at: \"y\"}\n", `the quote " is not closed before line 3`},
		{"a: 'it'‸s'\nb: 1\n", `unexpected "s'" after the quoted text`},
		{"a: \"say \"‸x\" y\"\nb: 1\n", `unexpected "x\"" after the quoted text`},
		{"a: \"x\"‸#y\n", "a comment needs a blank before its #"},
		{"a: 1\n‸\"b: 1\n", `the quote " is not closed on its line`},
		{"a: 1\n‸\"b\"\n", `"b" has no colon: expected key: value`},

		{"a: 1\nb: ‸[1, 2\nc: 2\n", "the bracket [ is not closed before line 3"},
		{"a: 1\nb: ‸{x: 1\nc: 2\n", "the bracket { is not closed before line 3"},
		{"a: 1\nb: ‸{x: 1, y: [2]", "the bracket { is never closed"},
		{"a: ‸[1\n---\n", "the bracket [ is not closed before line 2"},
		{"a: 1\nb: [1, 2‸}\nc: 2\n", `unexpected "}": expected , or ]`},
		{"a: [1,‸, 2]\n", "unexpected ,: expected a value"},
		{"a: {b: 1 c‸: 2}\n", `unexpected ":": expected , or }`},
		{"a: {x: 1}‸}\nb: 2\n", `unexpected "}" after the closing }`},
		{"a: 1\n‸}\n", "'}' cannot begin a value"},
		{"a: [‸x\n  y: 1]\n", `the key "x y" and its colon are on different lines`},
		{"a: {b‸:}\n", "a colon needs a blank after it"},
		{"a: {‸: b}\n", "a colon without a key"},
		{"doc: [a]‸, b\n", `unexpected "," after the closing ]`},

		{"a‸:1\nb: 2\n", `"a:1" has no blank after its colon`},
		{"a: 1\nb‸:2\nc: 3\n", `"b:2" has no blank after its colon`},
		{"a: 1\n‸foo bar\nb: 2\n", `"foo bar" has no colon: expected key: value`},
		{"‸foo\nb: 2\n", `"foo" has no colon: expected key: value`},
		{"a: 1\n‸: 2\n", "a colon without a key"},
		{"a: b‸: c\n", `unexpected : after "b"`},
		{"doc: what it's‸: for\n", `unexpected : after "what it's"`},
		{"a: 'b'‸: c\n", "unexpected : after the quoted text"},

		{"a: 1\n  ‸b: 2\nc: 3\n", `"b:" is indented deeper than the keys around it, which makes it part of the text above`},
		{"a:\n    b: 1\n  ‸c: 2\nd: 3\n", `"c:" is indented by 2, but the keys around it by 0`},
		{"doc: \"a\" # x\n  ‸foo: 1\n", `"foo:" is indented by 2, but the keys around it by 0`},
		{"a:\n  - x: 1\n    y: 2\n   ‸z: 3\n", `"z:" is indented by 3, but the items around it by 2`},
		{"a: >\n  x\n ‸y\nb: 1\n", `"y" is indented by 1, but the keys around it by 0`},
		{"a: |\n     \n  ‸x\n", `"x" is indented less than the blank lines above it`},
		{"  a: 1\n‸b: 2\n", `"b:" does not belong to anything above`},

		{"a: 1\n‸- b\n", "a list item among the keys of a mapping"},
		{"a:\n  b: 1\n  ‸- c\n", "a list item among the keys of a mapping"},
		{"- b\n‸a: 1\n", `"a:" is no list item: expected a - as above`},
		{"a: 1\nb: ‸- c\n", "a list cannot begin on the line of its key"},
		{"a: 1\n‸-b\n", `"-b" has no blank after its dash`},

		{"a: ‸@foo\n", "'@' cannot begin a value"},
		{"a: ‸`foo`\n", "'`' cannot begin a value"},
		{"a: ‸%foo\n", "'%' cannot begin a value"},
		{"a: ‸*foo\n", "no anchor &foo above"},
		{"a: ‸&\n", `"&" is no name for an anchor`},
		{"a: &x ‸&y b\n", "a second anchor or tag for one value"},
		{"a: &x 1\nb: &y ‸*x\n", "an alias with an anchor or tag of its own"},
		{`a: "‸\q"`, `\q is no escape`},
		{`a: "é‸\x4"`, `\x takes 2 hex digits`},
		{`a: "‸\ud800"`, `\uD800 is no character`},
		{"a: |‸x\n", `unexpected "x" after |`},
		{"a: > ‸text\n", `unexpected "text" after >`},

		{"a: 1\n‸---\nb: 1\n", "a second document begins here"},
		{"a: 1\n...\n‸b: 1\n", "text after the end of the document"},
		{"--- ‸a: 1\n", "a value cannot begin on the line of ---"},
		{"‸%YAML 1.2\n---\na: 1\n", "a directive is not part of the format"},
		{"a: ‸!foo x\n", `the tag "!foo" is not part of the format`},
		{"a: ‸!!binary eA==\n", `the tag "!!binary" is not part of the format`},
		{"a: 1\n‸? x\nb: 1\n", "a key after ? is not part of the format"},
		{"a: &x {b: 1}\nc:\n  ‸<<: *x\n", "a merge key is not part of the format"},
		{"a: {‸<<: b}\n", "a merge key is not part of the format"},
		{"a: 1\n‸[b]: c\n", `"[b]:" is no key: expected a word`},
		{"a: 1\n‸&x b: c\n", "an anchor or tag on a key is not part of the format"},
		{"- ‸&x a: b\n", "an anchor or tag on a key is not part of the format"},
		{"a: {‸[b]: c}\n", "a key is a plain word or quoted text, without anchor, alias or tag"},

		{"a: &x\n  b: ‸*x\n", "the alias *x stands within what it names"},
		{"a: &x [b, ‸*x]\n", "the alias *x stands within what it names"},
		{"a: 1\nb: 2\n‸a: 3\n", `the key "a" is there already, on line 1`},
		{"a: {b: 1, ‸\"b\": 2}\n", `the key "b" is there already, on line 1`},
	} {
		before, after, found := strings.Cut(test.source, "‸")
		if !found {
			t.Fatalf("%q blames nothing", test.source)
		}
		line := strings.Count(before, "\n") + 1
		col := len([]rune(before[strings.LastIndex(before, "\n")+1:])) + 1
		_, errs := yaml.Parse(before + after)
		if len(errs) == 0 {
			t.Errorf("%q was accepted", test.source)
			continue
		}
		e := errs[0]
		if got, want := fmt.Sprintf("%d:%d %s", e.Line, e.Col, e.Message), fmt.Sprintf("%d:%d %s", line, col, test.message); got != want {
			t.Errorf("%q:\n got %s\nwant %s", test.source, got, want)
		}
		if e.Help == "" {
			t.Errorf("%q: %q shows no way out", test.source, e.Message)
		}
	}
}

func TestReportsEveryBrokenPart(t *testing.T) {
	_, errs := yaml.Parse("a: 'x\nb: [1\nc: ok\nd: x: y\ne: {f: 1}\n\tg: 1\nh: \"\\q\"\ni: !x y\nj: {<<: k}\n")
	var got []string
	for _, e := range errs {
		got = append(got, fmt.Sprintf("%d:%d", e.Line, e.Col))
	}
	if want := "1:4 2:4 4:5 6:1 7:5 8:4 9:5"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Hostile texts end in an error, soon and without much memory; that this test
// comes to an end is what it asserts.
func TestHostileTexts(t *testing.T) {
	const size = 1 << 20
	many := func(s string) string { return strings.Repeat(s, size/len(s)) }
	var bomb strings.Builder
	bomb.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := range 30 {
		fmt.Fprintf(&bomb, "a%d: &a%d [*a%d, *a%d, *a%d, *a%d]\n", i+1, i+1, i, i, i, i)
	}
	for name, test := range map[string]struct{ source, message string }{
		"alias bomb":     {bomb.String(), "the aliases stand for more than 100000 values"},
		"[":              {many("["), "more than 64 levels of nesting"},
		"{a: ":           {many("{a: "), "more than 64 levels of nesting"},
		"- ":             {many("- "), "more than 64 levels of nesting"},
		"staircase":      {staircase(200), "more than 64 levels of nesting"},
		"unclosed quote": {many("\"a\n b"), `the quote " is closed on line 2 only, before "a"`},
		"long key":       {many("k") + ": 1", "a key of more than 1024 bytes"},
	} {
		_, errs := yaml.Parse(test.source)
		if len(errs) == 0 || errs[0].Message != test.message {
			t.Errorf("%s: got %+v, want %q", name, errs, test.message)
		}
	}
	for name, source := range map[string]string{
		"empty lists": "[" + many("[],") + "]", "scalars": "[" + many("a,") + "]", "comments": many("a: 1\n#\n"),
		"pairs": "[" + many("a: b,") + "]", "one line": "a: " + many("x"), "folded": "a: >\n" + many("  x\n"),
	} {
		if _, errs := yaml.Parse(source); len(errs) > maxReported {
			t.Errorf("%s: %d errors", name, len(errs))
		}
	}
}

const maxReported = 100

func staircase(levels int) string {
	var b strings.Builder
	for i := range levels {
		fmt.Fprintf(&b, "%sa:\n", strings.Repeat(" ", i))
	}
	return b.String()
}
