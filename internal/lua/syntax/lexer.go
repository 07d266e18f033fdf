package syntax

import (
	"fmt"
	"strconv"
	"strings"
)

// kind is the class of a token. Keywords and operators are their own spelling.
type kind string

const (
	eof     kind = "<eof>"
	name    kind = "<name>"
	number  kind = "<number>"
	str     kind = "<string>"
	stray   kind = "<char>" // a byte that begins no token
	nothing kind = ""
)

type token struct {
	Span
	kind kind
	text string  // of a name; the bytes of a string
	num  float64 // of a number
}

func isKeyword(word string) bool {
	switch word {
	case "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
		"nil", "not", "or", "repeat", "return", "then", "true", "until", "while":
		return true
	}
	return false
}

// lexer cuts a text into tokens as llex.c of Lua 5.1 does in the C locale. It
// stops at the first error by panicking with an *Error, which Parse recovers.
type lexer struct {
	text     string
	at       int
	comments []Comment
}

func (l *lexer) fail(at Span, format string, args ...any) {
	panic(&Error{At: at, Message: fmt.Sprintf(format, args...)})
}

func (l *lexer) peek(ahead int) byte {
	if l.at+ahead < len(l.text) {
		return l.text[l.at+ahead]
	}
	return 0
}

// more reports whether there is text left: a NUL byte is text too.
func (l *lexer) more() bool { return l.at < len(l.text) }

func (l *lexer) next() token {
	l.blanks()
	start := l.at
	if !l.more() {
		return token{Span: Span{start, start}, kind: eof}
	}
	c := l.text[l.at]
	switch {
	case isAlpha(c):
		for l.more() && isAlnum(l.text[l.at]) {
			l.at++
		}
		word := l.text[start:l.at]
		if isKeyword(word) {
			return token{Span: Span{start, l.at}, kind: kind(word)}
		}
		return token{Span: Span{start, l.at}, kind: name, text: word}
	case isDigit(c), c == '.' && isDigit(l.peek(1)):
		return l.number()
	case c == '"', c == '\'':
		return l.quoted(c)
	case c == '[':
		if level := l.longLevel(); level >= 0 {
			text := l.long(level, "string")
			return token{Span: Span{start, l.at}, kind: str, text: text}
		} else if l.peek(1) == '=' {
			l.fail(Span{start, start + 1}, "a long string starts with [[ or [=[, and a second bracket is missing here")
		}
	}
	l.at += l.operator(c)
	word := l.text[start:l.at]
	if len(word) > 1 || strings.IndexByte("+-*/%^#<>=(){}[];:,.", c) >= 0 {
		return token{Span: Span{start, l.at}, kind: kind(word)}
	}
	return token{Span: Span{start, l.at}, kind: stray, text: word}
}

// operator is how long the operator is that begins with c, 1 for any other byte.
func (l *lexer) operator(c byte) int {
	switch {
	case c == '.' && l.peek(1) == '.' && l.peek(2) == '.':
		return 3
	case c == '.' && l.peek(1) == '.', strings.IndexByte("=~<>", c) >= 0 && l.peek(1) == '=':
		return 2
	}
	return 1
}

// blanks skips white space and keeps comments.
func (l *lexer) blanks() {
	for l.more() {
		switch c := l.text[l.at]; {
		case c == ' ', c >= '\t' && c <= '\r': // form feed and vertical tab included
			l.at++
		case c == '-' && l.peek(1) == '-':
			l.comment()
		default:
			return
		}
	}
}

func (l *lexer) comment() {
	start := l.at
	l.at += 2
	if l.peek(0) == '[' {
		if level := l.longLevel(); level >= 0 {
			l.long(level, "comment")
			l.keep(start)
			return
		}
	}
	if end := strings.IndexAny(l.text[l.at:], "\r\n"); end >= 0 {
		l.at += end
	} else {
		l.at = len(l.text)
	}
	l.keep(start)
}

func (l *lexer) keep(start int) {
	if l.comments == nil {
		l.comments = make([]Comment, 0, 8)
	}
	l.comments = append(l.comments, Comment{Span{start, l.at}, l.text[start:l.at]})
}

// longLevel counts the equals signs of a long bracket that opens here; it gives
// -1 where none does.
func (l *lexer) longLevel() int {
	level := 0
	for l.peek(1+level) == '=' {
		level++
	}
	if l.peek(1+level) == '[' {
		return level
	}
	return -1
}

// long reads a long string or comment from its opening bracket on.
func (l *lexer) long(level int, what string) string {
	open := Span{l.at, l.at + level + 2}
	l.at = open.End
	if c := l.peek(0); c == '\n' || c == '\r' {
		l.newline()
	}
	end := "]" + strings.Repeat("=", level) + "]"
	var b strings.Builder
	for l.more() {
		switch c := l.text[l.at]; {
		case strings.HasPrefix(l.text[l.at:], end):
			l.at += len(end)
			return b.String()
		case level == 0 && c == '[' && l.peek(1) == '[':
			l.fail(Span{l.at, l.at + 2}, "the engines refuse [[ within a [[ … ]] %s: write [=[ … ]=] around it", what)
		case c == '\n', c == '\r':
			l.newline()
			b.WriteByte('\n')
		default:
			b.WriteByte(c)
			l.at++
		}
	}
	l.fail(open, "the long %s that starts here does not end: %q is missing", what, end)
	return ""
}

// newline steps over a line end; CRLF and LFCR are one.
func (l *lexer) newline() {
	first := l.text[l.at]
	l.at++
	if c := l.peek(0); l.more() && (c == '\n' || c == '\r') && c != first {
		l.at++
	}
}

func (l *lexer) quoted(quote byte) token {
	start := l.at
	l.at++
	if end := l.at + strings.IndexAny(l.text[l.at:], "'\"\\\r\n"); end >= l.at && l.text[end] == quote {
		l.at = end + 1
		return token{Span: Span{start, l.at}, kind: str, text: l.text[start+1 : end]}
	}
	var b strings.Builder
	for {
		if !l.more() {
			l.fail(Span{start, start + 1}, "the string that starts here does not end: %c is missing", quote)
		}
		switch c := l.text[l.at]; c {
		case quote:
			l.at++
			return token{Span: Span{start, l.at}, kind: str, text: b.String()}
		case '\n', '\r':
			l.fail(Span{start, start + 1}, "the string that starts here does not end on its line: %c is missing", quote)
		case '\\':
			l.escape(&b)
		default:
			b.WriteByte(c)
			l.at++
		}
	}
}

var escapes = map[byte]byte{'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

func (l *lexer) escape(b *strings.Builder) {
	start := l.at
	l.at++
	if !l.more() {
		return // the caller finds the end of the text
	}
	c := l.text[l.at]
	switch short, ok := escapes[c]; {
	case ok:
		b.WriteByte(short)
		l.at++
	case c == '\n', c == '\r':
		l.newline()
		b.WriteByte('\n')
	case isDigit(c):
		code := 0
		for n := 0; n < 3 && isDigit(l.peek(0)); n++ {
			code = code*10 + int(l.text[l.at]-'0')
			l.at++
		}
		if code > 255 {
			l.fail(Span{start, l.at}, "%s is no byte: an escape ends at \\255", l.text[start:l.at])
		}
		b.WriteByte(byte(code))
	default: // \x and \u are no escapes in Lua 5.1: the letter stands for itself
		b.WriteByte(c)
		l.at++
	}
}

func (l *lexer) number() token {
	start := l.at
	for isDigit(l.peek(0)) || l.peek(0) == '.' {
		l.at++
	}
	if c := l.peek(0); c == 'e' || c == 'E' {
		l.at++
		if c := l.peek(0); c == '+' || c == '-' {
			l.at++
		}
	}
	for isAlnum(l.peek(0)) {
		l.at++
	}
	text := l.text[start:l.at]
	value, ok := ParseNumber(text)
	if !ok {
		l.fail(Span{start, l.at}, "%q is no number", text)
	}
	return token{Span: Span{start, l.at}, kind: number, num: value}
}

// ParseNumber reads a numeral as the C library does for Lua 5.1: decimal or
// hexadecimal, without signs or blanks.
func ParseNumber(text string) (float64, bool) {
	hex, isHex := strings.CutPrefix(strings.ToLower(text), "0x")
	switch {
	case strings.Contains(text, "_"): // Go's grammar, not C's
		return 0, false
	case isHex && hex == "", text == "" || !isDigit(text[0]) && text[0] != '.':
		return 0, false
	case isHex && !strings.Contains(hex, "p"):
		text += "p0"
	}
	value, err := strconv.ParseFloat(text, 64)
	if n, ok := err.(*strconv.NumError); ok && n.Err == strconv.ErrRange {
		err = nil // too large is infinite, too small is zero
	}
	return value, err == nil
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isAlpha(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
func isAlnum(c byte) bool { return isAlpha(c) || isDigit(c) }
