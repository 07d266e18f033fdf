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
		to = strconv.AppendQuoteToASCII(to, string(line))
	}
	return to
}
