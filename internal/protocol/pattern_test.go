package protocol_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/echomq/emqgen/internal/protocol"
)

func TestPatternCoversTheWholeValue(t *testing.T) {
	p, err := protocol.ParsePattern("[A-Za-z0-9._-]{1,128}|x")
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]bool{"orders": true, "x": true, "": false, "a b": false, "a\n": false} {
		if got := p.MatchString(value); got != want {
			t.Errorf("MatchString(%q) = %v, want %v", value, got, want)
		}
	}
}

func TestPatternRefusesWhatDiffersBetweenLanguages(t *testing.T) {
	for _, source := range []string{"^a$", `a\b`, "(?i)a", "(", "a{2,1}", `(a)\1`, "(?=a)"} {
		if _, err := protocol.ParsePattern(source); err == nil {
			t.Errorf("ParsePattern(%q) was accepted", source)
		}
	}
}

// The written-out form must accept exactly what the source accepts.
func TestPatternExprMeansTheSame(t *testing.T) {
	escape := func(r rune) string { return fmt.Sprintf(`\x{%X}`, r) }
	values := []string{"", "a", "ab", "abc", "-", "a.b", "é", "\n", "}", "ABBA", "aXbXc", "1234", "日本"}
	for _, source := range []string{"[^{}]+", "a(b|c)*", ".+", "(?s).", `\d{2,}`, "ab?c?", "(?:a|-)[.]?b?", "日本|é", "A(?:BB)?A", `[\w.-]{1,3}`, "(ab|a)(c|)"} {
		p, err := protocol.ParsePattern(source)
		if err != nil {
			t.Fatalf("ParsePattern(%q): %v", source, err)
		}
		re := regexp.MustCompile(`\A(?:` + p.Expr(escape) + `)\z`)
		for _, value := range values {
			if got, want := re.MatchString(value), p.MatchString(value); got != want {
				t.Errorf("pattern %q, value %q: written out as %q gives %v, want %v", source, value, re, got, want)
			}
		}
	}
}
