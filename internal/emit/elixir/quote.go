package elixir

import (
	"bytes"
)

const hex = "0123456789ABCDEF"

// quote writes bytes as an Elixir string literal of printable ASCII. In a
// literal, \xHH is one byte, whatever the bytes around it.
func quote(text string) string {
	if isPlain(text) {
		return `"` + text + `"`
	}
	return written(func(b *bytes.Buffer) { writeQuoted(b, text) })
}

func writeQuoted(b *bytes.Buffer, text string) {
	b.WriteByte('"')
	plain := 0 // where the bytes begin that need no escape and are not written yet
	for i := range len(text) {
		c := text[i]
		if c >= ' ' && c <= '~' && c != '"' && c != '\\' && (c != '#' || i+1 == len(text) || text[i+1] != '{') {
			continue
		}
		b.WriteString(text[plain:i])
		plain = i + 1
		switch c {
		case '"', '\\', '#':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		default:
			b.WriteString(`\x`)
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	b.WriteString(text[plain:])
	b.WriteByte('"')
}

// atom writes an atom; nil, true and false are written as the formatter does.
func atom(name string) string {
	switch {
	case name == "nil" || name == "true" || name == "false":
		return name
	case plain(name):
		return ":" + name
	}
	return ":" + quote(name)
}

// keyword writes the key of a keyword pair or struct field.
func keyword(name string) string {
	if plain(name) {
		return name + ":"
	}
	return quote(name) + ":"
}

// plain reports whether an atom needs no quotes.
func plain(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}
