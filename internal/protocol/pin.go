package protocol

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
)

// isDigest reports whether a pin can be a SHA1 at all; if not, that was reported
// when it was read.
func isDigest(pin string) bool {
	return len(pin) == 2*sha1.Size && strings.Trim(pin, "0123456789abcdef") == ""
}

// Pins lists the SHA1 of every script by module.script, as spec.WritePins takes
// them.
func (p *Protocol) Pins() map[string]string {
	pins := map[string]string{}
	for _, s := range p.Scripts() {
		pins[s.Module.Name+"."+s.Name] = s.SHA1
	}
	return pins
}

// mismatch is the finding for a file that is not the pinned one, with the likely
// cause when one is found.
func mismatch(s *Script) diag.Finding {
	f := diag.Finding{
		Pos:  s.PinPos,
		Rule: RulePin,
		Message: diag.Sprintf("%q is not the pinned file: %s is pinned, its %d bytes are %s",
			s.Path, s.Pin, len(s.Source), s.SHA1),
		Help: "restore the file, or accept it with emqgen pin",
	}
	if c := likelyCause(s.Source, s.Pin); c != nil {
		f.Message += ", " + c.what
		f.Help = c.help + ", or accept it with emqgen pin"
	}
	return f
}

// cause is one way for a text to change unnoticed, and how to take it back.
type cause struct {
	what, help string
	undo       func([]byte) []byte
}

var (
	lf    = []byte("\n")
	crlf  = []byte("\r\n")
	bom   = []byte("\ufeff")
	toLF  = func(b []byte) []byte { return bytes.ReplaceAll(b, crlf, lf) }
	noBOM = func(b []byte) []byte { return bytes.TrimPrefix(b, bom) }

	causes = []cause{
		{"which has CRLF line ends where the pinned one has LF", "convert it to LF, and keep git from converting it: *.lua -text in .gitattributes", toLF},
		{"which has LF line ends where the pinned one has CRLF", "convert it to CRLF, and keep git from converting it: *.lua -text in .gitattributes", func(b []byte) []byte { return bytes.ReplaceAll(toLF(b), lf, crlf) }},
		{"which has a byte order mark where the pinned one has none", "save it without one", noBOM},
		{"which has no byte order mark where the pinned one has one", "save it with one", func(b []byte) []byte { return append(bytes.Clone(bom), b...) }},
		{"which lacks the final newline of the pinned one", "end the last line", func(b []byte) []byte { return append(bytes.Clone(b), '\n') }},
		{"which has one final newline too many", "remove it", func(b []byte) []byte { return bytes.TrimSuffix(b, lf) }},
		{"which has final newlines too many", "keep one", func(b []byte) []byte { return append(bytes.TrimRight(b, "\r\n"), '\n') }},
		{"which has final newlines where the pinned one has none", "remove them", func(b []byte) []byte { return bytes.TrimRight(b, "\r\n") }},
		{"which has blanks at the ends of lines", "remove them", func(b []byte) []byte { return trimLines(b) }},
		{"which has CRLF line ends and a byte order mark", "save it with LF line ends and without the mark", func(b []byte) []byte { return toLF(noBOM(b)) }},
		{"which has CRLF line ends and no final newline", "save it with LF line ends, and end the last line", func(b []byte) []byte { return append(toLF(b), '\n') }},
		{"which has blanks at the ends of lines and no final newline", "remove them, and end the last line", func(b []byte) []byte { return append(trimLines(b), '\n') }},
	}
)

func trimLines(b []byte) []byte {
	lines := bytes.Split(b, lf)
	for i, line := range lines {
		end := bytes.TrimRight(line, " \t\r")
		if bytes.HasSuffix(line, []byte("\r")) {
			end = append(bytes.Clone(end), '\r')
		}
		lines[i] = end
	}
	return bytes.Join(lines, lf)
}

// likelyCause finds the change that, taken back, gives the pinned bytes.
func likelyCause(source []byte, pin string) *cause {
	for i := range causes {
		sum := sha1.Sum(causes[i].undo(bytes.Clone(source)))
		if hex.EncodeToString(sum[:]) == pin {
			return &causes[i]
		}
	}
	return nil
}
