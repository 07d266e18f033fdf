package lua

import (
	"slices"

	"github.com/echomq/emqgen/internal/lua/syntax"
)

// traced is the value with another account of where it came from.
func (v *Value) traced(t *Trace) *Value {
	if v.trace == t {
		return v
	}
	same := *v
	same.trace = t
	return &same
}

// Sure reports whether the value is known to be neither nil nor false.
func (v *Value) Sure() bool { return v.sure || v.Op == ReplyOf && v.Num != 0 }

// IsOne reports whether a reply is 1 by what the script itself has written.
func (v *Value) IsOne() bool { return v.Op == ReplyOf && v.Num == isOne }

// through adds a step to the account of a value that came from somewhere.
func (v *Value) through(at syntax.Span, text string) *Value {
	if !v.hasLeaf() && v.Op != Concat {
		return v
	}
	return v.traced(v.trace.then(at, text))
}

// Trace is one step of a value's way through the script, with the way before it.
type Trace struct {
	At   syntax.Span
	Text string
	Prev *Trace
	len  int
}

// maxTrace keeps the account of a value readable.
const maxTrace = 8

func (t *Trace) then(at syntax.Span, text string) *Trace {
	n := 1
	if t != nil {
		if t.len >= maxTrace || t.At == at && t.Text == text {
			return t
		}
		n = t.len + 1
	}
	return &Trace{At: at, Text: text, Prev: t, len: n}
}

// Steps lists the way from the source on.
func (t *Trace) Steps() []*Trace {
	var steps []*Trace
	for ; t != nil; t = t.Prev {
		steps = append(steps, t)
	}
	slices.Reverse(steps)
	return steps
}

// Trace gives the account of where the value came from.
func (v *Value) Trace() *Trace { return v.trace }
