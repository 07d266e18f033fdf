package protocol

import "github.com/echomq/emqgen/internal/diag"

// Gate is a small story that an outside observer must see come true.
type Gate struct {
	Pos   diag.Pos
	Name  string
	Doc   string
	Steps []*Step
}

// Step is one act of a gate: a call or a read, and what must come of it.
type Step struct {
	Pos  diag.Pos
	Call *Script // set for a call
	Read *Key    // set for a read
	With []Binding
	Want Want
}

// Binding gives a call parameter or key hole its value.
type Binding struct {
	Pos   diag.Pos
	Name  string
	Value Value
}

// Want is what a step expects; exactly one member is set.
type Want struct {
	Answer  *Value    // of a call: a verdict's name, or a value
	Refusal *Error    // of a call: a declared class, answered by the script
	Error   string    // of a call: an error that is no wire class, such as the host gate's
	Fields  []Binding // of a read: the row equals exactly these fields
	Size    *int64    // of a read: the number of members
	Members []Value   // of a read: exactly these members, in order
	Value   *Value    // of a read: the value of a string key
	Absent  bool      // of a read: there is no such key
}

// Value is a literal of a gate: text or bytes, or a list or map of values.
type Value struct {
	Pos  diag.Pos
	Text string // scalars, as the wire would carry them
	List []Value
	Map  []Binding
	Kind ValueKind
}

// ValueKind is the form of a gate value.
type ValueKind int

const (
	ScalarValue ValueKind = iota
	ListValue
	MapValue
)
