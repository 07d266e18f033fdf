package python

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/echomq/emqgen/internal/protocol"
)

// doc is a docstring in the making: paragraphs, then sections in the style of
// Google's guide.
type doc struct {
	indent int
	lines  []docLine
}

// docLine is a line before it is wrapped.
type docLine struct {
	indent, hang int // of the first line it becomes, and of the others
	text         string
}

// item is one entry of a section; a section that has but one needs no name.
type item struct{ name, doc string }

// docstring writes a docstring of paragraphs at an indentation.
func docstring(indent int, paragraphs ...string) string {
	var b strings.Builder
	d := doc{indent: indent}
	for _, p := range paragraphs {
		d.add(p)
	}
	d.write(&b)
	return b.String()
}

// add adds a paragraph, or several that are one text; its own lines stay lines.
func (d *doc) add(text string) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	d.gap()
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.Trim(line, " \t")
		indent := strings.Index(line, words)
		d.lines = append(d.lines, docLine{indent, indent, words})
	}
}

// section adds a section, unless it has no entries.
func (d *doc) section(title string, items ...item) {
	if len(items) == 0 {
		return
	}
	d.lines = slices.Grow(d.lines, 2+len(items))
	d.gap()
	d.lines = append(d.lines, docLine{text: title + ":"})
	for _, i := range items {
		text := i.name + ": " + i.doc
		if i.name == "" {
			text = i.doc
		}
		d.lines = append(d.lines, docLine{4, 8, text})
	}
}

func (d *doc) gap() {
	if len(d.lines) > 0 {
		d.lines = append(d.lines, docLine{})
	}
}

// String writes the docstring.
func (d *doc) String() string {
	var b strings.Builder
	d.write(&b)
	return b.String()
}

func (d *doc) write(b *strings.Builder) {
	lines := d.wrapped(0)
	if len(lines) == 1 {
		lines = d.wrapped(len(`"""`)) // the end stands on the same line
	}
	size := 2 * len(`"""`)
	for _, line := range lines {
		size += len("\n") + d.indent + line.indent + len(line.text)
	}
	b.Grow(size)
	b.WriteString(blanks(d.indent))
	b.WriteString(`"""`)
	for i, line := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		if line.text == "" {
			continue
		}
		if i > 0 {
			b.WriteString(blanks(d.indent))
		}
		b.WriteString(blanks(line.indent))
		b.WriteString(line.text)
	}
	if len(lines) > 1 {
		b.WriteByte('\n')
		b.WriteString(blanks(d.indent))
	}
	b.WriteString(`"""`)
}

// wrapped breaks the text into lines that leave room at their end.
func (d *doc) wrapped(room int) []docLine {
	lines := make([]docLine, 0, len(d.lines)+4)
	for _, line := range d.lines {
		taken := d.indent + room
		if len(lines) == 0 {
			taken += len(`"""`)
		}
		lines = line.wrap(lines, width-taken)
	}
	dedent(lines[1:])
	first, last := &lines[0].text, &lines[len(lines)-1].text
	if strings.HasPrefix(*first, `"`) {
		*first = `\` + *first
	}
	if body, ok := strings.CutSuffix(*last, `"`); ok {
		backslashes := len(body) - len(strings.TrimRight(body, `\`))
		if backslashes%2 == 0 {
			*last = body + `\"`
		}
	}
	return lines
}

// dedent removes the indentation that all lines share, as formatters do below the
// first line of a docstring.
func dedent(lines []docLine) {
	shared := -1
	for _, line := range lines {
		if line.text != "" && (shared < 0 || line.indent < shared) {
			shared = line.indent
		}
	}
	for i := range lines {
		lines[i].indent -= shared
	}
}

// comment writes text as a comment at an indentation.
func comment(indent int, text string) string {
	var b strings.Builder
	for i, line := range (docLine{text: text}).wrap(nil, width-indent-len("# ")) {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(blanks(indent))
		b.WriteString("# ")
		b.WriteString(line.text)
	}
	return b.String()
}

// wrap appends what a line becomes when it is broken between words, where it has
// some, to at most size characters.
func (l docLine) wrap(to []docLine, size int) []docLine {
	text := l.text
	switch {
	case !isPlain(text, " ") || strings.Contains(text, "  "):
		words := strings.Fields(text)
		for i, word := range words {
			words[i] = escapeDoc(word)
		}
		text = strings.Join(words, " ")
	case l.indent+len(text) > size:
		text = strings.Trim(text, " ")
	}
	line := docLine{indent: l.indent}
	length := l.indent
	for start, end := 0, 0; end < len(text); {
		next := len(text)
		if blank := strings.IndexByte(text[end+1:], ' '); blank >= 0 {
			next = end + 1 + blank
		}
		word := text[end:next] // with the blank before it
		if n := utf8.RuneCountInString(word); end > start && length+n > size {
			to = append(to, line)
			start, line.indent, length = end+1, l.hang, l.hang+n-1
		} else {
			length += n
		}
		line.text = text[start:next]
		end = next
	}
	return append(to, line)
}

// escapeDoc writes a word for a docstring. Backslashes and triple quotes lose
// their meaning; what does not show, or reorders text, becomes an escape.
func escapeDoc(word string) string {
	if isPlain(word, "") {
		return word
	}
	var b strings.Builder
	for i, r := range word {
		switch {
		case r == '\\', strings.HasPrefix(word[i:], `"""`):
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteString(codePoint(r))
		}
	}
	return b.String()
}

// isPlain reports whether text can stand in a docstring as it is; also lists what
// it may hold beside words.
func isPlain(text, also string) bool {
	for i := range len(text) {
		c := text[i]
		if (c <= ' ' || c > '~' || c == '\\' || c == '"') && strings.IndexByte(also, c) < 0 {
			return false
		}
	}
	return true
}

// describeHole says what a value is, and what a hole admits of it. The hole is nil
// for what goes into no key.
func describeHole(said string, t protocol.Type, hole *protocol.Param) string {
	limits := hole.Limits()
	switch {
	case limits == "":
		return describe(said, t)
	case said == "" && t.Kind == protocol.Text:
		return limits
	}
	return protocol.Sentence(describe(said, t)) + " " + limits
}

// describe says what a value is, where the spec does not.
func describe(said string, t protocol.Type) string {
	if said != "" {
		return said
	}
	switch t.Kind {
	case protocol.Bytes:
		return "Any bytes, kept exactly."
	case protocol.Float:
		return "A number of 64 bits."
	case protocol.Bool:
		return "Yes or no."
	case protocol.Branded:
		return "A branded id."
	case protocol.Enum:
		return "One of the words of its enum."
	case protocol.Count:
		return "How many, never negative."
	case protocol.Int:
		switch t.Unit {
		case protocol.Millis:
			return "A length of time, in whole milliseconds on the wire."
		case protocol.UnixMs:
			return "An instant, in whole milliseconds on the wire."
		}
		return "An integer of 64 bits."
	}
	return "Any text."
}
