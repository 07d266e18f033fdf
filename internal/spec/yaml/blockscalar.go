package yaml

import (
	"fmt"
	"strings"
)

// blockScalar reads a text that stands below its key, after | (line breaks are
// kept) or > (lines are folded).
func (p *parser) blockScalar(parent int, props properties) *Node {
	n := p.node(Scalar, p.off)
	n.Style = Block
	folded := p.peek() == '>'
	indent, chomp := p.header()
	if p.off >= len(p.src) {
		return p.apply(props, n)
	}
	if indent > 0 {
		indent += max(parent, 0)
	} else {
		indent = p.textIndent(max(parent, 0))
	}
	n.Value = p.lines(indent, folded, chomp)
	n.End = p.off
	p.content()
	return p.apply(props, n)
}

// header reads the rest of the line of | or >: digits that say the indentation,
// and + or - for what becomes of the last line breaks.
func (p *parser) header() (indent int, chomp byte) {
	what := p.peek()
	for p.off++; !blankOrEnd(p.src, p.off); p.off++ {
		switch c := p.peek(); {
		case c >= '1' && c <= '9' && indent == 0:
			indent = int(c - '0')
		case (c == '+' || c == '-') && chomp == 0:
			chomp = c
		default:
			p.fail(Syntax, p.off, fmt.Sprintf("unexpected %q after %c", p.word(p.off), what), "begin the text on the next line, or put it in quotes")
		}
	}
	p.blanks()
	if !p.eol() && !p.comment() {
		p.fail(Syntax, p.off, fmt.Sprintf("unexpected %q after %c", p.word(p.off), what), "begin the text on the next line, or put it in quotes")
	}
	p.skipLine()
	return indent, chomp
}

// textIndent finds the indentation of the first line of text.
func (p *parser) textIndent(parent int) int {
	before := *p
	defer func() { p.off, p.line, p.bol = before.off, before.line, before.bol }()
	blank := 0
	for {
		at := p.indented()
		p.off = p.bol + at
		if p.peek() == '\t' {
			p.fail(Syntax, p.off, "a tab where only blanks indent", "write blanks")
		}
		if p.off >= len(p.src) {
			return max(at, blank, parent+1)
		}
		if !p.eol() {
			if at > parent && blank > at {
				p.fail(Syntax, p.off, fmt.Sprintf("%q is indented less than the blank lines above it", p.word(p.off)), "remove the blanks from those lines")
			}
			return max(at, blank, parent+1)
		}
		blank = max(blank, at)
		p.breakLine()
	}
}

// lines reads the text of a block scalar.
func (p *parser) lines(indent int, folded bool, chomp byte) string {
	var b strings.Builder
	var lastBreak string // the break after the last line of text
	afterIndented := false
	blanks := p.blankLines(indent)
	for p.off < len(p.src) && p.indent() == indent {
		indented := p.peek() == ' ' || p.peek() == '\t'
		if folded && lastBreak != "" && !afterIndented && !indented {
			if blanks == 0 {
				b.WriteByte(' ')
			}
		} else {
			b.WriteString(lastBreak)
		}
		b.WriteString(strings.Repeat("\n", blanks))
		start := p.off
		for !p.eol() {
			p.off++
		}
		b.WriteString(p.src[start:p.off])
		afterIndented = indented
		lastBreak, blanks = "", 0
		if p.off < len(p.src) {
			lastBreak = "\n"
			p.breakLine()
			blanks = p.blankLines(indent)
		}
	}
	if chomp != '-' {
		b.WriteString(lastBreak)
	}
	if chomp == '+' {
		b.WriteString(strings.Repeat("\n", blanks))
	}
	if p.off < len(p.src) {
		p.off = p.bol
	}
	return b.String()
}

// blankLines moves over lines without text and counts them. It ends at the
// indentation of the next line, or before it if the line is not indented enough.
func (p *parser) blankLines(indent int) int {
	count := 0
	for {
		p.off = p.bol + min(p.indented(), indent)
		if p.indent() < indent && p.peek() == '\t' {
			p.fail(Syntax, p.off, "a tab where only blanks indent", "write blanks")
		}
		if !p.eol() || p.off >= len(p.src) {
			return count
		}
		p.breakLine()
		count++
	}
}
