package protocol

import (
	"slices"

	"github.com/echomq/emqgen/internal/diag"
)

// Reply says how the answer of a script is understood. A reply is matched in
// this order: None, then Verdicts, then Value; what fits none of them is a
// protocol violation that the SDK reports as an error of its own.
//
// A reply with nothing set is not described by the spec and is handed to the
// caller as it came.
type Reply struct {
	Pos      diag.Pos
	None     *Verdict   // nil reply, false, or an empty array
	Verdicts []*Verdict // by exact integer or string
	Value    *Shape     // anything else
}

// Undescribed reports whether the spec says nothing about the reply.
func (r *Reply) Undescribed() bool {
	return r.None == nil && len(r.Verdicts) == 0 && r.Value == nil
}

// Answers lists the outcomes that are answers, not errors: None first when it
// is one, then the verdicts in spec order.
func (r *Reply) Answers() []*Verdict {
	if r.None == nil && !slices.ContainsFunc(r.Verdicts, func(v *Verdict) bool { return v.Error != nil }) {
		return slices.Clip(r.Verdicts)
	}
	var answers []*Verdict
	if r.None != nil && r.None.Error == nil {
		answers = append(answers, r.None)
	}
	for _, v := range r.Verdicts {
		if v.Error == nil {
			answers = append(answers, v)
		}
	}
	return answers
}

// Verdict is one fixed answer and its name.
type Verdict struct {
	Pos   diag.Pos
	Match Match
	Name  string // lower_snake; the error's name when Error is set
	Error *Error // set when this answer is an error of the call
}

// Match is what a reply is compared with.
type Match struct {
	IsString bool
	Int      int64  // when not IsString
	Str      string // when IsString; exact bytes of a bulk or status reply
}

// ShapeKind is the form of a structured reply.
type ShapeKind int

const (
	Scalar ShapeKind = iota // one value of Shape.Type
	Tuple                   // an array with named Members, in order
	List                    // an array of Elem, of any length
	Map                     // a flat array (or RESP3 map) of Key, Elem pairs
)

// Shape is the form of a reply that carries data. Shapes nest, but at most one
// Tuple stands in one reply.
type Shape struct {
	Pos     diag.Pos
	Kind    ShapeKind
	Type    Type      // of a Scalar
	Members []*Member // of a Tuple
	Key     Type      // of a Map
	Elem    *Shape    // of a List or Map
}

// Tuple finds the tuple within the shape, or nil.
func (s *Shape) Tuple() *Shape {
	switch {
	case s == nil:
		return nil
	case s.Kind == Tuple:
		return s
	}
	return s.Elem.Tuple()
}

// Member is one named value of a tuple.
type Member struct {
	Pos      diag.Pos
	Name     string
	Shape    *Shape // a Scalar, or a List or Map of scalars
	Optional bool   // the value may be null
	Doc      string
}
