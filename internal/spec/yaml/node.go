// Package yaml reads the part of YAML that specs are written in, and says
// exactly where a text leaves it.
//
// It exists because a spec is refused with line, column and caret. The common
// library, gopkg.in/yaml.v3, knows no columns, names another line for a third of the
// syntax errors and none for some, accepts UTF-16, undeclared tags and an alias to its
// own parent, and takes time that grows with the square of some inputs. Whatever
// this package accepts, that library reads as the same tree, which a fuzz test
// holds against it. What it leaves out it refuses by name: directives, several
// documents, tags other than !!str, merge keys, and keys that are no scalars.
package yaml

// Kind is the form of a node.
type Kind uint8

const (
	Scalar Kind = iota
	Sequence
	Mapping
	Unread // what stands there has an error
)

// Style is how a scalar is written.
type Style uint8

const (
	Plain  Style = iota
	Single       // '…'
	Double       // "…"
	Block        // | or >
)

// Node is a part of a document. Line and Col count from 1, Col in code points.
type Node struct {
	Kind     Kind
	Style    Style // of a scalar
	Flow     bool  // of a collection: [] or {}
	tagged   bool  // !!str
	open     bool  // still being read: an alias to it would have no end
	Partial  bool  // of a mapping: some of its keys could not be read
	Line     int32
	Col      int32
	weight   int32   // values in it once aliases are followed
	Value    string  // of a scalar
	Children []*Node // items of a sequence; keys and values of a mapping in turn
	Start    int     // byte offset of the first byte of the node
	End      int     // byte offset behind the node
}

// IsText reports whether a scalar is text whatever it looks like: it is quoted,
// a block scalar or tagged !!str.
func (n *Node) IsText() bool { return n.Kind == Scalar && (n.Style != Plain || n.tagged) }

// Inner is how many columns a scalar begins before its value: none, or a quote. It
// is -1 when the value does not stand in the source as it is.
func (n *Node) Inner() int {
	switch {
	case n.Style == Plain && n.End-n.Start == len(n.Value):
		return 0
	case (n.Style == Single || n.Style == Double) && n.End-n.Start == len(n.Value)+2:
		return 1
	}
	return -1
}

// IsNull reports whether the node stands for no value.
func (n *Node) IsNull() bool {
	if n.Kind != Scalar || n.IsText() {
		return false
	}
	switch n.Value {
	case "", "~", "null", "Null", "NULL":
		return true
	}
	return false
}

// Error is a place where a text is not, or not yet, YAML of the accepted kind.
type Error struct {
	Class     Class
	Line, Col int
	Message   string
	Help      string
	Other     *Place // a second place that explains the first
}

// Place is a position with what is to be said about it.
type Place struct {
	Line, Col int
	Message   string
}

// Class tells errors apart.
type Class uint8

const (
	Syntax    Class = iota // not YAML
	Feature                // YAML, but not part of what specs are written in
	Limit                  // too large, too deep
	Duplicate              // a key that is there already
)
