package python

import "strings"

// width is the line length of ruff format, and of Black before it. Emitted code
// is laid out as they would: what fits stands on one line; everything else takes
// the form with one item a line and a trailing comma, which they keep as it is.
const width = 88

// node is a piece of code that fits on a line or is broken between brackets.
type node struct {
	text  string // a leaf, or what stands before the opening bracket
	open  string // (, [ or {; empty for a leaf
	items []node
	// tall is broken even where it fits: a list that is read and reviewed line by line.
	tall bool
}

func leaf(text string) node                 { return node{text: text} }
func call(name string, args ...node) node   { return node{text: name, open: "(", items: args} }
func list(items ...node) node               { return node{open: "[", items: items} }
func tuple(items ...node) node              { return node{open: "(", items: items} }
func dict(items ...node) node               { return node{open: "{", items: items} }
func prefixed(text string, value node) node { value.text = text + value.text; return value }
func keyword(name string, value node) node  { return prefixed(name+"=", value) }
func entry(key string, value node) node     { return prefixed(key+": ", value) }

// tallOver breaks a list of more than few items even where it fits.
func (n node) tallOver(few int) node { n.tall = len(n.items) > few; return n }

func leaves(texts ...string) []node {
	nodes := make([]node, len(texts))
	for i, text := range texts {
		nodes[i] = leaf(text)
	}
	return nodes
}

func (n node) close() string {
	switch n.open {
	case "(":
		return ")"
	case "[":
		return "]"
	case "{":
		return "}"
	}
	return ""
}

// flat writes the node on one line; it reports false for one that must not be.
func (n node) flat(b *strings.Builder) bool {
	b.WriteString(n.text)
	if n.open == "" {
		return true
	}
	if n.tall {
		return false
	}
	b.WriteString(n.open)
	for i, item := range n.items {
		if i > 0 {
			b.WriteString(", ")
		}
		if !item.flat(b) {
			return false
		}
	}
	if n.open == "(" && n.text == "" && len(n.items) == 1 {
		b.WriteString(",") // a tuple of one
	}
	b.WriteString(n.close())
	return true
}

// at writes the node where its first line already holds col characters, inside
// an indentation; tail characters follow on its last line.
func (n node) at(col, indent, tail int) string {
	var b strings.Builder
	whole := n.flat(&b) && col+b.Len()+tail <= width
	if whole || n.open == "" || len(n.items) == 0 {
		return b.String()
	}
	b.Reset()
	b.WriteString(n.text + n.open + "\n")
	for _, item := range n.items {
		b.WriteString(blanks(indent + 4))
		b.WriteString(item.at(indent+4, indent+4, len(",")))
		b.WriteString(",\n")
	}
	b.WriteString(blanks(indent) + n.close())
	return b.String()
}

// statement writes a prefix such as "return " or "name = ", and the node. A node
// that cannot even begin on that line is put in parentheses, if it fits in there.
func statement(indent int, prefix string, n node) string {
	line := blanks(indent) + prefix
	if len(line)+len(n.text)+len(n.open) > width {
		inner := blanks(indent+4) + n.at(indent+4, indent+4, 0)
		if fits(line+"(") && fits(inner) {
			return line + "(\n" + inner + "\n" + blanks(indent) + ")"
		}
	}
	return line + n.at(len(line), indent, 0)
}

// fits reports whether no line of the text is too long.
func fits(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if len(line) > width {
			return false
		}
	}
	return true
}

// classLine writes the first lines of a class, up to the colon.
func classLine(name, base string) string {
	if base == "" {
		return "class " + name + ":"
	}
	line := "class " + name + "(" + base + "):"
	if len(line) <= width {
		return line
	}
	return "class " + name + "(\n    " + base + "\n):"
}

func blanks(n int) string { return strings.Repeat(" ", n) }
