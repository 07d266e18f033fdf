package fact

import (
	"slices"
	"strings"
)

// tokens cuts a Lua script into what an engine sees of it: without comments and
// blanks. A `#!` line stays, since it carries flags; so does a line break before
// an opening parenthesis, which Lua 5.1 refuses after an expression.
func tokens(source []byte) []string {
	s := string(source)
	var all []string
	if strings.HasPrefix(s, "#") {
		line, rest, _ := strings.Cut(s, "\n")
		all, s = append(all, line), rest
	}
	newline := false
	for len(s) > 0 {
		n := blank(s)
		if n > 0 {
			newline = newline || strings.ContainsAny(s[:n], "\n\r")
			s = s[n:]
			continue
		}
		n = tokenLength(s)
		token := plainQuotes(s[:n])
		if token == "(" && newline && len(all) > 0 {
			token = "\n("
		}
		all, s, newline = append(all, token), s[n:], false
	}
	return all
}

// blank measures the white space or the comment at the front of s.
func blank(s string) int {
	if strings.IndexByte(" \t\n\r\f\v", s[0]) >= 0 {
		return 1
	}
	if !strings.HasPrefix(s, "--") {
		return 0
	}
	if n := longBracket(s[2:]); n > 0 {
		return 2 + n
	}
	if n := strings.IndexAny(s, "\n\r"); n >= 0 {
		return n
	}
	return len(s)
}

var operators = []string{"...", "..", "==", "~=", "<=", ">="}

func tokenLength(s string) int {
	switch c := s[0]; {
	case c == '"' || c == '\'':
		return quotedLength(s)
	case isWord(c):
		n := strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 || !isWord(byte(r)) })
		if n < 0 {
			n = len(s)
		}
		return n
	}
	if n := longBracket(s); n > 0 {
		return n
	}
	for _, operator := range operators {
		if strings.HasPrefix(s, operator) {
			return len(operator)
		}
	}
	return 1
}

func quotedLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		}
	}
	return len(s)
}

// longBracket measures a long string such as [==[ … ]==] at the front of s; 0
// when there is none.
func longBracket(s string) int {
	if s == "" || s[0] != '[' {
		return 0
	}
	level := strings.TrimLeft(s[1:], "=")
	if level == "" || level[0] != '[' {
		return 0
	}
	closing := "]" + s[1:len(s)-len(level)] + "]"
	if n := strings.Index(s, closing); n >= 0 {
		return n + len(closing)
	}
	return len(s)
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// plainQuotes gives strings that need no escape one kind of quotes.
func plainQuotes(token string) string {
	if text, ok := literal(token); ok {
		return `"` + text + `"`
	}
	return token
}

// literal is the text of a quoted string without escapes.
func literal(token string) (string, bool) {
	if len(token) < 2 || token[0] != '\'' && token[0] != '"' {
		return "", false
	}
	text := token[1 : len(token)-1]
	return text, !strings.ContainsAny(text, `\'"`)
}

// sameCode reports whether two scripts differ in comments and blanks at most.
func sameCode(old, new []byte) bool { return slices.Equal(tokens(old), tokens(new)) }

// renamedIn reports whether a script speaks of new wherever it spoke of old.
func renamedIn(source, changed []byte, old, new string) bool {
	before, after := literals(source), literals(changed)
	return before[old] > 0 && before[old] == after[new] && before[new] == 0 && after[old] == 0
}

func literals(source []byte) map[string]int {
	count := map[string]int{}
	for _, token := range tokens(source) {
		if text, ok := literal(token); ok {
			count[text]++
		}
	}
	return count
}
