package elixir

import "strings"

const hex = "0123456789ABCDEF"

// quote writes bytes as an Elixir string literal of printable ASCII. In a
// literal, \xHH is one byte, whatever the bytes around it.
func quote[T string | []byte](text T) string {
	var b strings.Builder
	b.Grow(len(text) + 2)
	writeQuoted(&b, text)
	return b.String()
}

func writeQuoted[T string | []byte](b *strings.Builder, text T) {
	b.WriteByte('"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '#' && i+1 < len(text) && text[i+1] == '{':
			b.WriteString(`\#`)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ' || c > '~':
			b.WriteString(`\x`)
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		default:
			b.WriteByte(c)
		}
	}
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
