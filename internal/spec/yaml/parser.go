package yaml

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	maxDepth   = 64      // levels of nesting
	maxKey     = 1024    // bytes of a key, as YAML has it
	maxErrors  = 100     // errors of one kind that are worth reporting
	maxAliased = 100_000 // values that all aliases together stand for
)

// Parse reads one document. The node is nil when there is none, or when the errors
// leave nothing of it; otherwise what they leave is Unread where it has an error. A
// byte order mark is skipped; the text must be valid UTF-8.
func Parse(source string) (*Node, []Error) {
	p := &parser{src: source, at: column{line: -1}}
	if strings.HasPrefix(source, "\ufeff") {
		p.off, p.bol = 3, 3
	}
	root, ok := p.attempt(p.document)
	for !ok && p.resume() {
		_, ok = p.attempt(func() *Node { return p.block(-1, properties{}) })
	}
	return root, append(p.errs, p.duplicates...)
}

// parser reads by recursive descent. Between any two steps the cursor stands on
// what has not been read yet.
type parser struct {
	src        string
	off        int // the cursor
	line       int // its line, from 0
	bol        int // offset of the first byte of its line
	depth      int
	at         column
	anchors    map[string]*Node
	aliased    int32   // values that the aliases so far stand for
	slab       []Node  // nodes to be
	links      []*Node // and room for children to be
	ended      bool    // the document is over: what follows is not part of it
	errs       []Error
	duplicates []Error
}

// column remembers a position of the current line whose column is known, so
// that counting code points goes over each line once.
type column struct{ line, off, col int }

// attempt runs a step and records the error it bails out with.
func (p *parser) attempt(step func() *Node) (root *Node, ok bool) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Error:
			p.errs = append(p.errs, *e)
			root, ok = nil, false
		default:
			panic(e)
		}
	}()
	return step(), true
}

// resume moves the cursor behind an error: to the next line that begins a
// key of the outermost mapping. It reports whether there is one.
func (p *parser) resume() bool {
	last := p.errs[len(p.errs)-1]
	if last.Class == Limit || p.ended || len(p.errs) >= maxErrors {
		return false
	}
	p.depth = 0
	p.off, p.line, p.bol = 0, 0, 0
	for p.off < len(p.src) {
		if p.line >= last.Line && p.startsKey() {
			return true
		}
		p.skipLine()
	}
	return false
}

func (p *parser) startsKey() bool {
	switch c := p.peek(); {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		_, ok := p.keyAhead()
		return ok
	}
	return false
}

// document reads the one document of the source.
func (p *parser) document() *Node {
	if !p.content() {
		return nil
	}
	if p.peek() == '%' && p.off == p.bol {
		p.ended = true
		p.fail(Feature, p.off, "a directive is not part of the format", "remove the line")
	}
	if p.marker("---") {
		p.off += 3
		p.blanks()
		if !p.eol() && !p.comment() {
			p.fail(Feature, p.off, "a value cannot begin on the line of ---", "begin it on a line of its own")
		}
		if !p.content() {
			return nil
		}
	}
	if p.marker("---") || p.marker("...") {
		p.fail(Syntax, p.off, "the document ends before it begins", "remove the line")
	}
	root := p.block(-1, properties{})
	p.ended = true
	if p.marker("---") {
		p.fail(Feature, p.off, "a second document begins here", "keep one document to a file")
	}
	if p.marker("...") {
		p.off += 3
		if p.content() {
			p.fail(Feature, p.off, "text after the end of the document", "remove it, or the ... above it")
		}
	}
	p.ended = false
	if p.off < len(p.src) {
		p.fail(Syntax, p.off, fmt.Sprintf("%q does not belong to anything above", p.word(p.off)), "indent it like what it belongs to")
	}
	return root
}

// marker reports whether the cursor is at a --- or ... that stands at the
// beginning of its line.
func (p *parser) marker(text string) bool {
	return p.off == p.bol && strings.HasPrefix(p.src[p.off:], text) && blankOrEnd(p.src, p.off+3)
}

func (p *parser) peek() byte {
	if p.off < len(p.src) {
		return p.src[p.off]
	}
	return 0
}

func (p *parser) eol() bool {
	return p.off >= len(p.src) || p.src[p.off] == '\n' || p.src[p.off] == '\r'
}

// blanks skips blanks and tabs.
func (p *parser) blanks() {
	for p.off < len(p.src) && (p.src[p.off] == ' ' || p.src[p.off] == '\t') {
		p.off++
	}
}

// breakLine moves over a line break.
func (p *parser) breakLine() {
	if p.off < len(p.src) && p.src[p.off] == '\r' {
		p.off++
		if p.off < len(p.src) && p.src[p.off] == '\n' {
			p.off++
		}
	} else if p.off < len(p.src) {
		p.off++
	}
	p.line++
	p.bol = p.off
}

// comment reports whether a comment begins here.
func (p *parser) comment() bool {
	return p.peek() == '#' && (p.off == p.bol || p.src[p.off-1] == ' ' || p.src[p.off-1] == '\t')
}

// skipLine moves to the beginning of the next line.
func (p *parser) skipLine() {
	if i := strings.IndexAny(p.src[p.off:], "\r\n"); i >= 0 {
		p.off += i
		p.breakLine()
	} else {
		p.off = len(p.src)
	}
}

// content moves to the next character that is neither blank nor comment, on
// this line or a later one. It reports whether there is one. No line may be
// indented with tabs, not even one without content.
func (p *parser) content() bool {
	for {
		start := p.off
		p.blanks()
		if start == p.bol {
			p.noTab(start)
		}
		switch {
		case p.off >= len(p.src):
			return false
		case p.eol():
			p.breakLine()
		case p.comment():
			p.skipLine()
		default:
			return true
		}
	}
}

// noTab refuses a tab between start and the cursor, where only blanks indent.
func (p *parser) noTab(start int) {
	if tab := strings.IndexByte(p.src[start:p.off], '\t'); tab >= 0 {
		p.fail(Syntax, start+tab, "a tab where only blanks indent", "write blanks")
	}
}

// indent is the column of the cursor, from 0.
func (p *parser) indent() int { return p.off - p.bol }

// endOfValue makes sure that nothing but a comment follows on the line, and
// moves to the next content.
func (p *parser) endOfValue(what string) {
	p.blanks()
	switch {
	case p.eol(), p.comment():
		p.content()
	case p.peek() == ':' && blankOrEnd(p.src, p.off+1):
		p.fail(Syntax, p.off, fmt.Sprintf("unexpected : after %s", what), "a key of a nested mapping stands on a line of its own; put text with a : in quotes")
	case p.peek() == '#':
		p.fail(Syntax, p.off, "a comment needs a blank before its #", "put one there")
	default:
		p.fail(Syntax, p.off, fmt.Sprintf("unexpected %q after %s", p.word(p.off), what), "begin a new line, or put the whole value in one pair of quotes")
	}
}

// node makes a node that begins at an offset of the current line.
func (p *parser) node(kind Kind, off int) *Node {
	if len(p.slab) == 0 {
		p.slab = make([]Node, 256)
	}
	n := &p.slab[0]
	p.slab = p.slab[1:]
	n.Kind, n.weight, n.Start, n.End = kind, 1, off, off
	n.Line, n.Col = int32(p.line+1), int32(p.columnOf(off))
	return n
}

// open begins a collection at the cursor.
func (p *parser) open(kind Kind, props properties) *Node {
	if p.depth++; p.depth > maxDepth {
		p.fail(Limit, p.off, fmt.Sprintf("more than %d levels of nesting", maxDepth), "a spec needs no more than ten")
	}
	n := p.node(kind, p.off)
	n.open = true
	return p.apply(props, n)
}

// add appends children and keeps account of what they weigh.
func (p *parser) add(n *Node, children ...*Node) {
	for _, c := range children {
		n.weight += c.weight
	}
	if len(n.Children)+len(children) > cap(n.Children) {
		n.Children = p.moved(n.Children)
	}
	n.Children = append(n.Children, children...)
}

// moved gives the same children with room for more.
func (p *parser) moved(children []*Node) []*Node {
	size := max(4, 2*cap(children))
	if size > len(p.links) {
		p.links = make([]*Node, max(size, 512))
	}
	room := p.links[:len(children):size]
	p.links = p.links[size:]
	copy(room, children)
	return room
}

// close ends a collection.
func (p *parser) close(n *Node) *Node {
	p.depth--
	n.open = false
	n.End = p.off
	if n.Kind == Mapping {
		p.unique(n)
	}
	return n
}

// columnOf counts the code points before an offset of the current line.
func (p *parser) columnOf(off int) int {
	if p.at.line != p.line || p.at.off > off || p.at.off < p.bol {
		p.at = column{p.line, p.bol, 1}
	}
	p.at.col += utf8.RuneCountInString(p.src[p.at.off:off])
	p.at.off = off
	return p.at.col
}

// note records an error that reading goes on behind, at an offset of the current
// line.
func (p *parser) note(class Class, off int, message, help string) {
	if len(p.errs) < maxErrors {
		p.errs = append(p.errs, Error{Class: class, Line: p.line + 1, Col: p.columnOf(off), Message: message, Help: help})
	}
}

// noteAt is note at the beginning of a node.
func (p *parser) noteAt(class Class, n *Node, message, help string) {
	if len(p.errs) < maxErrors {
		p.errs = append(p.errs, Error{Class: class, Line: int(n.Line), Col: int(n.Col), Message: message, Help: help})
	}
}

// fail bails out with an error at an offset of the current line.
func (p *parser) fail(class Class, off int, message, help string) {
	panic(&Error{Class: class, Line: p.line + 1, Col: p.columnOf(off), Message: message, Help: help})
}

// failAt bails out with an error at the beginning of a node.
func (p *parser) failAt(class Class, n *Node, message, help string) {
	panic(&Error{Class: class, Line: int(n.Line), Col: int(n.Col), Message: message, Help: help})
}

// word is what stands at an offset up to the next blank, cut to a length that
// fits into a message.
func (p *parser) word(off int) string {
	rest := p.src[off:]
	if i := strings.IndexAny(rest, " \t\r\n"); i >= 0 {
		rest = rest[:i]
	}
	return cut(rest)
}

// cut shortens a text so that it fits into a message.
func cut(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	end := most
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// blankOrEnd reports whether a blank, a line break or the end is at off.
func blankOrEnd(s string, off int) bool {
	return off >= len(s) || s[off] == ' ' || s[off] == '\t' || s[off] == '\n' || s[off] == '\r'
}
