package diag

import (
	"fmt"
	"unicode/utf8"
)

// maxQuoted is how many characters of a text a message shows: enough to know it
// again, and what stands in a spec may be of any length.
const maxQuoted = 60

// Cut shortens a text to what a message may show of it, with … for the rest.
func Cut(s string) string {
	if len(s) <= maxQuoted {
		return s
	}
	off := 0
	for range maxQuoted {
		if off == len(s) {
			return s
		}
		_, size := utf8.DecodeRuneInString(s[off:])
		off += size
	}
	if off == len(s) {
		return s
	}
	return s[:off] + "…"
}

// Sprintf is fmt.Sprintf for messages: a text that %q quotes is cut.
func Sprintf(format string, args ...any) string {
	for i, arg := range args {
		s, ok := arg.(string)
		if text, is := arg.(fmt.Stringer); is {
			s, ok = text.String(), true
		}
		if ok && len(s) > maxQuoted {
			args[i] = long(s)
		}
	}
	return fmt.Sprintf(format, args...)
}

// long is a string that is cut where it is quoted.
type long string

// Format implements fmt.Formatter.
func (l long) Format(f fmt.State, verb rune) {
	s := string(l)
	if verb == 'q' {
		s = Cut(s)
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), s)
}
