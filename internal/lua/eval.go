package lua

import (
	"slices"

	"github.com/echomq/emqgen/internal/lua/syntax"
)

// eval gives k the value of an expression, once for each path through it.
func (m *machine) eval(x syntax.Expr, st *state, fr *frame, k func(*state, *Value)) {
	if syntax.Plain(x) {
		k(st, m.only(x, st, fr))
		return
	}
	m.step()
	switch x := x.(type) {
	case *syntax.Paren:
		m.eval(x.X, st, fr, k)
	case *syntax.Index:
		m.eval(x.X, st, fr, func(st *state, t *Value) {
			m.eval(x.Key, st, fr, func(st *state, key *Value) { k(st, m.element(x, t, key, st)) })
		})
	case *syntax.Call:
		m.call(x, st, fr, func(st *state, v values) { k(st, v.first()) })
	case *syntax.Table:
		m.table(x, st, fr, k)
	case *syntax.Unary:
		m.eval(x.X, st, fr, func(st *state, v *Value) { k(st, m.unary(x, v, st)) })
	case *syntax.Binary:
		if x.Op == "and" || x.Op == "or" {
			m.shortcut(x, st, fr, k)
			return
		}
		m.eval(x.X, st, fr, func(st *state, a *Value) {
			if syntax.Plain(x.Y) {
				k(st, m.binary(x, a, m.only(x.Y, st, fr), st))
				return
			}
			m.eval(x.Y, st, fr, func(st *state, b *Value) { k(st, m.binary(x, a, b, st)) })
		})
	}
}

// only is the value of a plain expression.
func (m *machine) only(x syntax.Expr, st *state, fr *frame) *Value {
	m.step()
	switch x := x.(type) {
	case *syntax.True:
		return trueValue
	case *syntax.False:
		return falseValue
	case *syntax.Number:
		return number(x.Value)
	case *syntax.String:
		return text(x.Value)
	case *syntax.Vararg:
		return fr.rest.first()
	case *syntax.Function:
		return m.function(x, fr)
	case *syntax.Paren:
		return m.only(x.X, st, fr)
	case *syntax.Name:
		return m.name(x, st, fr)
	case *syntax.Index:
		t := m.only(x.X, st, fr)
		if name, ok := x.Key.(*syntax.String); ok && t.Op == Builtin {
			m.step()
			return m.member(t.Str, name.Value, x.Span)
		}
		return m.element(x, t, m.only(x.Key, st, fr), st)
	case *syntax.Unary:
		return m.unary(x, m.only(x.X, st, fr), st)
	case *syntax.Binary:
		a := m.only(x.X, st, fr)
		return m.binary(x, a, m.only(x.Y, st, fr), st)
	}
	return nilValue
}

func (m *machine) element(x *syntax.Index, t, key *Value, st *state) *Value {
	m.mayBeMissing(t, "indexed", "", x.X.Range(), st)
	return m.index(st, t, key, x.Span)
}

// plain adds the values of the plain expressions at the head of a list to those
// before them, and gives the rest of the list.
func (m *machine) plain(before []*Value, list []syntax.Expr, st *state, fr *frame) (values, []syntax.Expr) {
	v := values{list: slices.Grow(before, len(list))}
	for len(list) > 0 && syntax.Plain(list[0]) {
		if _, several := list[0].(*syntax.Vararg); several && len(list) == 1 {
			return values{append(v.list, fr.rest.list...), fr.rest.rest}, nil
		}
		v.list = append(v.list, m.only(list[0], st, fr))
		list = list[1:]
	}
	return v, list
}

// exprs gives k the values of a list; a call or ... at its end gives all it has.
func (m *machine) exprs(list []syntax.Expr, st *state, fr *frame, k func(*state, values)) {
	m.exprsAfter(nil, list, st, fr, k)
}

// exprsAfter adds the values of a list to those before it, which it may append to.
func (m *machine) exprsAfter(before []*Value, list []syntax.Expr, st *state, fr *frame, k func(*state, values)) {
	got, list := m.plain(before, list, st, fr)
	if len(list) == 0 {
		k(st, got)
		return
	}
	before = got.list
	if call, ok := list[0].(*syntax.Call); ok && len(list) == 1 {
		m.call(call, st, fr, func(st *state, v values) {
			k(st, values{list: append(before[:len(before):len(before)], v.list...), rest: v.rest})
		})
		return
	}
	m.eval(list[0], st, fr, func(st *state, v *Value) {
		m.exprsAfter(append(before[:len(before):len(before)], v), list[1:], st, fr, k)
	})
}

// shortcut evaluates and, or. Paths that differ only in what they learned meet
// again behind it.
func (m *machine) shortcut(x *syntax.Binary, st *state, fr *frame, k func(*state, *Value)) {
	var ways []outcome
	m.eval(x.X, st, fr, func(st *state, v *Value) {
		m.test(v, st, x.X.Range(), func(st *state, truth bool) {
			if truth == (x.Op == "or") {
				ways = append(ways, outcome{st, one(m.settled(v, st, truth))})
				return
			}
			m.eval(x.Y, st, fr, func(st *state, v *Value) { ways = append(ways, outcome{st, one(v)}) })
		})
	})
	for _, o := range meet(ways) {
		k(o.st, o.v.first())
	}
}

// settled is a value that just proved true or false, without the alternatives
// that are not.
func (m *machine) settled(v *Value, st *state, holds bool) *Value {
	switch {
	case (v.Op == Compare || v.Op == Not) && holds:
		return trueValue
	case v.Op == Compare || v.Op == Not:
		return falseValue
	case v.Op != Union && holds && v.Op != Nil:
		found := *v
		found.sure = true
		return &found
	case v.Op == ReplyOf && v.Call.Reply.False:
		return falseValue
	case v.Op != Union:
		return v
	}
	var kept []*Value
	for _, alt := range v.X {
		switch t := m.truthOf(alt, st); {
		case t != either && (t == yes) != holds:
		case alt.Op == Compare || alt.Op == Not:
			kept = append(kept, m.settled(alt, st, holds))
		default:
			kept = append(kept, alt)
		}
	}
	if len(kept) == 0 {
		return v
	}
	if holds {
		for i, alt := range kept {
			found := *alt
			found.sure = true
			kept[i] = &found
		}
	}
	return union(kept).traced(v.trace)
}

// meet joins ways whose states differ in facts only.
func meet(ways []outcome) []outcome {
	if len(ways) < 2 {
		return ways
	}
	var met []outcome
	seen := map[string]int{}
	for _, o := range ways {
		print := o.st.fingerprint()
		i, ok := seen[print]
		if !ok {
			seen[print] = len(met)
			met = append(met, o)
			continue
		}
		met[i].st.keepCommon(o.st)
		met[i].v = joinValues(met[i].v, o.v)
	}
	return met
}

func joinValues(a, b values) values {
	n := max(len(a.list), len(b.list))
	j := values{rest: a.rest}
	for i := range n {
		j.list = append(j.list, join(a.at(i), b.at(i)))
	}
	if j.rest == nil {
		j.rest = b.rest
	}
	return j
}

func (m *machine) function(fn *syntax.Function, fr *frame) *Value {
	m.made++
	v := &Value{Op: Closure, N: fn.Start, fn: &closure{fn, fr.scope}}
	return v.seal()
}

func (m *machine) name(x *syntax.Name, st *state, fr *frame) *Value {
	if cell, ok := fr.scope.find(x.Ident); ok {
		if v := st.vars.get(cell); v != nil {
			return v
		}
		return nilValue
	}
	if cell, ok := m.globals[x.Ident]; ok && st.vars.get(cell) != nil {
		return st.vars.get(cell)
	}
	switch x.Ident {
	case "KEYS":
		return keysTable
	case "ARGV":
		return argsTable
	}
	v := globals()[x.Ident]
	if v == nil {
		m.event(&Event{Kind: GlobalRead, At: x.Span, Text: x.Ident})
		return unknown()
	}
	m.available(x.Ident, x.Span)
	return v
}

// global is the cell of a variable that the script should not have made.
func (m *machine) global(name string) int {
	cell, ok := m.globals[name]
	if !ok {
		if m.globals == nil {
			m.globals = map[string]int{}
		}
		cell = -1 - len(m.globals)
		m.globals[name] = cell
	}
	return cell
}

func (m *machine) table(x *syntax.Table, st *state, fr *frame, k func(*state, *Value)) {
	addr := m.site(fr, x.Span)
	m.items(x.Items, &table{}, st, fr, func(st *state, t *table) {
		st.write(addr, t)
		k(st, (&Value{Op: TableAt, N: addr}).seal())
	})
}

// items adds the items of a constructor to a table that nobody else holds yet.
func (m *machine) items(list []syntax.Item, t *table, st *state, fr *frame, k func(*state, *table)) {
	for len(list) > 0 && (list[0].Key == nil || syntax.Plain(list[0].Key)) && syntax.Plain(list[0].Value) {
		item := list[0]
		_, several := item.Value.(*syntax.Vararg)
		if several && len(list) == 1 {
			break
		}
		list = list[1:]
		if item.Key != nil {
			t.set(m.only(item.Key, st, fr), m.surely(m.only(item.Value, st, fr), st))
		} else {
			t.push(m.surely(m.only(item.Value, st, fr), st))
		}
	}
	if len(list) == 0 {
		k(st, t)
		return
	}
	item, rest := list[0], list[1:]
	switch {
	case item.Key != nil:
		m.eval(item.Key, st, fr, func(st *state, key *Value) {
			m.eval(item.Value, st, fr, func(st *state, v *Value) { m.items(rest, t.with(key, m.surely(v, st)), st, fr, k) })
		})
	case len(rest) == 0:
		m.exprs([]syntax.Expr{item.Value}, st, fr, func(st *state, v values) {
			u := t.clone()
			for _, x := range v.list {
				u.push(m.surely(x, st))
			}
			if v.rest != nil {
				u.grow(v.rest)
			}
			k(st, u)
		})
	default:
		m.eval(item.Value, st, fr, func(st *state, v *Value) {
			u := t.clone()
			u.push(m.surely(v, st))
			m.items(rest, u, st, fr, k)
		})
	}
}
