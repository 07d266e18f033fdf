package diag

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// sources cuts input files into lines, each file once.
type sources struct {
	read  func(string) ([]byte, bool)
	files map[string][]string
}

func newSources(read func(string) ([]byte, bool)) *sources {
	return &sources{read: read, files: map[string][]string{}}
}

// line returns the source line of a position, without its line end.
func (s *sources) line(pos Pos) (string, bool) {
	if s.read == nil || pos.Line <= 0 {
		return "", false
	}
	lines, known := s.files[pos.File]
	if !known {
		if data, ok := s.read(pos.File); ok {
			lines = splitLines(data)
		}
		s.files[pos.File] = lines
	}
	if pos.Line > len(lines) {
		return "", false
	}
	return lines[pos.Line-1], true
}

// splitLines cuts at LF, CRLF and a lone CR, all of which end a line for YAML
// and for Lua. A byte order mark is no part of the first line.
func splitLines(data []byte) []string {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	return strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
}

// window is how many terminal cells of a source line are shown at most.
const window = 120

// cell is one code point of a source line as it is shown.
type cell struct {
	text  string
	width int
}

// excerpt renders a source line for a terminal and returns how many cells stand
// before the code point at column col (from 1). Tabs become four blanks, what
// does not print becomes a stand-in of one cell, and of a very long line only
// the part around the column is shown.
func excerpt(line string, col int) (shown string, caret int) {
	cells := layOut(line)
	at := min(max(col-1, 0), len(cells))
	from, to := clip(cells, at)
	var b strings.Builder
	if from > 0 {
		b.WriteString("…")
		caret++
	}
	for i := from; i < to; i++ {
		b.WriteString(cells[i].text)
		if i < at {
			caret += cells[i].width
		}
	}
	if to < len(cells) {
		b.WriteString("…")
	}
	return strings.TrimRight(b.String(), " "), caret
}

func layOut(line string) []cell {
	cells := make([]cell, 0, min(len(line), 4*window))
	for len(line) > 0 {
		r, size := utf8.DecodeRuneInString(line)
		cells = append(cells, cellOf(r, size))
		line = line[size:]
	}
	return cells
}

func cellOf(r rune, size int) cell {
	switch {
	case r == '\t':
		return cell{"    ", 4}
	case r == utf8.RuneError && size == 1:
		return cell{"\ufffd", 1}
	case r < ' ':
		return cell{string('\u2400' + r), 1} // the control pictures
	case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
		return cell{string(r), 0}
	case !unicode.IsPrint(r):
		return cell{"\ufffd", 1}
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return cell{string(r), 2}
	}
	return cell{string(r), 1}
}

// clip chooses the part of a line to show: all of it when it fits, otherwise a
// window with the column a third of the way in.
func clip(cells []cell, at int) (from, to int) {
	total := 0
	for _, c := range cells {
		total += c.width
	}
	if total <= window {
		return 0, len(cells)
	}
	from = at
	for before := 0; from > 0 && before+cells[from-1].width <= window/3; from-- {
		before += cells[from-1].width
	}
	shown := 0
	for to = from; to < len(cells) && shown+cells[to].width <= window; to++ {
		shown += cells[to].width
	}
	return from, to
}

// visible keeps a message on one line and free of terminal controls.
func visible(s string) string {
	clean := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
	if clean && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		b.WriteString(strings.ReplaceAll(cellOf(r, size).text, "    ", " "))
		s = s[size:]
	}
	return b.String()
}
