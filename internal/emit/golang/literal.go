package golang

import (
	"bytes"
	"strconv"
)

// appendLiteral writes bytes as a Go string constant: ASCII only, each line of
// the bytes on a source line of its own, in the form gofmt gives it. A constant
// of any bytes begins with "", so that all of its lines look alike.
func appendLiteral(to, data []byte) []byte {
	to = append(to, `""`...)
	for line := range bytes.Lines(data) {
		to = append(to, " +\n\t"...)
		if text, ended := bytes.CutSuffix(line, []byte("\n")); ended && isBare(text) {
			to = append(to, '"')
			to = append(to, text...)
			to = append(to, `\n"`...)
		} else {
			to = strconv.AppendQuoteToASCII(to, string(line))
		}
	}
	return to
}

// isBare tells whether text stands in quotes as it is. Most lines do, and quoting
// goes rune by rune.
func isBare(text []byte) bool {
	for _, c := range text {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
