package lua

import (
	"maps"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/lua/command"
	"github.com/echomq/emqgen/internal/lua/syntax"
)

// loop is a loop that is being run, and what leads out of it.
type loop struct {
	at    syntax.Span
	tests []Test
	outer *loop
	guard *Guard // the guard around it
}

// maxPasses is how often a loop's body is run until its state must be stable.
const maxPasses = 4

// turns runs a loop until another turn changes nothing. Turn gives the states
// that go round again and those that leave.
func (m *machine) turns(in []*state, turn func(heads []*state) (again, left []*state)) []*state {
	heads := condense(in)
	var exits []*state
	for pass := range maxPasses {
		again, left := turn(forkAll(heads))
		exits = append(exits, left...)
		if len(again) == 0 {
			break
		}
		for _, st := range again {
			maps.DeleteFunc(st.facts, func(id string, _ fact) bool {
				return strings.Contains(id, turning) || strings.Contains(id, hashed)
			})
		}
		grown := condense(append(forkAll(heads), again...))
		if pass > 0 {
			widen(grown, heads, pass)
		}
		if slices.EqualFunc(grown, heads, func(a, b *state) bool { return a.fingerprint() == b.fingerprint() }) {
			break
		}
		heads = grown
	}
	return compact(exits)
}

func forkAll(states []*state) []*state {
	forks := make([]*state, len(states))
	for i, st := range states {
		forks[i] = st.fork()
	}
	return forks
}

// widen gives up on values that keep changing: numbers lose the bound that moves,
// and after more passes everything that changed is unknown.
func widen(grown, before []*state, pass int) {
	for _, st := range grown {
		for _, old := range before {
			if (len(st.effects) > 0) != (len(old.effects) > 0) {
				continue
			}
			for i, x := range st.vars {
				if was := old.vars.get(x.at); was != nil && !same(was, x.v) {
					st.vars[i].v = widened(x.v, was, pass)
				}
			}
		}
	}
}

func widened(v, was *Value, pass int) *Value {
	lo, hi, isNumber := bounds(v)
	wasLo, wasHi, wasNumber := bounds(was)
	switch {
	case isNumber && wasNumber:
		if lo < wasLo {
			lo = -infinity
		}
		if hi > wasHi {
			hi = infinity
		}
		return interval(lo, hi).traced(v.trace)
	case pass > 1:
		return unknown(v, was)
	}
	return v
}

func (m *machine) enterLoop(at syntax.Span, in []*state, fr *frame) *loop {
	l := &loop{at: at, outer: fr.loop}
	if len(in) > 0 {
		l.guard = in[0].guards
	}
	fr.loop = l
	return l
}

func (m *machine) leaveLoop(l *loop, fr *frame) {
	fr.loop = l.outer
	m.event(&Event{Kind: Looped, At: l.at, Bounded: m.bounded(l)})
}

// exitTests remembers the conditions on which a path leaves a loop.
func (m *machine) exitTests(l *loop, st *state) {
	if l == nil {
		return
	}
	for g := st.guards; g != nil && g != l.guard; g = g.Outer {
		l.tests = append(l.tests, g.Tests...)
	}
}

// leaveLoops does so for a return, which leaves all loops of its function.
func (m *machine) leaveLoops(st *state, fr *frame) {
	for l := fr.loop; l != nil; l = l.outer {
		m.exitTests(l, st)
	}
}

// bounded reports whether some way out of the loop must be taken in the end: a
// count, or a command that takes from what the loop feeds on.
func (m *machine) bounded(l *loop) bool {
	return slices.ContainsFunc(l.tests, func(t Test) bool {
		if counts(t.Value) {
			return true
		}
		return slices.ContainsFunc(t.Value.Leaves(), func(leaf *Value) bool {
			return leaf.Op == ReplyOf && (m.drained(leaf.Call, l) || leaf.Call.moves(l))
		})
	})
}

// moves reports whether a command within the loop goes on from where it stopped the
// turn before, and so comes to an end: its cursor is its own reply's.
func (c *Call) moves(l *loop) bool {
	at, ok := command.Cursor(c.Name)
	if !ok || at >= len(c.Words) || c.At.Start < l.at.Start || c.At.End > l.at.End {
		return false
	}
	return slices.ContainsFunc(c.Words[at].Leaves(), func(leaf *Value) bool { return leaf.Op == ReplyOf && leaf.Call == c })
}

func counts(v *Value) bool {
	return v.Op == Range || v.Op == Length && v.X[0].Op == TableAt || slices.ContainsFunc(v.X, counts) && (v.Op == Compare || v.Op == Arith || v.Op == Not)
}

// drained reports whether a command within the loop takes away what the call looks at.
func (m *machine) drained(c *Call, l *loop) bool {
	if c.At.Start < l.at.Start || c.At.End > l.at.End {
		return false
	}
	if c.Takes() {
		return !c.rotates()
	}
	for _, other := range m.calls {
		if !other.Takes() || other.rotates() || other.At.Start < l.at.Start || other.At.End > l.at.End {
			continue
		}
		for _, mine := range c.Keys {
			for _, theirs := range other.Keys {
				if same(mine.Value, theirs.Value) {
					return true
				}
			}
		}
	}
	return false
}

// rotates reports whether a command puts back where it took.
func (c *Call) rotates() bool {
	return slices.ContainsFunc(c.Keys, func(from *Touch) bool {
		return from.Drops && slices.ContainsFunc(c.Keys, func(to *Touch) bool { return to.Puts && to.Index != from.Index && same(to.Value, from.Value) })
	})
}
