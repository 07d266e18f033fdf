package lua

import (
	"math"

	"github.com/echomq/emqgen/internal/lua/syntax"
)

// index reads t[key].
func (m *machine) index(st *state, t, key *Value, at syntax.Span) *Value {
	if t.Op == Union || key.Op == Union {
		var all []*Value
		for _, alt := range t.Alternatives() {
			for _, k := range key.Alternatives() {
				all = append(all, m.index(st, alt, k, at))
			}
		}
		return union(all)
	}
	switch t.Op {
	case Keys:
		return m.keyAt(key, at)
	case Args:
		return m.argAt(key, at)
	case TableAt:
		if content := st.heap.get(t.N); content != nil {
			return m.inherited(st, t, key, at, 0)
		}
	case Builtin:
		if name, ok := key.Const(); ok {
			return m.member(t.Str, name, at)
		}
		return unknown()
	case Nil, Bool, Number, Range, Closure, Unknown:
		return unknown(t, key)
	case Text:
		if name, ok := key.Const(); ok {
			return m.member("string", name, at)
		}
	case ReplyOf:
		if name, ok := key.Const(); ok && (name == "err" || name == "ok") {
			t.Call.Looked = true
		}
	}
	return elem(t, key)
}

// keyAt reads KEYS[i]: each declared key that i may mean.
func (m *machine) keyAt(index *Value, at syntax.Span) *Value {
	uses := m.a.Script.Keys
	declared := len(uses)
	variadic := declared > 0 && uses[declared-1].Variadic
	key := func(n int) *Value {
		m.read(m.a.KeysUsed, n, at)
		from := &Trace{At: at, how: fromKeys, n: n, len: 1}
		if n >= 1 && n <= declared {
			from.name = uses[n-1].Name()
		}
		return (&Value{Op: KeyAt, N: n, trace: from}).seal()
	}
	lo, hi, ok := bounds(index)
	switch {
	case index.isText():
		m.event(&Event{Kind: KeyIndexed, At: at, X: index})
		return nilValue
	case index.Op == Number && (lo < 1 || lo != math.Trunc(lo) || lo > float64(declared) && !variadic):
		m.event(&Event{Kind: KeyIndexed, At: at, X: index})
		return key(entry(lo))
	case index.Op == Number:
		return key(min(int(lo), declared))
	case !ok:
		lo, hi = 1, infinity
	}
	return spread(lo, hi, declared, variadic, key, keysTable, index)
}

// argAt reads ARGV[i].
func (m *machine) argAt(index *Value, at syntax.Span) *Value {
	args := m.a.Script.Args
	declared := len(args)
	variadic := declared > 0 && args[declared-1].Variadic
	arg := func(n int) *Value {
		m.read(m.a.ArgsUsed, n, at)
		from := &Trace{At: at, how: fromArgs, n: n, len: 1}
		if n >= 1 && n <= declared {
			from.name = args[n-1].Name
		}
		return (&Value{Op: ArgAt, N: n, trace: from}).seal()
	}
	lo, hi, ok := bounds(index)
	switch {
	case index.isText():
		m.event(&Event{Kind: ArgIndexed, At: at, X: index})
		return nilValue
	case index.Op == Number && (lo < 1 || lo != math.Trunc(lo) || lo > float64(declared) && !variadic):
		m.event(&Event{Kind: ArgIndexed, At: at, X: index})
		return arg(entry(lo))
	case index.Op == Number && variadic && lo >= float64(declared): // one of the variadic ones, which differ
		use(m.a.ArgsUsed, declared)
		from := &Trace{At: at, how: fromVariadic, n: int(lo), name: args[declared-1].Name, len: 1}
		return (&Value{Op: ArgAt, N: int(min(lo, 1e6)), trace: from}).seal()
	case index.Op == Number:
		return arg(int(lo))
	case !ok:
		lo, hi = 1, infinity
	}
	return spread(lo, hi, declared, variadic, arg, argsTable, index)
}

// read notes that the n-th of the declared entries is used, unless it goes only into
// a variable that nobody reads.
func (m *machine) read(used []bool, n int, at syntax.Span) {
	if !m.unread[at] {
		use(used, n)
	}
}

// use notes that the n-th of the declared entries is.
func use(used []bool, n int) {
	if n >= 1 && n <= len(used) {
		used[n-1] = true
	}
}

// isText reports whether a value is a Lua string, so that it is no index of a
// list even when it is made of digits.
func (v *Value) isText() bool {
	switch v.Op {
	case Text, ArgAt, KeyAt, Concat:
		return true
	}
	return v.Op == Apply && (v.Str == "tostring" || v.Str == "string.sub")
}

// entry is an index as far as it is one.
func entry(index float64) int {
	if !(index >= 1) { // not a number, as well
		return 0
	}
	return int(min(index, 1e6))
}

// wholly notes that all of KEYS or ARGV is used when the table itself is.
func (m *machine) wholly(v *Value) {
	switch v.Op {
	case Keys:
		for i := range m.a.Script.Keys {
			use(m.a.KeysUsed, i+1)
		}
	case Args:
		for i := range m.a.Script.Args {
			use(m.a.ArgsUsed, i+1)
		}
	}
}

// spread is any of the declared entries from lo to hi. What is found out about one of
// the variadic ones says nothing of the others.
func spread(lo, hi float64, declared int, variadic bool, give func(int) *Value, whole, index *Value) *Value {
	from, to := int(max(min(lo, 1e6), 1)), int(min(hi, float64(declared)))
	from = min(from, max(declared, 1))
	if declared == 0 || to < from || to-from >= maxUnion {
		for n := from; n <= declared; n++ {
			give(n) // all of them are used
		}
		if to-from >= maxUnion {
			return elem(whole, index)
		}
		return unknown(whole)
	}
	var all []*Value
	for n := from; n <= to; n++ {
		v := give(n)
		if variadic && n == declared && hi > lo {
			each := *v
			each.X = []*Value{index}
			v = each.seal()
		}
		all = append(all, v)
	}
	return union(all)
}
