package elixir

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// docWidth is how long a line of documentation may get before it is wrapped.
const docWidth = 92

// heredoc writes text as the value of a @moduledoc, @doc or @typedoc that
// stands at an indentation. Markdown passes as it is; what Elixir would read as
// an escape, an interpolation or the end of the text does not.
func heredoc(text string, indent int) string {
	return `"""` + "\n" + docBlock(text, indent) + "\n" + blanks(indent) + `"""`
}

// docBlock writes the lines of a heredoc.
func docBlock(text string, indent int) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		for _, part := range wrap(strings.TrimRight(line, " \t")) {
			if part != "" {
				part = blanks(indent) + escapeDoc(part)
			}
			lines = append(lines, part)
		}
	}
	return strings.Join(lines, "\n")
}

// wrap breaks a line of prose between words. Words that could begin a block of
// Markdown (a list, a heading, a quotation) never come first, and indented
// lines, which are code, stay whole.
func wrap(line string) []string {
	code := strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t")
	if utf8.RuneCountInString(line) <= docWidth || code && !strings.HasPrefix(line, bullet) {
		return []string{line}
	}
	indent := ""
	if strings.HasPrefix(line, bullet) {
		indent = blanks(len(bullet))
	}
	var lines []string
	current, size := "", 0
	for i, word := range strings.Split(line, " ") {
		n := utf8.RuneCountInString(word)
		first, _ := utf8.DecodeRuneInString(word)
		if i > 0 && size+1+n > docWidth && unicode.IsLetter(first) {
			lines = append(lines, current)
			current, size = indent+word, len(indent)+n
			continue
		}
		if i > 0 {
			current, size = current+" ", size+1
		}
		current, size = current+word, size+n
	}
	return append(lines, current)
}

// escapeDoc writes a line for a heredoc. Characters that do not show, or that
// the Elixir tokenizer refuses because they reorder text, become escapes.
func escapeDoc(line string) string {
	var b strings.Builder
	for i, r := range line {
		switch {
		case r == '\\', r == '"' && strings.HasPrefix(line[i:], `"""`), r == '#' && strings.HasPrefix(line[i:], "#{"):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\t', unicode.IsPrint(r):
			b.WriteRune(r)
		case r == utf8.RuneError && !strings.HasPrefix(line[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02X`, line[i])
		default:
			fmt.Fprintf(&b, `\u{%X}`, r)
		}
	}
	return b.String()
}

// bullet begins an item of a list, in the layout of Elixir's own docs.
const bullet = "  * "

// item writes an entry of a list: a name and what the spec says about it.
func item(name, doc string) string {
	if doc = strings.Join(strings.Fields(doc), " "); doc != "" {
		name += " - " + doc
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
