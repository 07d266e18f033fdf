package lua

import (
	"github.com/echomq/emqgen/internal/lua/syntax"
)

// block runs statements on every path that reaches them. It gives the paths that
// come out at the end and those that left by a break.
func (m *machine) block(b *syntax.Block, in []*state, fr *frame) (next, broken []*state) {
	outer, cells, made := fr.scope, m.cells, m.made
	next, broken = m.stmts(b.Stmts, in, fr)
	fr.scope = outer
	m.drop(cells, made, next, broken)
	return next, broken
}

func (m *machine) stmts(list []syntax.Stmt, in []*state, fr *frame) (next, broken []*state) {
	next = in
	for _, s := range list {
		if len(next) == 0 {
			break
		}
		var left []*state
		next, left = m.stmt(s, next, fr)
		next = compact(next)
		broken = append(broken, left...)
	}
	return next, broken
}

// drop forgets the variables of a scope that was left, unless a function made in
// it may still see them.
func (m *machine) drop(cells, made int, sets ...[]*state) {
	if m.made != made {
		return
	}
	for _, set := range sets {
		for _, st := range set {
			st.vars.cut(cells)
		}
	}
}

func (m *machine) stmt(s syntax.Stmt, in []*state, fr *frame) (next, broken []*state) {
	m.step()
	switch s := s.(type) {
	case *syntax.Local:
		return m.local(s, in, fr), nil
	case *syntax.LocalFunction:
		cell := m.declare(fr, s.Name.Ident)
		for _, st := range in {
			st.vars.set(cell, m.function(s.Fn, fr))
		}
		return in, nil
	case *syntax.Assign:
		return m.assignment(s, in, fr), nil
	case *syntax.CallStmt:
		return m.callStmt(s, in, fr), nil
	case *syntax.Do:
		return m.block(s.Body, in, fr)
	case *syntax.If:
		return m.ifStmt(s, in, fr)
	case *syntax.While:
		return m.while(s, in, fr), nil
	case *syntax.Repeat:
		return m.repeat(s, in, fr), nil
	case *syntax.NumericFor:
		return m.numericFor(s, in, fr), nil
	case *syntax.GenericFor:
		return m.genericFor(s, in, fr), nil
	case *syntax.Return:
		for _, st := range in {
			m.exprs(s.Values, st, fr, func(st *state, v values) {
				m.leaveLoops(st, fr)
				if fr.returns != nil {
					*fr.returns = append(*fr.returns, outcome{st, v})
				} else {
					m.answer(st, s.Span, v.first())
				}
			})
		}
		return nil, nil
	case *syntax.Break:
		for _, st := range in {
			m.exitTests(fr.loop, st)
		}
		return nil, in
	}
	return in, nil
}

func (m *machine) assignment(s *syntax.Assign, in []*state, fr *frame) (next []*state) {
	for _, st := range in {
		m.exprs(s.Values, st, fr, func(st *state, v values) {
			m.assignAll(s.Targets, v, st, fr, func(st *state) { next = append(next, st) })
		})
	}
	return next
}

func (m *machine) callStmt(s *syntax.CallStmt, in []*state, fr *frame) (next []*state) {
	for _, st := range in {
		m.call(s.Call, st, fr, func(st *state, v values) {
			for _, r := range v.first().Alternatives() {
				if text, _ := refusalOf(r, st); text != nil {
					m.event(&Event{Kind: RefusalDropped, At: s.Span, X: text})
				}
			}
			next = append(next, st)
		})
	}
	return next
}

func (m *machine) local(s *syntax.Local, in []*state, fr *frame) (next []*state) {
	cells := make([]int, len(s.Names))
	for i := range cells {
		m.cells++
		cells[i] = m.cells
	}
	for _, st := range in {
		m.exprs(s.Values, st, fr, func(st *state, v values) {
			for i, cell := range cells {
				st.vars.set(cell, v.at(i).through(s.Names[i].Span, kept, s.Names[i].Ident))
			}
			next = append(next, st)
		})
	}
	for i, cell := range cells {
		fr.scope = &scope{s.Names[i].Ident, cell, fr.scope}
	}
	return next
}

func (m *machine) assignAll(targets []syntax.Expr, v values, st *state, fr *frame, k func(*state)) {
	if len(targets) == 0 {
		k(st)
		return
	}
	rest := values{rest: v.rest}
	if len(v.list) > 1 {
		rest.list = v.list[1:]
	}
	m.assign(targets[0], v.first(), st, fr, func(st *state) { m.assignAll(targets[1:], rest, st, fr, k) })
}

func (m *machine) assign(target syntax.Expr, v *Value, st *state, fr *frame, k func(*state)) {
	switch target := target.(type) {
	case *syntax.Name:
		cell, ok := fr.scope.find(target.Ident)
		if !ok {
			m.event(&Event{Kind: GlobalSet, At: target.Span, Text: target.Ident})
			cell = m.global(target.Ident)
		}
		st.vars.set(cell, v.through(target.Span, kept, target.Ident))
		k(st)
	case *syntax.Index:
		m.eval(target.X, st, fr, func(st *state, t *Value) {
			m.eval(target.Key, st, fr, func(st *state, key *Value) {
				m.put(st, t, key, v, target)
				k(st)
			})
		})
	}
}

// put assigns to a field of a table.
func (m *machine) put(st *state, t, key, v *Value, at *syntax.Index) {
	v = m.surely(v, st)
	for _, alt := range t.Alternatives() {
		switch alt.Op {
		case TableAt:
			content := st.heap.get(alt.N)
			if content == nil {
				continue
			}
			var changed *table
			if key.Op == Arith && isEnd(key, alt) {
				changed = content.appended(v)
			} else {
				changed = content.with(key, v)
			}
			if t.Op == Union {
				changed = content.join(changed)
			}
			st.write(alt.N, changed)
		case Builtin:
			name := alt.Str
			if s, ok := key.Const(); ok {
				name += "." + s
			}
			m.event(&Event{Kind: GlobalSet, At: at.Span, Text: name})
		}
	}
}

// isEnd reports whether the key is #t + 1.
func isEnd(key, t *Value) bool {
	return key.Str == "+" && key.X[0].Op == Length && same(key.X[0].X[0], t) && key.X[1].Op == Number && key.X[1].Num == 1
}

func (m *machine) ifStmt(s *syntax.If, in []*state, fr *frame) (next, broken []*state) {
	pending := in
	for _, st := range pending {
		st.trail, st.mark = nil, 0
	}
	branch := func(body *syntax.Block, at syntax.Span, states []*state) {
		n, b := m.guarded(body, at, states, fr)
		next = append(next, n...)
		broken = append(broken, b...)
	}
	for _, c := range s.Clauses {
		var holds, fails []*state
		for _, st := range pending {
			st.mark = len(st.trail)
			m.cond(c.Cond, st, fr, func(st *state, truth bool) {
				if truth {
					holds = append(holds, st)
				} else {
					fails = append(fails, st)
				}
			})
		}
		branch(c.Body, c.Cond.Range(), holds)
		pending = fails
	}
	if s.Else == nil {
		return append(next, pending...), broken
	}
	for _, st := range pending {
		st.mark = 0
	}
	branch(s.Else, s.Else.Span, pending)
	return next, broken
}

// guarded runs a branch on the paths that enter it.
func (m *machine) guarded(body *syntax.Block, at syntax.Span, in []*state, fr *frame) (next, broken []*state) {
	for _, st := range in {
		st.guards = &Guard{At: at, Tests: st.trail, Own: st.trail[min(st.mark, len(st.trail)):], Before: st.writes(), Outer: st.guards}
	}
	next, broken = m.block(body, compact(in), fr)
	for _, set := range [][]*state{next, broken} {
		for _, st := range set {
			st.guards = st.guards.Outer
		}
	}
	return next, broken
}

// answer ends a path: the script answers v.
func (m *machine) answer(st *state, at syntax.Span, v *Value) {
	for _, alt := range v.Alternatives() {
		m.looked(alt)
		m.wholly(alt)
		m.refused(st, at, alt)
		m.event(&Event{Kind: Returned, At: at, X: alt, Tab: m.content(st, alt, 0), Before: st.writes(), Guard: st.guards, Sure: alt.Sure() || m.truthOf(alt, st) == yes})
	}
}

// content copies what is known about a table, for those who see no heap.
func (m *machine) content(st *state, v *Value, depth int) *Table {
	t := st.heap.get(v.N)
	if v.Op != TableAt || t == nil || depth > 3 {
		return nil
	}
	c := &Table{Named: t.named, Open: t.open, Sub: map[*Value]*Table{}}
	for _, x := range t.list {
		c.List = append(c.List, m.surely(x, st))
	}
	if t.rest != nil {
		c.Rest = m.surely(t.rest, st)
	}
	sub := func(x *Value) {
		if x == nil {
			return
		}
		for _, alt := range x.Alternatives() {
			if inner := m.content(st, alt, depth+1); inner != nil {
				c.Sub[alt] = inner
			}
		}
	}
	for _, x := range c.List {
		sub(x)
	}
	for _, x := range t.named {
		sub(x)
	}
	sub(c.Rest)
	return c
}

// surely marks the replies of which the path has shown that they are not missing.
func (m *machine) surely(v *Value, st *state) *Value {
	if v.Op == Union {
		var all []*Value
		for _, alt := range v.X {
			all = append(all, m.surely(alt, st))
		}
		return union(all).traced(v.trace)
	}
	if v.sure || v.Op != ReplyOf || m.truthOf(v, st) != yes && !m.fieldOfRow(v, st) {
		return v
	}
	found := *v
	found.sure = true
	return &found
}

func (t *Table) join(u *Table) *Table {
	a := &table{list: t.List, named: t.Named, rest: t.Rest, open: t.Open}
	b := &table{list: u.List, named: u.Named, rest: u.Rest, open: u.Open}
	j := a.join(b)
	c := &Table{List: j.list, Named: j.named, Rest: j.rest, Open: j.open, Sub: map[*Value]*Table{}}
	for _, subs := range []map[*Value]*Table{t.Sub, u.Sub} {
		for v, sub := range subs {
			c.Sub[v] = sub
		}
	}
	return c
}
