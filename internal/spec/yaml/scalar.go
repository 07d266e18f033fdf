package yaml

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// properties are what stands before a node: an anchor, a tag.
type properties struct {
	anchor string
	text   bool // !!str
	tag    bool // one that is refused
}

// property reads an anchor or a tag, if there is one.
func (p *parser) property(props *properties) bool {
	start := p.off
	switch c := p.peek(); {
	case c == '&' && props.anchor != "", c == '!' && (props.text || props.tag):
		p.fail(Syntax, start, "a second anchor or tag for one value", "keep one of them")
	case c == '&':
		props.anchor = p.anchorName("&")
	case c == '!':
		for !blankOrEnd(p.src, p.off) && !flowIndicator(p.src, p.off) {
			p.off++
		}
		if tag := p.src[start:p.off]; tag != "!!str" {
			p.note(Feature, start, fmt.Sprintf("the tag %q is not part of the format", cut(tag)), "remove it; quotes make a text of a number")
			props.tag = true
			break
		}
		props.text = true
	default:
		return false
	}
	return true
}

// anchorName reads & or * and the name behind it.
func (p *parser) anchorName(sigil string) string {
	start := p.off
	p.off++
	for p.off < len(p.src) && isWordByte(p.src[p.off]) {
		p.off++
	}
	name := p.src[start+1 : p.off]
	if name == "" || !blankOrEnd(p.src, p.off) && strings.IndexByte(",]}", p.peek()) < 0 {
		p.fail(Syntax, start, fmt.Sprintf("%q is no name for an anchor", p.word(start)), "write "+sigil+" and letters, digits, _ or -; text that begins with "+sigil+" stands in quotes")
	}
	return name
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// apply gives a node its properties.
func (p *parser) apply(props properties, n *Node) *Node {
	if props.text {
		if n.Kind != Scalar {
			p.noteAt(Feature, n, "the tag !!str on a collection", "remove it")
		}
		n.tagged = true
	}
	if props.tag && n.Kind == Scalar {
		n.Kind = Unread // what it means is for the tag to say
	}
	if props.anchor != "" {
		if p.anchors == nil {
			p.anchors = map[string]*Node{}
		}
		p.anchors[props.anchor] = n
	}
	return n
}

// alias reads an alias and stands in the node it names.
func (p *parser) alias(props properties) *Node {
	start := p.off
	if props != (properties{}) {
		p.fail(Syntax, start, "an alias with an anchor or tag of its own", "remove one of them")
	}
	name := p.anchorName("*")
	n, ok := p.anchors[name]
	switch {
	case !ok && len(p.errs) > 0:
		return p.node(Unread, start) // it may stand where an error is
	case !ok:
		p.fail(Syntax, start, fmt.Sprintf("no anchor &%s above", name), "text that begins with * stands in quotes")
	case n.open:
		p.fail(Limit, start, fmt.Sprintf("the alias *%s stands within what it names", name), "an alias cannot hold itself: write the value out")
	}
	if p.aliased += n.weight; p.aliased > maxAliased {
		p.fail(Limit, start, fmt.Sprintf("the aliases stand for more than %d values", maxAliased), "write fewer aliases of aliases")
	}
	return n
}

// startsPlain reports whether a plain scalar can begin at off.
func startsPlain(s string, off int) bool {
	if off >= len(s) {
		return false
	}
	switch s[off] {
	case '-', '?', ':':
		return !blankOrEnd(s, off+1)
	case ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`', ' ', '\t', '\n', '\r':
		return false
	}
	return true
}

func flowIndicator(s string, off int) bool {
	if off >= len(s) {
		return false
	}
	switch s[off] {
	case ',', '[', ']', '{', '}':
		return true
	}
	return false
}

// plainEnd finds where a plain scalar ends on its line: before a comment, a
// colon that makes it a key, in brackets before an indicator, or at the end of
// the line. Blanks before that are not yet cut off.
func plainEnd(s string, off int, inFlow bool) (end int, colon bool) {
	for i := off; i < len(s); i++ {
		switch s[i] {
		case '\n', '\r':
			return i, false
		case '#':
			if i > off && (s[i-1] == ' ' || s[i-1] == '\t') {
				return i, false
			}
		case ':':
			if blankOrEnd(s, i+1) {
				return i, true
			}
		case '?':
			if inFlow && blankOrEnd(s, i+1) {
				return i, false
			}
		case ',', '[', ']', '{', '}':
			if inFlow {
				return i, false
			}
		}
	}
	return len(s), false
}

// reserved refuses a character that cannot begin a value.
func (p *parser) reserved() {
	r, _ := utf8.DecodeRuneInString(p.src[p.off:])
	p.fail(Syntax, p.off, fmt.Sprintf("%q cannot begin a value", r), "put the value in quotes")
}

// plain reads a scalar without quotes and the lines that continue it.
func (p *parser) plain(parent int, props properties) *Node {
	if !startsPlain(p.src, p.off) {
		p.reserved()
	}
	n := p.node(Scalar, p.off)
	end, colon := plainEnd(p.src, p.off, false)
	if colon {
		p.fail(Syntax, end, fmt.Sprintf("unexpected : after %q", cut(strings.TrimSpace(p.src[p.off:end]))), "put text that holds a colon and a blank in quotes; a nested mapping begins on a line of its own")
	}
	n.Value = p.piece(end)
	for p.eol() {
		breaks, ok := p.continues(parent)
		if !ok {
			break
		}
		end, colon := plainEnd(p.src, p.off, false)
		if colon && p.indent() == int(n.Col)-1 {
			p.off, p.line, p.bol = n.Start, int(n.Line)-1, n.Start-p.indent()
			p.noKey()
		}
		if colon {
			p.fail(Syntax, p.off, fmt.Sprintf("%q is indented deeper than the keys around it, which makes it part of the text above", p.word(p.off)), "indent it like the key above, or put text that holds a colon in quotes")
		}
		n.Value += fold(breaks) + p.piece(end)
	}
	n.End = p.off
	p.content()
	return p.apply(props, n)
}

// piece takes the text up to end, without the blanks before it, and moves there.
func (p *parser) piece(end int) string {
	text := strings.TrimRight(p.src[p.off:end], " \t")
	p.off += len(text)
	rest := p.off
	p.blanks()
	if !p.eol() {
		p.off = rest
	}
	return text
}

// continues looks whether the text goes on below: the next line that is not
// blank is indented deeper than parent and is no comment. If so it moves there
// and counts the line breaks.
func (p *parser) continues(parent int) (breaks int, ok bool) {
	before := *p
	for p.off < len(p.src) {
		p.breakLine()
		breaks++
		p.blanks()
		if at := p.bol + p.indented(); at-p.bol <= parent && at < p.off {
			break // a tab, which whoever reads on refuses
		}
		if !p.eol() {
			if p.indented() <= parent || p.comment() || p.off == p.bol && (p.marker("---") || p.marker("...")) {
				break
			}
			return breaks, true
		}
	}
	p.off, p.line, p.bol = before.off, before.line, before.bol
	return 0, false
}

// fold is what line breaks within text stand for.
func fold(breaks int) string {
	if breaks == 1 {
		return " "
	}
	return strings.Repeat("\n", breaks-1)
}

// flowPlain reads a scalar without quotes within brackets.
func (p *parser) flowPlain(parent int, props properties) *Node {
	c := p.peek()
	if c == ':' {
		p.fail(Syntax, p.off, "a colon without a key", "write key: value; text that begins with a colon stands in quotes")
	}
	if !startsPlain(p.src, p.off) || flowIndicator(p.src, p.off+1) && (c == '-' || c == '?') {
		p.reserved()
	}
	n := p.node(Scalar, p.off)
	end, _ := plainEnd(p.src, p.off, true)
	if p.src[end-1] == ':' && flowIndicator(p.src, end) {
		p.fail(Syntax, end-1, "a colon needs a blank after it", "write key: value; text that ends with a colon stands in quotes")
	}
	n.Value = p.piece(end)
	for p.eol() {
		breaks, ok := p.continues(parent)
		if !ok || flowIndicator(p.src, p.off) || p.questionMark() {
			break
		}
		end, _ := plainEnd(p.src, p.off, true)
		n.Value += fold(breaks) + p.piece(end)
	}
	n.End = p.off
	return p.apply(props, n)
}

// quoted reads a scalar in quotes. It may go on over lines that are indented
// deeper than parent.
func (p *parser) quoted(parent int, props properties) *Node {
	n := p.node(Scalar, p.off)
	quote := p.peek()
	n.Style = Double
	if quote == '\'' {
		n.Style = Single
	}
	line := p.line
	p.off++
	var b strings.Builder
	for {
		start := p.off
		for p.off < len(p.src) && p.src[p.off] != quote && p.src[p.off] != '\\' && !p.eol() {
			p.off++
		}
		text := p.src[start:p.off]
		switch {
		case p.off >= len(p.src):
			p.failAt(Syntax, n, fmt.Sprintf("the quote %c is never closed", quote), fmt.Sprintf("close it with %c", quote))
		case p.eol():
			b.WriteString(strings.TrimRight(text, " \t"))
			b.WriteString(fold(p.within(n, parent)))
		case p.peek() == '\\' && quote == '\'':
			b.WriteString(text + `\`)
			p.off++
		case p.peek() == '\\':
			b.WriteString(text)
			p.escape(&b, n, parent)
		case quote == '\'' && p.off+1 < len(p.src) && p.src[p.off+1] == '\'':
			b.WriteString(text + `'`)
			p.off += 2
		default:
			p.off++
			n.End = p.off
			if n.Value = text; b.Len() > 0 {
				n.Value = b.String() + text
			}
			if p.line > line {
				p.followsQuoted(n, quote)
			}
			return p.apply(props, n)
		}
	}
}

// within moves over line breaks inside quotes and counts them.
func (p *parser) within(n *Node, parent int) int {
	breaks := 0
	for p.eol() && p.off < len(p.src) {
		p.breakLine()
		breaks++
		p.blanks()
	}
	quote := p.src[n.Start]
	if p.off < len(p.src) && (p.indented() <= parent || p.marker("---") || p.marker("...")) {
		p.failAt(Syntax, n, fmt.Sprintf("the quote %c is not closed before line %d", quote, p.line+1), fmt.Sprintf("close it with %c, or indent the lines it goes on over", quote))
	}
	return breaks
}

// followsQuoted blames the quote that opens a text of several lines when the
// one that closes it was most likely meant to open another.
func (p *parser) followsQuoted(n *Node, quote byte) {
	rest := strings.TrimLeft(p.src[p.off:], " \t")
	if rest == "" || strings.IndexByte("\n\r#,]}:", rest[0]) >= 0 {
		return
	}
	p.failAt(Syntax, n, fmt.Sprintf("the quote %c is closed on line %d only, before %q", quote, p.line+1, p.word(p.off)), fmt.Sprintf("close it with %c where the text ends", quote))
}

// escapes of one character, and how many hex digits the others take.
var (
	escapes = map[byte]string{
		'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b",
		' ': " ", '"': `"`, '/': "/", '\\': `\`, 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
	}
	hexDigits = map[byte]int{'x': 2, 'u': 4, 'U': 8}
)

// escape reads a backslash and what belongs to it.
func (p *parser) escape(b *strings.Builder, n *Node, parent int) {
	start := p.off
	p.off++
	c := p.peek()
	if p.off >= len(p.src) {
		return
	}
	if p.eol() {
		b.WriteString(strings.Repeat("\n", p.within(n, parent)-1))
		return
	}
	if s, ok := escapes[c]; ok {
		p.off++
		b.WriteString(s)
		return
	}
	digits, ok := hexDigits[c]
	if !ok {
		r, _ := utf8.DecodeRuneInString(p.src[p.off:])
		p.fail(Syntax, start, fmt.Sprintf(`\%c is no escape`, r), `write \\ for a backslash, or use single quotes`)
	}
	end := p.off + 1 + digits
	code, err := strconv.ParseUint(p.src[p.off+1:min(end, len(p.src))], 16, 32)
	if err != nil || end > len(p.src) {
		p.fail(Syntax, start, fmt.Sprintf(`\%c takes %d hex digits`, c, digits), `write \\ for a backslash, or use single quotes`)
	}
	if !utf8.ValidRune(rune(code)) {
		p.fail(Syntax, start, fmt.Sprintf(`\%c%X is no character`, c, code), "write the code point of a character")
	}
	b.WriteRune(rune(code))
	p.off = end
}
