package elixir

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/echomq/emqgen/internal/protocol"
)

// docWidth is how long a line of documentation may get before it is wrapped.
const docWidth = 92

// bullet begins an item of a list, in the layout of Elixir's own docs.
const bullet = "  * "

// heredoc gives text as the value of a @moduledoc, @doc or @typedoc that stands
// at an indentation. Markdown passes as it is; what Elixir would read as an
// escape, an interpolation or the end of the text does not.
func heredoc(text string, indent int) string {
	return written(func(b *bytes.Buffer) { writeHeredoc(b, text, indent) })
}

// docBlock gives the lines of a heredoc.
func docBlock(text string, indent int) string {
	return written(func(b *bytes.Buffer) { writeDocLines(b, text, indent) })
}

func writeHeredoc(b *bytes.Buffer, text string, indent int) {
	b.WriteString(`"""` + "\n")
	writeDocLines(b, text, indent)
	newLine(b, indent)
	b.WriteString(`"""`)
}

var unixLines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func writeDocLines(b *bytes.Buffer, text string, indent int) {
	if strings.Contains(text, "\r") {
		text = unixLines.Replace(text)
	}
	first := true
	for line := range strings.SplitSeq(text, "\n") {
		for part := range wrap(strings.TrimRight(line, " \t")) {
			if !first {
				b.WriteByte('\n')
			}
			first = false
			if part != "" {
				writeBlanks(b, indent)
				writeDocText(b, part)
			}
		}
	}
}

// wrap breaks a line of prose between words. Words that could begin a block of
// Markdown (a list, a heading, a quotation) never come first, and indented
// lines, which are code, stay whole.
func wrap(line string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		inList := strings.HasPrefix(line, bullet)
		code := !inList && (strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t"))
		if code || len(line) <= docWidth || utf8.RuneCountInString(line) <= docWidth {
			yield(line)
			return
		}
		start, size := 0, 0 // of the part that is being filled, in bytes and in characters
		indent := ""
		for i := 0; i < len(line); {
			end := len(line)
			if blank := strings.IndexByte(line[i+1:], ' '); blank >= 0 {
				end = i + 1 + blank
			}
			word := line[i:end] // with the blank in front of it
			n := utf8.RuneCountInString(word)
			first, _ := utf8.DecodeRuneInString(strings.TrimPrefix(word, " "))
			if i > start && size+n > docWidth && unicode.IsLetter(first) {
				if !yield(indent + line[start:i]) {
					return
				}
				if inList {
					indent = "    "
				}
				start, size = i+1, len(indent)-1
			}
			size += n
			i = end
		}
		yield(indent + line[start:])
	}
}

// writeDocText writes a line of a heredoc. Characters that do not show, or that
// the Elixir tokenizer refuses because they reorder text, become escapes.
func writeDocText(b *bytes.Buffer, line string) {
	if isPlain(line) {
		b.WriteString(line)
		return
	}
	for i, r := range line {
		switch {
		case r == '\\', r == '"' && strings.HasPrefix(line[i:], `"""`), r == '#' && strings.HasPrefix(line[i:], "#{"):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= ' ' && r <= '~', r == '\t':
			b.WriteByte(byte(r))
		case r == utf8.RuneError && !strings.HasPrefix(line[i:], "\uFFFD"):
			fmt.Fprintf(b, `\x%02X`, line[i])
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(b, `\u{%X}`, r)
		}
	}
}

// isPlain reports whether a line holds nothing that could need an escape.
func isPlain(line string) bool {
	for i := range len(line) {
		if c := line[i]; c < ' ' || c > '~' || c == '\\' || c == '"' || c == '#' {
			return false
		}
	}
	return true
}

// escapeDoc gives a text of one line for a heredoc.
func escapeDoc(text string) string {
	return written(func(b *bytes.Buffer) { writeDocText(b, text) })
}

// item gives an entry of a list: a name and what the spec says about it.
func item(name, doc string) string {
	if doc = protocol.OneLine(doc); doc != "" {
		return bullet + name + " - " + doc
	}
	return bullet + name
}

// firstLine gives the first line of a doc.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(line)
}

// paragraphs joins texts that stand apart; empty ones are left out.
func paragraphs(parts ...string) string {
	var kept []string
	for _, part := range parts {
		if part = strings.Trim(part, "\n"); part != "" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "\n\n")
}
