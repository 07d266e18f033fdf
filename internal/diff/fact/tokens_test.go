package fact

import "testing"

func TestSameCodeLooksPastCommentsAndBlanksOnly(t *testing.T) {
	for _, test := range []struct {
		old, new string
		want     bool
	}{
		{"return 1\n", "return 1", true},
		{"return 1", "-- one\nreturn  1 --[[ long\ncomment ]]\r\n", true},
		{"return 1", "--[==[ ]] ]==]return 1", true},
		{"return 'a'", `return "a"`, true},
		{`return 'a"'`, `return "a\""`, false},
		{"return '--x'", "return '--y'", false},
		{"return [[ a ]]", "return [[ b ]]", false},
		{"return [[\n-- no comment]]", "return [[\n]]", false},
		{"return a..b", "return a .. b", true},
		{"return a..b", "return a.b", false},
		{"x=1-1", "x=1--1", false},
		{"x = 1 - -1", "x = 1 --1", false},
		{"return ab", "return a b", false},
		{"f\n(1)", "f(1)", false}, // Lua 5.1 refuses the first
		{"if a == b then end", "if a ==b then end", true},
		{"#!lua flags=no-writes\nreturn 1", "return 1", false},
		{"return 'é'", "return 'e'", false},
	} {
		if got := sameCode([]byte(test.old), []byte(test.new)); got != test.want {
			t.Errorf("%q and %q: the same code %v, want %v", test.old, test.new, got, test.want)
		}
	}
}

func TestTokensEndOnAnyText(t *testing.T) {
	for _, text := range []string{"'", `"\`, "--[[", "[==[", "--", "[", "\x00\xff", "#", "é..."} {
		tokens([]byte(text))
	}
}
