package lua

import (
	"slices"

	"github.com/echomq/emqgen/internal/lua/command"
	"github.com/echomq/emqgen/internal/lua/syntax"
)

func (m *machine) unpack(x *syntax.Call, args values, st *state) values {
	t, from, to := args.at(0), args.at(1), args.at(2)
	content := st.heap.get(t.N)
	if t.Op == TableAt && content != nil && !content.open && from.Op == Nil && to.Op == Nil {
		return values{list: content.list}
	}
	m.event(&Event{Kind: Unpacked, At: x.Span, X: t, Bounded: m.fits(t, from, to, st)})
	if t.Op != TableAt && t.Op != Keys && t.Op != Args || t.Op == TableAt && content == nil {
		return values{rest: m.index(st, t, interval(1, infinity), x.Span)}
	}
	var v values
	if t.Op == TableAt {
		v = content.values()
	} else {
		v = m.given(t, x, st)
	}
	return v.between(from, to)
}

// values is what stands in a list: the elements at known places, and what may
// follow them.
func (t *table) values() values {
	v := values{list: t.list}
	switch {
	case t.rest != nil:
		v.rest = t.rest
	case t.open:
		v.rest = t.items()
	}
	return v
}

// between is the part of a list that unpack gives. Where it begins or ends at a
// place that is not known, any number of any of the elements may come.
func (v values) between(from, to *Value) values {
	first, last := 1, len(v.list)
	known := from.Op == Nil || from.Op == Number && from.Num >= 1
	if from.Op == Number {
		first = entry(from.Num)
	}
	switch {
	case to.Op == Number && to.Num <= float64(len(v.list)):
		last = entry(to.Num)
		v.rest = nil
	case to.Op != Nil:
		known = known && to.Op == Number
	}
	if !known || first > len(v.list) {
		all := slices.Clone(v.list)
		if v.rest != nil {
			all = append(all, v.rest)
		}
		return values{rest: union(all)}
	}
	return values{list: v.list[first-1 : max(last, first-1)], rest: v.rest}
}

// given lists KEYS or ARGV: what is declared, and the variadic end.
func (m *machine) given(t *Value, x *syntax.Call, st *state) values {
	n, open := len(m.a.Script.Keys), false
	if t.Op == Keys {
		open = n > 0 && (m.a.Script.Keys[n-1].Variadic || m.a.Script.Keys[n-1].Optional)
	} else {
		n = len(m.a.Script.Args)
		open = n > 0 && (m.a.Script.Args[n-1].Variadic || m.a.Script.Args[n-1].Optional)
	}
	var v values
	for i := range n {
		v.list = append(v.list, m.index(st, t, number(float64(i+1)), x.Span))
	}
	if open {
		v.rest = v.list[n-1]
	}
	return v
}

// maxUnpack is how many values unpack surely takes: the engines' Lua has a stack
// of 8000.
const maxUnpack = 7000

// fits reports whether an unpack is small whatever the data.
func (m *machine) fits(t, from, to *Value, st *state) bool {
	if _, hi, ok := bounds(to); ok && hi <= maxUnpack {
		return true
	}
	if from.Op == Nil {
		from = number(1)
	}
	if n, ok := gap(from, to); ok && n <= maxUnpack {
		return true
	}
	switch t.Op {
	case ReplyOf:
		return t.Call.bounded() || m.readsRecord(t.Call)
	case Keys, Args:
		_, hi, _ := bounds(m.length(t, st))
		return hi <= maxUnpack
	case TableAt:
		if content := st.heap.get(t.N); content != nil {
			return !content.open || content.most > 0 && content.most <= maxUnpack
		}
	}
	return false
}

// readsRecord reports whether a call reads all fields of a row whose fields are declared.
func (m *machine) readsRecord(c *Call) bool {
	if c.Command == nil || !c.Command.ReadsWhole() || len(c.Keys) != 1 {
		return false
	}
	key := m.a.provenance(c.Keys[0].Value).Key
	return key != nil && len(key.Fields) > 0 && len(key.Fields) <= command.Short
}

// gap is how far a number can be above another, where it is said to be so far:
// i + 99, or math.min(i + 99, n).
func gap(from, to *Value) (float64, bool) {
	switch {
	case to.Op == Number && from.Op == Number:
		return to.Num - from.Num, true
	case to.Op != Nil && same(to, from):
		return 0, true
	case to.Op == Apply && to.Str == "math.min":
		least, ok := infinity, false
		for _, x := range to.X {
			if n, known := gap(from, x); known {
				least, ok = min(least, n), true
			}
		}
		return least, ok
	case to.Op == Arith && to.Str == "+" && to.X[0].Op == Number:
		n, ok := gap(from, to.X[1])
		return n + to.X[0].Num, ok
	case to.Op == Arith && to.Str == "+" && to.X[1].Op == Number:
		n, ok := gap(from, to.X[0])
		return n + to.X[1].Num, ok
	case to.Op == Arith && to.Str == "-" && to.X[1].Op == Number:
		n, ok := gap(from, to.X[0])
		return n - to.X[1].Num, ok
	}
	return 0, false
}

func (m *machine) selected(args values, st *state, k func(*state, values)) {
	n := args.first()
	given := values{rest: args.rest}
	if len(args.list) > 1 {
		given.list = args.list[1:]
	}
	switch {
	case n.Op == Text && given.rest == nil:
		k(st, one(number(float64(len(given.list)))))
	case n.Op == Text:
		k(st, one(interval(float64(len(given.list)), infinity)))
	case n.Op == Number && n.Num >= 1 && int(n.Num) <= len(given.list):
		k(st, values{list: given.list[int(n.Num)-1:], rest: given.rest})
	default:
		k(st, values{rest: unknown(args.list...)})
	}
}
