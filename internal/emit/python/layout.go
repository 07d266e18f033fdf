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
	// octets is a leaf whose text is yet to become a bytes literal.
	octets bool
}

func leaf(text string) node                 { return node{text: text} }
func octets(data string) node               { return node{text: data, octets: true} }
func call(name string, args ...node) node   { return node{text: name, open: "(", items: args} }
func list(items ...node) node               { return node{open: "[", items: items} }
func tuple(items ...node) node              { return node{open: "(", items: items} }
func dict(items ...node) node               { return node{open: "{", items: items} }
func prefixed(text string, value node) node { value.text = text + value.text; return value }
func keyword(name string, value node) node  { value.text = name + "=" + value.text; return value }
func entry(key string, value node) node     { value.text = key + ": " + value.text; return value }

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

// size counts the characters of the node on one line; a node that must not
// stand on one line is larger than any.
func (n node) size() int {
	switch {
	case n.tall:
		return width + 1
	case n.octets:
		return len(quoteBytes(n.text))
	}
	size := len(n.text) + len(n.open)*2 + n.extra()
	for _, item := range n.items {
		if size > width {
			return size
		}
		size += item.size()
	}
	return size
}

// extra counts the separators of the node on one line.
func (n node) extra() int {
	switch {
	case n.isSingleton():
		return len(",")
	case len(n.items) == 0:
		return 0
	}
	return len(", ") * (len(n.items) - 1)
}

// isSingleton reports whether the node is a tuple of one, which is one for its comma.
func (n node) isSingleton() bool { return n.open == "(" && n.text == "" && len(n.items) == 1 }

// write writes the node where its first line already holds col characters,
// inside an indentation; tail characters follow on its last line.
func (n node) write(b *strings.Builder, col, indent, tail int) {
	if n.octets {
		writeBytes(b, n.text)
		return
	}
	b.WriteString(n.text)
	b.WriteString(n.open)
	if len(n.items) > 0 {
		if col+n.size()+tail <= width {
			n.writeFlat(b)
		} else {
			n.writeTall(b, indent)
		}
	}
	b.WriteString(n.close())
}

func (n node) writeFlat(b *strings.Builder) {
	for i, item := range n.items {
		if i > 0 {
			b.WriteString(", ")
		}
		item.write(b, 0, 0, 0)
	}
	if n.isSingleton() {
		b.WriteString(",")
	}
}

func (n node) writeTall(b *strings.Builder, indent int) {
	b.WriteByte('\n')
	for _, item := range n.items {
		b.WriteString(blanks(indent + 4))
		item.write(b, indent+4, indent+4, len(","))
		b.WriteString(",\n")
	}
	b.WriteString(blanks(indent))
}

// statement writes a prefix such as "return " or "name = ", and the node. A node
// that cannot even begin on that line is put in parentheses, if it fits in there.
func statement(indent int, prefix string, n node) string {
	var b strings.Builder
	writeStatement(&b, indent, prefix, n)
	return b.String()
}

func writeStatement(b *strings.Builder, indent int, prefix string, n node) {
	b.WriteString(blanks(indent))
	b.WriteString(prefix)
	col := indent + len(prefix)
	if col+len(n.text)+len(n.open) > width && col < width {
		var inner strings.Builder
		inner.WriteString(blanks(indent + 4))
		n.write(&inner, indent+4, indent+4, 0)
		if fits(inner.String()) {
			b.WriteString("(\n" + inner.String() + "\n" + blanks(indent) + ")")
			return
		}
	}
	n.write(b, col, indent, 0)
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

const spaces = "                                "

func blanks(n int) string {
	if n <= len(spaces) {
		return spaces[:n]
	}
	return strings.Repeat(" ", n)
}
