package lua

import (
	"maps"
	"math"
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
			for cell, v := range st.vars {
				was := old.vars[cell]
				if was == nil || was.id == v.id {
					continue
				}
				st.vars[cell] = widened(v, was, pass)
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

func (m *machine) while(s *syntax.While, in []*state, fr *frame) []*state {
	l := m.enterLoop(s.Span, in, fr)
	defer m.leaveLoop(l, fr)
	return m.turns(in, func(heads []*state) (again, left []*state) {
		var holds []*state
		for _, st := range heads {
			st.trail, st.mark = nil, 0
			m.cond(s.Cond, st, fr, func(st *state, truth bool) {
				if truth {
					holds = append(holds, st)
				} else {
					l.tests = append(l.tests, st.trail...)
					left = append(left, st)
				}
			})
		}
		again, broken := m.guarded(s.Body, s.Cond.Range(), holds, fr)
		return again, append(left, broken...)
	})
}

func (m *machine) repeat(s *syntax.Repeat, in []*state, fr *frame) []*state {
	l := m.enterLoop(s.Span, in, fr)
	defer m.leaveLoop(l, fr)
	return m.turns(in, func(heads []*state) (again, left []*state) {
		outer, cells, made := fr.scope, m.cells, m.made
		next, broken := m.stmts(s.Body.Stmts, heads, fr)
		left = broken
		for _, st := range next {
			st.trail, st.mark = nil, 0
			m.cond(s.Cond, st, fr, func(st *state, truth bool) {
				if truth {
					l.tests = append(l.tests, st.trail...)
					left = append(left, st)
				} else {
					again = append(again, st)
				}
			})
		}
		fr.scope = outer
		m.drop(cells, made, again, left)
		return again, left
	})
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
			return leaf.Op == ReplyOf && m.drained(leaf.Call, l)
		})
	})
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
		return true
	}
	for _, other := range m.calls {
		if !other.Takes() || other.At.Start < l.at.Start || other.At.End > l.at.End {
			continue
		}
		for _, mine := range c.Keys {
			for _, theirs := range other.Keys {
				if mine.Value.id == theirs.Value.id {
					return true
				}
			}
		}
	}
	return false
}

func (m *machine) numericFor(s *syntax.NumericFor, in []*state, fr *frame) (next []*state) {
	for _, st := range in {
		m.eval(s.From, st, fr, func(st *state, from *Value) {
			m.eval(s.Limit, st, fr, func(st *state, limit *Value) {
				if s.Step == nil {
					next = append(next, m.count(s, from, limit, number(1), st, fr)...)
					return
				}
				m.eval(s.Step, st, fr, func(st *state, step *Value) {
					next = append(next, m.count(s, from, limit, step, st, fr)...)
				})
			})
		})
	}
	return next
}

// count runs a numeric for whose limits are known as far as they are.
func (m *machine) count(s *syntax.NumericFor, from, limit, step *Value, st *state, fr *frame) []*state {
	lo, start, okFrom := bounds(from)
	end, hi, okLimit := bounds(limit)
	if !okFrom {
		lo, start = -infinity, infinity
	}
	if !okLimit {
		end, hi = -infinity, infinity
	}
	if stepLo, _, ok := bounds(step); !ok || stepLo < 0 {
		lo, hi = min(lo, end), max(start, hi)
		start, end = infinity, -infinity // whether it runs at all is not known
	}
	if limit.Op == Number && limit.Num == infinity {
		l := m.enterLoop(s.Span, []*state{st}, fr)
		defer m.leaveLoop(l, fr)
	}
	i := turn(lo, max(lo, hi), m.site(fr, s.Span))
	if lo > hi {
		return []*state{st} // it never runs
	}
	most := 0.0
	if n, ok := gap(from, limit); ok && step.Op == Number && step.Num > 0 {
		most = math.Floor(n/step.Num) + 1
	}
	first := true
	return m.filling(st, most, func(heads []*state) (again, left []*state) {
		if first && start > end { // perhaps it does not run at all
			left = forkAll(heads)
		}
		first = false
		next, broken := m.body(s.Body, []*syntax.Name{s.Var}, []*Value{i}, heads, fr)
		return next, append(left, append(broken, forkAll(next)...)...)
	})
}

// body runs a loop's block with the loop's variables.
func (m *machine) body(b *syntax.Block, names []*syntax.Name, v []*Value, in []*state, fr *frame) (next, broken []*state) {
	outer, cells, made := fr.scope, m.cells, m.made
	for i, name := range names {
		cell := m.declare(fr, name.Ident)
		for _, st := range in {
			st.vars[cell] = v[i].through(name.Span, "each in turn as %s", name.Ident)
		}
	}
	for _, st := range in {
		st.guards = &Guard{At: b.Span, Outer: st.guards}
	}
	next, broken = m.block(b, in, fr)
	for _, set := range [][]*state{next, broken} {
		for _, st := range set {
			st.guards = st.guards.Outer
		}
	}
	fr.scope = outer
	m.drop(cells, made, next, broken)
	return next, broken
}

func (m *machine) genericFor(s *syntax.GenericFor, in []*state, fr *frame) (next []*state) {
	for _, st := range in {
		m.exprs(s.Exprs, st, fr, func(st *state, v values) {
			first := true
			next = append(next, m.filling(st, longest(v), func(heads []*state) (again, left []*state) {
				if first { // there may be nothing to go through
					left = forkAll(heads)
				}
				first = false
				vars := make([]*Value, len(s.Vars))
				for i := range vars {
					vars[i] = m.iterated(heads, v, i, turn(1, infinity, m.site(fr, s.Span)))
				}
				next, broken := m.body(s.Body, s.Vars, vars, heads, fr)
				return next, append(left, append(broken, forkAll(next)...)...)
			})...)
		})
	}
	return next
}

// longest is how many elements a for … in goes through at most; 0 when nothing
// bounds them.
func longest(v values) float64 {
	if it := v.first(); it.Op == Apply && len(it.X) > 0 && it.X[0].Op == ReplyOf && it.X[0].Call.bounded() {
		return command.Short
	}
	return 0
}

// filling runs a loop of most turns, 0 for any number, and bounds the tables that
// it fills: by what one turn adds.
func (m *machine) filling(st *state, most float64, turn func(heads []*state) (again, left []*state)) []*state {
	before := st.heap
	var added map[int]int
	exits := m.turns([]*state{st}, func(heads []*state) (again, left []*state) {
		again, left = turn(heads)
		if added == nil {
			added = grown(before, again)
		}
		return again, left
	})
	if most < 1 || most > maxUnpack {
		return exits
	}
	for _, st := range exits {
		for addr, n := range added {
			if t := st.heap[addr]; t != nil && t.open && t.most == 0 {
				bounded := t.clone()
				bounded.most = len(before[addr].list) + int(most)*n
				st.heap[addr] = bounded
			}
		}
	}
	return exits
}

// grown counts what a turn added to the lists whose length was known; to a place
// that is not known, two at most.
func grown(before map[int]*table, after []*state) map[int]int {
	added := map[int]int{}
	for addr, t := range before {
		if t.open {
			continue
		}
		for _, st := range after {
			now := st.heap[addr]
			switch {
			case now == nil:
			case now.open:
				added[addr] = max(added[addr], 2)
			default:
				added[addr] = max(added[addr], len(now.list)-len(t.list))
			}
		}
	}
	return added
}

// iterated is what the i-th variable of a for … in stands for.
func (m *machine) iterated(heads []*state, v values, i int, index *Value) *Value {
	it := v.first()
	var subject *Value
	switch {
	case it.Op == Builtin && it.Str == "next":
		it, subject = apply("pairs", v.at(1)), v.at(1)
	case it.Op == Apply && len(it.X) > 0:
		subject = it.X[0]
	default:
		return unknown(append(slices.Clone(v.list), it)...)
	}
	switch it.Str {
	case "ipairs", "pairs":
		var all []*Value
		for _, st := range heads {
			if i == 0 {
				all = append(all, m.keysOf(st, subject, it.Str, index))
			} else {
				all = append(all, m.itemsOf(st, subject, it.Str, index))
			}
		}
		return union(all)
	case "string.gmatch":
		return apply("string.match", it.X...)
	}
	return unknown(it)
}

func (m *machine) keysOf(st *state, v *Value, how string, index *Value) *Value {
	if how == "ipairs" {
		return index
	}
	t := st.heap[v.N]
	if v.Op != TableAt || t == nil {
		if v.Op == Apply || v.Op == Unknown {
			return unknown(v) // a decoded table has keys of its own
		}
		return index
	}
	var all []*Value
	for key := range t.named {
		all = append(all, text(key))
	}
	slices.SortFunc(all, func(a, b *Value) int { return compareStrings(a.id, b.id) })
	if len(t.list) > 0 || t.open {
		all = append(all, index)
	}
	if t.rest != nil {
		return unknown(t.rest)
	}
	return union(all)
}

func compareStrings(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// itemsOf is any of the values a loop over v meets.
func (m *machine) itemsOf(st *state, v *Value, how string, index *Value) *Value {
	var all []*Value
	for _, alt := range v.Alternatives() {
		switch t := st.heap[alt.N]; {
		case alt.Op == TableAt && t != nil && how == "ipairs":
			all = append(all, t.items())
		case alt.Op == TableAt && t != nil:
			all = append(all, t.any())
		default:
			all = append(all, m.index(st, alt, index, syntax.Span{}))
		}
	}
	return union(all)
}
