package lua

import (
	"math"
	"slices"

	"github.com/echomq/emqgen/internal/lua/command"
	"github.com/echomq/emqgen/internal/lua/syntax"
)

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
	if n, ok := few(from, limit, step); ok && m.canUnroll(fr) {
		return m.unrolled(st, n, fr, func(i int, heads []*state) (next, broken []*state) {
			return m.body(s.Body, []*syntax.Name{s.Var}, []*Value{number(from.Num + float64(i)*step.Num)}, heads, fr)
		})
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
			st.vars.set(cell, v[i].through(name.Span, iterated, name.Ident))
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
			if list := m.listed(st, v); len(list) > 0 && m.canUnroll(fr) {
				next = append(next, m.unrolled(st, len(list), fr, func(i int, heads []*state) (next, broken []*state) {
					vars := []*Value{list[i].key, list[i].value, nilValue, nilValue}
					for len(vars) < len(s.Vars) {
						vars = append(vars, nilValue)
					}
					var without []*state
					if list[i].perhaps {
						without = forkAll(heads)
					}
					next, broken = m.body(s.Body, s.Vars, vars, heads, fr)
					return append(next, without...), broken
				})...)
				return
			}
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
			if t := st.heap.get(addr); t != nil && t.open && t.most == 0 {
				bounded := t.clone()
				bounded.most = len(before.get(addr).list) + int(most)*n
				st.heap.set(addr, bounded)
			}
		}
	}
	return exits
}

// grown counts what a turn added to the lists whose length was known; to a place
// that is not known, two at most.
func grown(before slots[*table], after []*state) map[int]int {
	added := map[int]int{}
	for _, slot := range before {
		addr, t := slot.at, slot.v
		if t.open {
			continue
		}
		for _, st := range after {
			now := st.heap.get(addr)
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
	t := st.heap.get(v.N)
	if v.Op != TableAt || t == nil {
		if m.isList(v) {
			return index
		}
		return unknown(v) // a decoded table has keys of its own
	}
	var all []*Value
	for key := range t.named {
		all = append(all, text(key))
	}
	slices.SortFunc(all, func(a, b *Value) int { return compareStrings(a.id(), b.id()) })
	if len(t.list) > 0 || t.open {
		all = append(all, index)
	}
	if t.rest != nil {
		return unknown(t.rest)
	}
	return union(all)
}

// isList reports whether a value that is a table has the keys 1 to n.
func (m *machine) isList(v *Value) bool {
	switch v.Op {
	case Keys, Args:
		return true
	case ReplyOf:
		return !m.a.RESP3
	case Elem:
		return v.X[1].Op != Text && m.isList(v.X[0])
	}
	return false
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
		switch t := st.heap.get(alt.N); {
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
