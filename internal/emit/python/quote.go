package python

import (
	"fmt"
	"strings"
)

// quoteBytes writes a bytes literal of printable ASCII.
func quoteBytes(data []byte) string {
	var b strings.Builder
	b.Grow(len(data) + len(`b"\n"`))
	b.WriteByte('b')
	mark := quoteMark(data)
	b.WriteByte(mark)
	plain := 0 // where what needs no escape begins
	for i, c := range data {
		if c < ' ' || c > '~' || c == '\\' || c == mark {
			b.Write(data[plain:i])
			writeEscaped(&b, rune(c), mark)
			plain = i + 1
		}
	}
	b.Write(data[plain:])
	b.WriteByte(mark)
	return b.String()
}

// quote writes a str literal of printable ASCII.
func quote(text string) string {
	mark := quoteMark(text)
	return string(mark) + escape(text, mark) + string(mark)
}

// escape writes the inside of a str literal.
func escape(text string, mark byte) string {
	var b strings.Builder
	for _, r := range text {
		writeEscaped(&b, r, mark)
	}
	return b.String()
}

// quoteMark picks the quotes as ruff format does: double ones, unless single
// ones need fewer escapes.
func quoteMark[T string | []byte](text T) byte {
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
