package elixir

import (
	"bytes"
	"strings"

	"github.com/echomq/emqgen/internal/emit"
)

// width is the line length of the Elixir formatter. Emitted code is laid out
// as the formatter would: what fits stands on one line, everything else takes
// the broken form that the formatter keeps as it is.
const width = 98

// node is a piece of code that fits on a line or is broken: a leaf, a group of
// items between brackets, or a union of types.
type node struct {
	text  string // a leaf; the part before the bracket of a group
	open  string // "", "(", "[", "{" or "%{", with a closing counterpart
	items []node
	union bool  // the items are alternatives, joined by |
	fn    bool  // the only item is the body of an anonymous function
	key   int32 // how much of the text is the key of a pair
}

func leaf(text string) node                       { return node{text: text} }
func group(text, open string, items ...node) node { return node{text: text, open: open, items: items} }
func call(name string, args ...node) node         { return group(name, "(", args...) }

func union(alternatives ...node) node {
	if len(alternatives) == 1 {
		return alternatives[0]
	}
	return node{union: true, items: alternatives}
}

// fn is an anonymous function; params ends in a blank if there are any.
func fn(params string, body node) node {
	return node{fn: true, text: "fn " + params + "->", items: []node{body}}
}

// pair puts the key of a map or keyword list in front of its value.
func pair(key string, value node) node {
	value.text, value.key = key+value.text, int32(len(key))
	return value
}

// sinks reports whether the node is a pair whose value moves below its key when it
// does not fit; a list or map opens behind it.
func (n *node) sinks() bool { return n.key > 0 && (n.open == "" || n.open == "(") }

// value gives what stands behind the key of a pair.
func (n *node) value() node {
	value := *n
	value.text, value.key = n.text[n.key:], 0
	return value
}

func leaves(texts ...string) []node {
	nodes := make([]node, len(texts))
	for i, text := range texts {
		nodes[i] = leaf(text)
	}
	return nodes
}

// close gives the counterpart of the opening bracket.
func (n *node) close() string {
	switch n.open {
	case "":
		return ""
	case "(":
		return ")"
	case "[":
		return "]"
	}
	return "}"
}

// joint gives what stands between items on one line.
func (n *node) joint() string {
	if n.union {
		return " | "
	}
	return ", "
}

// size is the length of the node on one line.
func (n *node) size() int {
	size := len(n.text) + len(n.open) + len(n.close())
	for i := range n.items {
		size += n.items[i].size()
	}
	if len(n.items) > 1 {
		size += (len(n.items) - 1) * len(n.joint())
	}
	if n.fn {
		size += len(" ") + len(" end")
	}
	return size
}

// flat gives the node on one line.
func (n node) flat() string {
	return written(n.writeFlat)
}

func (n *node) writeFlat(b *bytes.Buffer) {
	b.WriteString(n.text)
	b.WriteString(n.open)
	if n.fn {
		b.WriteByte(' ')
	}
	for i := range n.items {
		if i > 0 {
			b.WriteString(n.joint())
		}
		n.items[i].writeFlat(b)
	}
	if n.fn {
		b.WriteString(" end")
	}
	b.WriteString(n.close())
}

// write writes the node as it stands after col characters of its first line;
// what is broken is indented by indent, and tail characters follow on the last
// line.
func (n *node) write(b *bytes.Buffer, col, indent, tail int) {
	if n.alone() {
		tail = 0
	}
	if len(n.items) == 0 && !n.sinks() || col+n.size()+tail <= width {
		n.writeFlat(b)
	} else {
		n.writeBroken(b, indent, tail)
	}
}

func (n *node) writeBroken(b *bytes.Buffer, indent, tail int) {
	switch {
	case n.sinks():
		value := n.value()
		n.writeKey(b, indent+2)
		value.write(b, indent+2, indent+2, tail)
	case n.key > 0 && indent+len(n.text)+len(n.open) > width:
		value := n.value()
		n.writeKey(b, indent+2)
		value.writeBroken(b, indent+2, tail)
	case n.union:
		n.items[0].write(b, indent, indent, 0)
		for i := range n.items[1:] {
			newLine(b, indent)
			b.WriteString("| ")
			n.items[i+1].write(b, indent+2, indent+2, tail)
		}
	case n.fn:
		b.WriteString(n.text)
		newLine(b, indent+2)
		n.items[0].write(b, indent+2, indent+2, 0)
		newLine(b, indent)
		b.WriteString("end")
	case n.hugs():
		b.WriteString(n.text)
		b.WriteString("(")
		n.items[0].writeBroken(b, indent, 0)
		b.WriteString(")")
	default:
		b.WriteString(n.text)
		b.WriteString(n.open)
		for i := range n.items {
			comma := ","
			if i == len(n.items)-1 {
				comma = ""
			}
			newLine(b, indent+2)
			n.items[i].write(b, indent+2, indent+2, len(comma))
			b.WriteString(comma)
		}
		newLine(b, indent)
		b.WriteString(n.close())
	}
}

// writeKey writes the key of a pair, and begins the line below.
func (n *node) writeKey(b *bytes.Buffer, indent int) {
	b.WriteString(strings.TrimRight(n.text[:n.key], " "))
	newLine(b, indent)
}

// alone reports whether the node is a call with one argument, which may be a
// keyword list: the formatter keeps that on the line, whatever follows, if it
// can.
func (n *node) alone() bool {
	return n.open == "(" && n.key == 0 && (len(n.items) == 1 || len(n.items) > 1 && n.items[0].sinks())
}

// hugs reports whether the node is a call with a list alone, whose brackets
// share the lines of the parentheses.
func (n *node) hugs() bool {
	return n.open == "(" && len(n.items) == 1 && n.items[0].open == "[" && n.items[0].text == ""
}

func newLine(b *bytes.Buffer, indent int) {
	b.WriteByte('\n')
	writeBlanks(b, indent)
}

const someBlanks = "                                "

func writeBlanks(b *bytes.Buffer, n int) {
	for ; n > len(someBlanks); n -= len(someBlanks) {
		b.WriteString(someBlanks)
	}
	b.WriteString(someBlanks[:n])
}

// written gives as a string what a function writes.
func written(write func(*bytes.Buffer)) string { return emit.Text(write) }
