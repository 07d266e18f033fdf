package syntax

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Source is a script's text and the lines it falls into. A line ends at LF, CRLF
// or a lone CR, as Lua counts them.
type Source struct {
	Text  string
	lines []int // offset of the first byte of each line
}

// NewSource cuts a text into lines.
func NewSource(text string) *Source {
	s := &Source{Text: text, lines: make([]int, 1, 2+strings.Count(text, "\n"))}
	ends := "\n"
	if strings.Contains(text, "\r") {
		ends = "\r\n"
	}
	for i := 0; ; i++ {
		next := strings.IndexAny(text[i:], ends)
		if next < 0 {
			return s
		}
		if i += next; text[i] == '\n' || !strings.HasPrefix(text[i+1:], "\n") {
			s.lines = append(s.lines, i+1)
		}
	}
}

// Position gives line and column of an offset, both from 1. The column counts
// code points, a byte that is no UTF-8 as one; a byte order mark stands before
// the first column.
func (s *Source) Position(offset int) (line, col int) {
	offset = min(max(offset, 0), len(s.Text))
	line = sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > offset })
	before := s.Text[s.lines[line-1]:offset]
	if line == 1 {
		before = strings.TrimPrefix(before, "\ufeff")
	}
	return line, utf8.RuneCountInString(before) + 1
}

// Line gives the number of the line that holds an offset.
func (s *Source) Line(offset int) int {
	line, _ := s.Position(offset)
	return line
}

// Slice gives the text of a span.
func (s *Source) Slice(at Span) string { return s.Text[at.Start:at.End] }
