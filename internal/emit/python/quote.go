package python

import (
	"fmt"
	"strings"
)

// quoteBytes writes a bytes literal of printable ASCII.
func quoteBytes(data string) string {
	var b strings.Builder
	b.Grow(len(data) + len(`b"\n"`))
	writeBytes(&b, data)
	return b.String()
}

func writeBytes(b *strings.Builder, data string) {
	b.WriteByte('b')
	mark := quoteMark(data)
	b.WriteByte(mark)
	plain := 0 // where what needs no escape begins
	for i := range len(data) {
		if c := data[i]; c < ' ' || c > '~' || c == '\\' || c == mark {
			b.WriteString(data[plain:i])
			writeEscaped(b, rune(c), mark)
			plain = i + 1
		}
	}
	b.WriteString(data[plain:])
	b.WriteByte(mark)
}

// quote writes a str literal of printable ASCII.
func quote(text string) string {
	mark := quoteMark(text)
	var b strings.Builder
	b.Grow(len(text) + len(`""`))
	b.WriteByte(mark)
	writeText(&b, text, mark)
	b.WriteByte(mark)
	return b.String()
}

// escape writes the inside of a str literal.
func escape(text string, mark byte) string {
	var b strings.Builder
	writeText(&b, text, mark)
	return b.String()
}

func writeText(b *strings.Builder, text string, mark byte) {
	for _, r := range text {
		writeEscaped(b, r, mark)
	}
}

// quoteMark picks the quotes as ruff format does: double ones, unless single
// ones need fewer escapes.
func quoteMark(text string) byte {
	double, single := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '"':
			double++
		case '\'':
			single++
		}
	}
	if double > single {
		return '\''
	}
	return '"'
}

func writeEscaped(b *strings.Builder, r rune, mark byte) {
	switch {
	case r == '\\' || r == rune(mark):
		b.WriteByte('\\')
		b.WriteByte(byte(r))
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r == '\t':
		b.WriteString(`\t`)
	case r >= ' ' && r <= '~':
		b.WriteByte(byte(r))
	default:
		b.WriteString(codePoint(r))
	}
}

// codePoint writes an escape that literals and regular expressions share. In
// bytes literals there are only those of two digits.
func codePoint(r rune) string {
	const digits = "0123456789abcdef"
	switch {
	case r <= 0xff:
		return string([]byte{'\\', 'x', digits[r>>4], digits[r&15]})
	case r <= 0xffff:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}
