package lua

import (
	"slices"
	"strconv"

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
func (v *Value) through(at syntax.Span, how step, name string) *Value {
	if !v.hasLeaf() && v.Op != Concat {
		return v
	}
	return v.traced(v.trace.then(at, how, name))
}

// Trace is one step of a value's way through the script, with the way before it.
type Trace struct {
	At   syntax.Span
	Prev *Trace
	how  step
	len  uint8
	n    int    // of an entry of KEYS or ARGV
	name string // of what the step is about
}

// step is what happens to a value on its way.
type step uint8

const (
	fromKeys step = iota
	fromArgs
	fromVariadic
	fromReply
	kept
	passed
	iterated
	joinedTo
	formatted
	answered
)

// Text says in words what the step is.
func (t *Trace) Text() string {
	switch t.how {
	case fromKeys:
		return entryNote("KEYS", t.n, " is ", t.name)
	case fromArgs:
		return entryNote("ARGV", t.n, " is the argument ", t.name)
	case fromVariadic:
		return entryNote("ARGV", t.n, " is one of the argument ", t.name)
	case fromReply:
		if t.name == "" {
			return "the reply of a command"
		}
		return "the reply of " + t.name
	case kept:
		return "kept in " + t.name
	case passed:
		return "passed as " + t.name
	case iterated:
		return "each in turn as " + t.name
	case joinedTo:
		return "joined to " + clip(t.name)
	case formatted:
		return "put together by string.format"
	}
	return "answered by " + t.name
}

// entryNote says what an entry of KEYS or ARGV is, when it is declared.
func entryNote(list string, n int, is, name string) string {
	note := list + "[" + strconv.Itoa(n) + "]"
	if name != "" {
		note += is + name
	}
	return note
}

// maxTrace keeps the account of a value readable.
const maxTrace = 8

func (t *Trace) then(at syntax.Span, how step, name string) *Trace {
	n := uint8(1)
	if t != nil {
		if t.len >= maxTrace || t.At == at && t.how == how && t.name == name {
			return t
		}
		n = t.len + 1
	}
	return &Trace{At: at, how: how, name: name, Prev: t, len: n}
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
