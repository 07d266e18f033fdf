package elixir

import "strings"

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
	union bool // the items are alternatives, joined by |
	fn    bool // the only item is the body of an anonymous function
	under bool // the only item stands below the text when it does not fit behind
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

func leaves(texts ...string) []node {
	nodes := make([]node, len(texts))
	for i, text := range texts {
		nodes[i] = leaf(text)
	}
	return nodes
}

// close gives the counterpart of the opening bracket.
func (n node) close() string {
	switch {
	case n.open == "":
		return ""
	case n.open == "(":
		return ")"
	case n.open == "[":
		return "]"
	}
	return "}"
}

// flat writes the node on one line.
func (n node) flat() string {
	if len(n.items) == 0 {
		return n.text + n.open + n.close()
	}
	var b strings.Builder
	n.writeFlat(&b)
	return b.String()
}

func (n node) writeFlat(b *strings.Builder) {
	b.WriteString(n.text)
	b.WriteString(n.open)
	separator := ", "
	if n.union {
		separator = " | "
	}
	if n.fn {
		separator = " "
		b.WriteByte(' ')
		defer b.WriteString(" end")
	}
	for i, item := range n.items {
		if i > 0 {
			b.WriteString(separator)
		}
		item.writeFlat(b)
	}
	b.WriteString(n.close())
}

// at writes the node as it stands after col characters of its first line; what
// is broken is indented by indent, and tail characters follow on the last line.
func (n node) at(col, indent, tail int) string {
	flat := n.flat()
	if col+len(flat)+tail <= width || len(n.items) == 0 {
		return flat
	}
	return n.broken(indent, tail)
}

func (n node) broken(indent, tail int) string {
	var b strings.Builder
	if n.union {
		for i, item := range n.items {
			if i > 0 {
				b.WriteString("\n" + blanks(indent) + "| ")
				b.WriteString(item.at(indent+2, indent+2, tail))
			} else {
				b.WriteString(item.at(indent, indent, 0))
			}
		}
		return b.String()
	}
	if n.fn {
		return n.text + "\n" + blanks(indent+2) + n.items[0].at(indent+2, indent+2, 0) + "\n" + blanks(indent) + "end"
	}
	if n.under {
		return strings.TrimRight(n.text, " ") + "\n" + blanks(indent+2) + n.items[0].at(indent+2, indent+2, tail)
	}
	b.WriteString(n.text + n.open)
	for i, item := range n.items {
		comma := ","
		if i == len(n.items)-1 {
			comma = ""
		}
		b.WriteString("\n" + blanks(indent+2) + item.at(indent+2, indent+2, len(comma)) + comma)
	}
	b.WriteString("\n" + blanks(indent) + n.close())
	return b.String()
}

func blanks(n int) string { return strings.Repeat(" ", n) }
