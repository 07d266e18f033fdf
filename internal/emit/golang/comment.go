package golang

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"
)

// commentWidth is how many characters a line of a doc comment may have.
const commentWidth = 80

// comment writes paragraphs as a doc comment. Empty ones are left out; a blank
// line within one starts another.
func comment(paragraphs ...string) jen.Code { return jen.Comment(commentText(paragraphs...)) }

// item marks a paragraph as an item of a list.
func item(text string) string { return "- " + text }

// commentText gives the lines of a doc comment. jennifer writes them as they are,
// since they begin with slashes.
func commentText(paragraphs ...string) string {
	var lines []string
	list := false
	for _, text := range paragraphs {
		for _, words := range split(text) {
			isItem := words[0] == "-"
			if len(lines) > 0 && !(list && isItem) {
				lines = append(lines, "//")
			}
			if list = isItem; isItem {
				lines = append(lines, wrap(words[1:], "//   - ", "//     ")...)
			} else {
				lines = append(lines, wrap(words, "// ", "// ")...)
			}
		}
	}
	return strings.Join(lines, "\n")
}

// split gives the paragraphs of a text as words, without whatever a Go source
// file may not hold or an editor would not show.
func split(text string) [][]string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == utf8.RuneError, unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsSpace(r), unicode.IsControl(r):
			return ' '
		}
		return r
	}, text)
	var paragraphs [][]string
	var words []string
	for line := range strings.Lines(clean + "\n\n") {
		more := strings.Fields(line)
		words = append(words, more...)
		if len(more) == 0 && len(words) > 0 {
			paragraphs = append(paragraphs, words)
			words = nil
		}
	}
	return paragraphs
}

// wrap fills lines with words.
func wrap(words []string, first, indent string) []string {
	var lines []string
	line := first
	for i, word := range words {
		if word == "+build" {
			// At the beginning of a line, gofmt would take it for a constraint.
			word = `"+build"`
		}
		switch {
		case i == 0:
			line += word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > commentWidth:
			lines = append(lines, line)
			line = indent + word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// sentence makes a text end like one.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?:") {
		return text
	}
	return text + "."
}
