package golang

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"github.com/echomq/emqgen/internal/protocol"
)

// commentWidth is how many characters a line of a doc comment may have.
const commentWidth = 80

// comment writes paragraphs as a doc comment. Empty ones are left out; a blank
// line within one starts another.
func comment(paragraphs ...string) jen.Code { return jen.Comment(commentText(paragraphs...)) }

// item marks a paragraph as an item of a list.
func item(text string) string { return "- " + text }

// commentText gives the lines of a doc comment. They are laid out as gofmt leaves
// them, whatever the text, and jennifer writes them as they are, since they begin
// with slashes.
func commentText(paragraphs ...string) string {
	var b bytes.Buffer
	writeComment(&b, paragraphs...)
	return b.String()
}

func writeComment(b *bytes.Buffer, paragraphs ...string) {
	begun, list := false, false
	for _, text := range paragraphs {
		for _, words := range split(text) {
			isItem := len(words) > 1 && words[0] == "-"
			if begun {
				b.WriteByte('\n')
			}
			if begun && !(list && isItem) {
				b.WriteString("//\n")
			}
			begun = true
			if list = isItem; isItem {
				wrap(b, words[1:], "//   - ", "//     ")
			} else {
				wrap(b, words, "// ", "// ")
			}
		}
	}
}

// curled are the quotes that gofmt puts for doubled ones.
var curled = strings.NewReplacer("``", "\u201c", "''", "\u201d")

// split gives the paragraphs of a text as words, without whatever a Go source
// file may not hold or an editor would not show. Each ends like a sentence: a line
// that does not would become a heading.
func split(text string) [][]string {
	if isBare([]byte(text)) && !strings.Contains(text, "``") && !strings.Contains(text, "''") {
		return paragraph(nil, strings.Fields(text))
	}
	text = curled.Replace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == utf8.RuneError, unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsSpace(r), unicode.IsControl(r):
			return ' '
		}
		return r
	}, text))
	var paragraphs [][]string
	var words []string
	for line := range strings.Lines(text + "\n\n") {
		more := strings.Fields(line)
		words = append(words, more...)
		if len(more) == 0 {
			paragraphs, words = paragraph(paragraphs, words), nil
		}
	}
	return paragraphs
}

// paragraph ends a paragraph, unless it has not begun.
func paragraph(paragraphs [][]string, words []string) [][]string {
	if len(words) == 0 {
		return paragraphs
	}
	words[len(words)-1] = protocol.Sentence(words[len(words)-1])
	return append(paragraphs, words)
}

// wrap fills lines with words.
func wrap(b *bytes.Buffer, words []string, first, indent string) {
	b.WriteString(first)
	length := len(first)
	for i, word := range words {
		word = harmless(word)
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case length+1+n > commentWidth && !isMarker(word):
			b.WriteByte('\n')
			b.WriteString(indent)
			length = len(indent)
		default:
			b.WriteByte(' ')
			length++
		}
		b.WriteString(word)
		length += n
	}
}

// harmless takes from a word what it would mean to gofmt: a build constraint, or
// the definition of a link.
func harmless(word string) string {
	if word == "+build" {
		return `"+build"`
	}
	if text, ok := strings.CutSuffix(word, "]:"); ok {
		return text + "] :"
	}
	return word
}

// isMarker tells whether a word at the beginning of a line would begin an item of
// a list.
func isMarker(word string) bool {
	digits := strings.TrimLeft(word, "0123456789")
	return word == "-" || word == "*" || word == "+" || word == "\u2022" || digits != word && (digits == "." || digits == ")")
}
