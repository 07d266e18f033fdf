package yaml

import "fmt"

// flow reads a collection in brackets. It may go on over lines, all of which are
// indented deeper than parent except for the one that closes it: YAML asks for
// that, and it tells a bracket that was never closed from a mistake within.
func (p *parser) flow(parent int, props properties) *Node {
	kind := Sequence
	if p.peek() == '{' {
		kind = Mapping
	}
	n := p.open(kind, props)
	n.Flow = true
	p.off++
	for p.inBrackets(n, parent); p.peek() != closerOf(n); p.inBrackets(n, parent) {
		p.entry(n, parent)
		p.inBrackets(n, parent)
		switch c := p.peek(); c {
		case ',':
			p.off++
		case closerOf(n):
		default:
			p.fail(Syntax, p.off, fmt.Sprintf("unexpected %q: expected , or %c", p.word(p.off), closerOf(n)), "put a comma between entries, and text that holds a colon or a bracket in quotes")
		}
	}
	p.off++
	return p.close(n)
}

func openerOf(n *Node) byte {
	if n.Kind == Mapping {
		return '{'
	}
	return '['
}

func closerOf(n *Node) byte {
	if n.Kind == Mapping {
		return '}'
	}
	return ']'
}

// inBrackets moves to the next content within brackets.
func (p *parser) inBrackets(n *Node, parent int) {
	for {
		start := p.off
		p.blanks()
		switch {
		case p.off >= len(p.src):
			p.failAt(Syntax, n, fmt.Sprintf("the bracket %c is never closed", openerOf(n)), fmt.Sprintf("close it with %c", closerOf(n)))
		case p.eol():
			p.breakLine()
		case p.comment():
			p.skipLine()
		default:
			outside := p.indented() <= parent && p.peek() != ']' && p.peek() != '}'
			if start == p.bol && (outside || p.marker("---") || p.marker("...")) {
				p.failAt(Syntax, n, fmt.Sprintf("the bracket %c is not closed before line %d", openerOf(n), p.line+1), fmt.Sprintf("close it with %c, or indent what is in it", closerOf(n)))
			}
			return
		}
	}
}

// indented counts the blanks at the beginning of the line.
func (p *parser) indented() int {
	at := p.bol
	for at < len(p.src) && p.src[at] == ' ' {
		at++
	}
	return at - p.bol
}

// entry reads one entry of a flow collection: a value, a pair, or in a sequence
// a pair that is a mapping of its own.
func (p *parser) entry(n *Node, parent int) {
	line, start, told := p.line, p.off, len(p.errs)
	first := p.flowNode(n, parent)
	p.inBrackets(n, parent)
	colon := p.peek() == ':'
	if n.Kind == Sequence && !colon {
		p.add(n, first)
		return
	}
	if first.Kind != Scalar || p.src[start] == '*' {
		p.failAt(Feature, first, "a key is a plain word or quoted text, without anchor, alias or tag", "write key: value")
	}
	if (p.src[start] == '&' || p.src[start] == '!') && len(p.errs) == told {
		p.noteAt(Feature, first, "a key is a plain word or quoted text, without anchor, alias or tag", "write key: value")
	}
	if colon && p.line != line {
		p.failAt(Syntax, first, fmt.Sprintf("the key %q and its colon are on different lines", cut(first.Value)), "write key: value on one line")
	}
	p.checkKey(first)
	if colon {
		p.off++
	}
	merges := p.merges(first)
	value := p.node(Scalar, p.off)
	if colon {
		p.inBrackets(n, parent)
		if c := p.peek(); c != ',' && c != closerOf(n) {
			value = p.flowNode(n, parent)
		}
	}
	switch {
	case merges:
		n.Partial = true
		return
	case n.Kind == Mapping:
		p.add(n, first, value)
		return
	}
	pair := p.node(Mapping, p.off)
	pair.Line, pair.Col, pair.Start, pair.End = first.Line, first.Col, first.Start, p.off
	pair.Flow = true
	p.add(pair, first, value)
	p.add(n, pair)
}

// flowNode reads a value within brackets.
func (p *parser) flowNode(n *Node, parent int) *Node {
	if p.questionMark() {
		p.noKey()
	}
	var props properties
	for p.property(&props) {
		p.inBrackets(n, parent)
	}
	switch c := p.peek(); c {
	case '[', '{':
		return p.flow(parent, props)
	case '"', '\'':
		return p.quoted(parent, props)
	case '*':
		return p.alias(props)
	case ',', ']', '}':
		if props != (properties{}) {
			return p.apply(props, p.node(Scalar, p.off))
		}
		p.fail(Syntax, p.off, fmt.Sprintf("unexpected %c: expected a value", c), "remove it, or write a value before it")
	}
	return p.flowPlain(parent, props)
}
