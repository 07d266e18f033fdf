package yaml

import (
	"fmt"
	"strings"
)

// block reads the node at the cursor, which is the first thing on its line and
// indented deeper than parent. It ends at content that does not belong to it.
func (p *parser) block(parent int, props properties) *Node {
	switch {
	case p.dash():
		return p.blockSequence(props, false)
	case p.questionMark():
		p.noKey()
	}
	if _, ok := p.keyAhead(); ok {
		return p.blockMapping(props, p.indent())
	}
	return p.inline(parent, false, props)
}

// inline reads a node that begins in the middle of a line, or that is no block
// collection: a scalar, a flow collection or an alias. Its anchor and tag may
// also belong to a block below.
func (p *parser) inline(parent int, ofKey bool, props properties) *Node {
	start := p.off
	for p.property(&props) {
		p.blanks()
		if p.eol() || p.comment() {
			return p.below(parent, ofKey, start, props)
		}
		if p.dash() {
			p.fail(Syntax, start, "an anchor or tag before a list item", "remove it, or write it behind the key it is to cover")
		}
		if _, ok := p.keyAhead(); ok && !ofKey {
			p.note(Feature, start, onKey, "remove it, or write it behind the key it is to cover")
			return p.blockMapping(properties{}, start-p.bol)
		}
	}
	switch c := p.peek(); c {
	case '|', '>':
		return p.blockScalar(parent, props)
	case '"', '\'':
		n := p.quoted(parent, props)
		p.endOfValue("the quoted text")
		return n
	case '[', '{':
		n := p.flow(parent, props)
		p.endOfValue("the closing " + string(rune(closerOf(n))))
		return n
	case '*':
		n := p.alias(props)
		p.endOfValue("the alias")
		return n
	}
	return p.plain(parent, props)
}

// dash reports whether an item of a block sequence begins here.
func (p *parser) dash() bool { return p.peek() == '-' && blankOrEnd(p.src, p.off+1) }

func (p *parser) questionMark() bool { return p.peek() == '?' && blankOrEnd(p.src, p.off+1) }

// keyAhead looks whether the line goes on with a key and its colon, and returns
// the offset of the colon.
func (p *parser) keyAhead() (colon int, ok bool) {
	if c := p.peek(); c == '"' || c == '\'' {
		end := quotedEnd(p.src, p.off)
		if end < 0 {
			return 0, false
		}
		for end < len(p.src) && (p.src[end] == ' ' || p.src[end] == '\t') {
			end++
		}
		return end, end < len(p.src) && p.src[end] == ':' && blankOrEnd(p.src, end+1)
	}
	if !startsPlain(p.src, p.off) {
		return 0, false
	}
	end, found := plainEnd(p.src, p.off, false)
	return end, found && end > p.off
}

// quotedEnd finds the end of a quoted scalar that closes on its line, or -1.
func quotedEnd(s string, off int) int {
	quote := s[off]
	for i := off + 1; i < len(s); i++ {
		switch s[i] {
		case '\n', '\r':
			return -1
		case '\\':
			if quote == '"' {
				i++
			}
		case quote:
			if quote == '\'' && i+1 < len(s) && s[i+1] == '\'' {
				i++
				continue
			}
			return i + 1
		}
	}
	return -1
}

// onKey says what only a value may have.
const onKey = "an anchor or tag on a key is not part of the format"

// blockMapping reads a mapping whose first key is at the cursor; the keys stand in
// the column of indent. Of the outermost mapping, what has an error is left out and
// the rest read.
func (p *parser) blockMapping(props properties, indent int) *Node {
	n := p.open(Mapping, props)
	for more := true; more; {
		entry := func() *Node {
			p.entryOf(n, indent)
			more = p.another(indent, "key")
			return n
		}
		if p.depth > 1 || indent > 0 {
			entry()
		} else if _, ok := p.attempt(entry); !ok {
			p.spoil(n)
			if more = p.resume(); !more {
				p.off = len(p.src)
			}
			p.depth = 1
		}
	}
	return p.close(n)
}

// entryOf reads one key of a block mapping and its value.
func (p *parser) entryOf(n *Node, indent int) {
	if p.dash() {
		p.fail(Syntax, p.off, "a list item among the keys of a mapping", "indent it below the key it belongs to, or write key: value")
	}
	key := p.key()
	if p.merges(key) {
		n.Partial = true
		p.value(indent, key)
		return
	}
	p.add(n, key)
	p.add(n, p.value(indent, key))
}

// spoil marks the last value of the outermost mapping as one with an error, and
// with it whatever was begun there. Keys may be lost as well.
func (p *parser) spoil(n *Node) {
	n.Partial = true
	unread := p.node(Unread, p.off)
	if size := len(n.Children); size%2 == 1 {
		p.add(n, unread)
	} else if size > 0 {
		n.Children[size-1] = unread
	}
	for name, anchored := range p.anchors {
		if anchored.open && anchored != n {
			p.anchors[name] = unread
		}
	}
}

// another reports whether the collection goes on at the cursor: there is
// content in its column. Content further in is an error, further out is the
// business of whoever is there.
func (p *parser) another(indent int, what string) bool {
	if p.off >= len(p.src) || p.marker("---") || p.marker("...") {
		return false
	}
	switch at := p.indent(); {
	case at == indent:
		return true
	case at > indent:
		p.fail(Syntax, p.off, fmt.Sprintf("%q is indented by %d, but the %ss around it by %d", p.word(p.off), at, what, indent),
			fmt.Sprintf("indent it by %d, or by more than the %s it belongs to, whose value must then begin on a line of its own", indent, what))
	}
	return false
}

// key reads a key up to its colon.
func (p *parser) key() *Node {
	if start := p.off; p.property(&properties{}) {
		if p.blanks(); p.eol() {
			p.fail(Feature, start, onKey, "remove it")
		}
		p.note(Feature, start, onKey, "remove it")
	}
	colon, ok := p.keyAhead()
	if !ok {
		p.noKey()
	}
	var key *Node
	if c := p.peek(); c == '"' || c == '\'' {
		key = p.quoted(p.indent(), properties{})
	} else {
		key = p.node(Scalar, p.off)
		key.Value = strings.TrimRight(p.src[p.off:colon], " \t")
		key.End = p.off + len(key.Value)
	}
	p.checkKey(key)
	p.off = colon + 1
	return key
}

// checkKey refuses keys that YAML gives another meaning, or none.
func (p *parser) checkKey(key *Node) {
	if key.End-key.Start > maxKey {
		p.failAt(Syntax, key, fmt.Sprintf("a key of more than %d bytes", maxKey), "shorten it")
	}
}

// merges tells and notes a key that would bring in others.
func (p *parser) merges(key *Node) bool {
	if key.Value != "<<" || key.Style != Plain {
		return false
	}
	p.noteAt(Feature, key, "a merge key is not part of the format", "repeat the keys that << would bring in")
	return true
}

// noKey says why there is no key at the cursor.
func (p *parser) noKey() {
	word := p.word(p.off)
	switch c := p.peek(); {
	case p.questionMark():
		p.fail(Feature, p.off, "a key after ? is not part of the format", "write key: value")
	case c == '*' || c == '[' || c == '{':
		p.fail(Feature, p.off, fmt.Sprintf("%q is no key: expected a word", word), "write key: value")
	case c == ':':
		p.fail(Syntax, p.off, "a colon without a key", "write key: value")
	case c == '"' || c == '\'':
		if quotedEnd(p.src, p.off) < 0 {
			p.fail(Syntax, p.off, fmt.Sprintf("the quote %c is not closed on its line", c), "close it, and write : after the key")
		}
		p.fail(Syntax, p.off, fmt.Sprintf("%s has no colon: expected key: value", word), "write a : and a blank after the key")
	}
	if !startsPlain(p.src, p.off) {
		p.reserved()
	}
	if i := strings.IndexByte(word, ':'); i > 0 {
		p.fail(Syntax, p.off+i, fmt.Sprintf("%q has no blank after its colon", word), "write key: value")
	}
	if p.peek() == '-' {
		p.fail(Syntax, p.off, fmt.Sprintf("%q has no blank after its dash", word), "write - item, below the key of the list")
	}
	end, _ := plainEnd(p.src, p.off, false)
	p.fail(Syntax, p.off, fmt.Sprintf("%q has no colon: expected key: value", cut(strings.TrimSpace(p.src[p.off:end]))), "write a : and a blank after the key, or indent the line below the text it continues")
}

// value reads what stands behind the colon of a key, on the line or below it.
func (p *parser) value(indent int, key *Node) *Node {
	start := p.off
	p.blanks()
	if p.eol() || p.comment() {
		return p.below(indent, true, start, properties{})
	}
	if p.dash() {
		p.fail(Syntax, p.off, "a list cannot begin on the line of its key", "begin a new line, or write [a, b]")
	}
	return p.inline(indent, true, properties{})
}

// below reads a node that begins on a later line, or nothing when that line
// does not belong to it. A sequence may stand in the column of its key.
func (p *parser) below(indent int, ofKey bool, start int, props properties) *Node {
	nothing := p.node(Scalar, start)
	if p.content() && !p.marker("---") && !p.marker("...") {
		switch at := p.indent(); {
		case at > indent:
			return p.block(indent, props)
		case at == indent && ofKey && p.dash():
			return p.blockSequence(props, true)
		}
	}
	return p.apply(props, nothing)
}

// blockSequence reads a sequence whose first dash is at the cursor.
func (p *parser) blockSequence(props properties, inColumnOfKey bool) *Node {
	n := p.open(Sequence, props)
	indent := p.indent()
	for more := true; more; more = p.another(indent, "item") {
		if !p.dash() {
			if inColumnOfKey {
				break
			}
			p.fail(Syntax, p.off, fmt.Sprintf("%q is no list item: expected a - as above", p.word(p.off)), "begin it with - and a blank, or indent it like what it belongs to")
		}
		p.off++
		p.add(n, p.item(indent))
	}
	return p.close(n)
}

// item reads what stands behind a dash. A collection that begins on the line of
// the dash has its own column there.
func (p *parser) item(indent int) *Node {
	start := p.off
	p.blanks()
	p.noTab(start)
	if p.eol() || p.comment() {
		return p.below(indent, false, start, properties{})
	}
	return p.block(indent, properties{})
}

// unique notes keys that stand in a mapping twice.
func (p *parser) unique(n *Node) {
	const few = 16
	var seen map[string]*Node
	if len(n.Children) > 2*few {
		seen = make(map[string]*Node, len(n.Children)/2)
	}
	for i := 0; i < len(n.Children); i += 2 {
		key := n.Children[i]
		first := seen[key.identity()]
		for j := 0; seen == nil && j < i && first == nil; j += 2 {
			if n.Children[j].identity() == key.identity() {
				first = n.Children[j]
			}
		}
		if first != nil && len(p.duplicates) < maxErrors {
			p.duplicates = append(p.duplicates, Error{
				Class: Duplicate, Line: int(key.Line), Col: int(key.Col),
				Message: fmt.Sprintf("the key %q is there already, on line %d", cut(key.Value), first.Line),
				Help:    "keep one of them",
				Other:   &Place{int(first.Line), int(first.Col), "the first is here"},
			})
		}
		if first == nil && seen != nil {
			seen[key.identity()] = key
		}
	}
}

// identity is equal for equal keys: 1 and "1" are two, a and "a" are one.
func (n *Node) identity() string {
	if n.IsText() && n.Value != "" && (n.Value[0] == '-' || n.Value[0] >= '0' && n.Value[0] <= '9') {
		return `"` + n.Value
	}
	return n.Value
}
