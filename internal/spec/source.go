package spec

import (
	"bytes"
	"fmt"
	"io/fs"
	"unicode/utf8"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/regular"
)

// MaxSize is the most bytes a spec may have. A spec of 10,000 scripts takes less.
const MaxSize = 4 << 20

// ReadFile reads the text of a spec, which must be a regular file of MaxSize
// bytes at most.
func ReadFile(fsys fs.FS, name string) ([]byte, error) {
	return regular.ReadFile(fsys, name, MaxSize, "a spec")
}

// checkText makes sure that the source is text: UTF-8 without control
// characters.
func (r *reader) checkText(source []byte) bool {
	if len(source) > MaxSize {
		r.list.Errorf(diag.Pos{File: r.file}, RuleLimit, "more than %d bytes", MaxSize).Help = "split the protocol"
		return false
	}
	if wide(source) {
		r.list.Errorf(diag.Pos{File: r.file}, RuleEncoding, "the text is UTF-16 or UTF-32, expected UTF-8").Help = "save it as UTF-8"
		return false
	}
	off := notText(source)
	if off < 0 {
		return true
	}
	pos := r.locate(source, off)
	char, size := utf8.DecodeRune(source[off:])
	switch {
	case char == utf8.RuneError && size == 1:
		r.list.Errorf(pos, RuleEncoding, "byte 0x%02X is not UTF-8", source[off]).Help = "save the text as UTF-8; bytes stand as escapes in double quotes"
	case char == 0:
		r.list.Errorf(pos, RuleEncoding, "a NUL byte").Help = `remove it; in double quotes, "\0" stands for one`
	default:
		r.list.Errorf(pos, RuleEncoding, "the character %U, which no text holds", char).Help = fmt.Sprintf(`remove it; in double quotes, "\u%04X" stands for one`, char)
	}
	return false
}

// wide reports whether the bytes are UTF-16 or UTF-32: by the byte order mark, or
// because every other byte of the beginning is NUL.
func wide(source []byte) bool {
	if bytes.HasPrefix(source, []byte("\xff\xfe")) || bytes.HasPrefix(source, []byte("\xfe\xff")) || bytes.HasPrefix(source, []byte("\x00\x00\xfe\xff")) {
		return true
	}
	head := source[:min(len(source), 64)]
	nul := bytes.Count(head, []byte{0})
	return len(head) >= 4 && nul >= len(head)/2-1 && nul < len(head) && (head[0] == 0) != (head[1] == 0)
}

// notText finds the first byte that is not part of a text, or -1.
func notText(source []byte) int {
	for i := 0; i < len(source); {
		c := source[i]
		if c >= ' ' && c < 0x7f || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		char, size := utf8.DecodeRune(source[i:])
		if char < 0xa0 || char == utf8.RuneError && size == 1 || char == 0xfffe || char == 0xffff || char == 0xfeff && i > 0 {
			return i
		}
		i += size
	}
	return -1
}

// locate finds line and column of an offset.
func (r *reader) locate(source []byte, off int) diag.Pos {
	line, bol := 1, 0
	for i := 0; i < off; i++ {
		if source[i] == '\n' || source[i] == '\r' && (i+1 == len(source) || source[i+1] != '\n') {
			line, bol = line+1, i+1
		}
	}
	return diag.Pos{File: r.file, Line: line, Col: utf8.RuneCount(source[bol:off]) + 1}
}
