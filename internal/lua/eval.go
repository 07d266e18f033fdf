package lua

import (
	"math"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/lua/syntax"
	"github.com/echomq/emqgen/internal/protocol"
)

// eval gives k the value of an expression, once for each path through it.
func (m *machine) eval(x syntax.Expr, st *state, fr *frame, k func(*state, *Value)) {
	m.step()
	switch x := x.(type) {
	case *syntax.Nil:
		k(st, nilValue)
	case *syntax.True:
		k(st, trueValue)
	case *syntax.False:
		k(st, falseValue)
	case *syntax.Number:
		k(st, number(x.Value))
	case *syntax.String:
		k(st, text(x.Value))
	case *syntax.Vararg:
		k(st, fr.rest.first())
	case *syntax.Function:
		k(st, m.function(x, fr))
	case *syntax.Paren:
		m.eval(x.X, st, fr, k)
	case *syntax.Name:
		k(st, m.name(x, st, fr))
	case *syntax.Index:
		m.eval(x.X, st, fr, func(st *state, t *Value) {
			m.eval(x.Key, st, fr, func(st *state, key *Value) { k(st, m.index(st, t, key, x.Span)) })
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
			m.eval(x.Y, st, fr, func(st *state, b *Value) { k(st, m.binary(x, a, b, st)) })
		})
	}
}

// exprs gives k the values of a list; a call or ... at its end gives all it has.
func (m *machine) exprs(list []syntax.Expr, st *state, fr *frame, k func(*state, values)) {
	m.exprsAfter(nil, list, st, fr, k)
}

// exprsAfter adds the values of a list to those before it, which it may append to.
func (m *machine) exprsAfter(before []*Value, list []syntax.Expr, st *state, fr *frame, k func(*state, values)) {
	for len(list) > 1 && oneWay(list[0]) {
		before = append(before, m.only(list[0], st, fr))
		list = list[1:]
	}
	if len(list) == 0 {
		k(st, values{list: before})
		return
	}
	all := func(st *state, v values) {
		k(st, values{list: append(before[:len(before):len(before)], v.list...), rest: v.rest})
	}
	if len(list) == 1 {
		switch x := list[0].(type) {
		case *syntax.Call:
			m.call(x, st, fr, all)
			return
		case *syntax.Vararg:
			all(st, fr.rest)
			return
		}
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
	case v.Op != Union:
		return v
	}
	var kept []*Value
	for _, alt := range v.X {
		if t := m.truthOf(alt, st); t == either || (t == yes) == holds {
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

// oneWay reports whether an expression has one outcome: nothing in it branches or
// calls.
func oneWay(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Nil, *syntax.True, *syntax.False, *syntax.Number, *syntax.String, *syntax.Name, *syntax.Vararg, *syntax.Function:
		return true
	case *syntax.Paren:
		return oneWay(x.X)
	case *syntax.Unary:
		return oneWay(x.X)
	case *syntax.Index:
		return oneWay(x.X) && oneWay(x.Key)
	case *syntax.Binary:
		return x.Op != "and" && x.Op != "or" && oneWay(x.X) && oneWay(x.Y)
	}
	return false
}

// only is the value of an expression that has one outcome.
func (m *machine) only(x syntax.Expr, st *state, fr *frame) (v *Value) {
	m.eval(x, st, fr, func(_ *state, only *Value) { v = only })
	return v
}

func (m *machine) function(fn *syntax.Function, fr *frame) *Value {
	m.made++
	v := &Value{Op: Closure, N: fn.Start, fn: &closure{fn, fr.scope}}
	return v.seal()
}

func (m *machine) name(x *syntax.Name, st *state, fr *frame) *Value {
	if cell, ok := fr.scope.find(x.Ident); ok {
		if v := st.vars[cell]; v != nil {
			return v
		}
		return nilValue
	}
	if v := st.vars[m.global(x.Ident)]; v != nil {
		return v
	}
	switch x.Ident {
	case "KEYS":
		return keysTable
	case "ARGV":
		return argsTable
	}
	if !isGlobal(x.Ident) {
		m.event(&Event{Kind: GlobalRead, At: x.Span, Text: x.Ident})
		return unknown()
	}
	m.available(x.Ident, x.Span)
	return builtin(x.Ident)
}

// global is the cell of a variable that the script should not have made.
func (m *machine) global(name string) int {
	return -m.site(&frame{path: "global " + name}, syntax.Span{})
}

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
		if content := st.heap[t.N]; content != nil {
			return content.get(key)
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
		note := "KEYS[%d]"
		args := []any{n}
		if n >= 1 && n <= declared {
			note, args = "KEYS[%d] is %s", []any{n, uses[n-1].Name()}
		}
		m.a.KeysUsed[n] = true
		return (&Value{Op: KeyAt, N: n}).seal().through(at, note, args...)
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
	return spread(lo, hi, declared, key, keysTable, index)
}

// argAt reads ARGV[i].
func (m *machine) argAt(index *Value, at syntax.Span) *Value {
	args := m.a.Script.Args
	declared := len(args)
	variadic := declared > 0 && args[declared-1].Variadic
	arg := func(n int) *Value {
		note, list := "ARGV[%d]", []any{n}
		if n >= 1 && n <= declared {
			note, list = "ARGV[%d] is the argument %s", []any{n, args[n-1].Name}
		}
		m.a.ArgsUsed[n] = true
		return (&Value{Op: ArgAt, N: n}).seal().through(at, note, list...)
	}
	lo, hi, ok := bounds(index)
	switch {
	case index.isText():
		m.event(&Event{Kind: ArgIndexed, At: at, X: index})
		return nilValue
	case index.Op == Number && (lo < 1 || lo != math.Trunc(lo) || lo > float64(declared) && !variadic):
		m.event(&Event{Kind: ArgIndexed, At: at, X: index})
		return arg(entry(lo))
	case index.Op == Number && lo >= float64(declared): // one of the variadic ones, which differ
		m.a.ArgsUsed[declared] = true
		return (&Value{Op: ArgAt, N: int(min(lo, 1e6))}).seal().through(at, "ARGV[%d] is one of the argument %s", int(lo), args[declared-1].Name)
	case index.Op == Number:
		return arg(int(lo))
	case !ok:
		lo, hi = 1, infinity
	}
	return spread(lo, hi, declared, arg, argsTable, index)
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
			m.a.KeysUsed[i+1] = true
		}
	case Args:
		for i := range m.a.Script.Args {
			m.a.ArgsUsed[i+1] = true
		}
	}
}

// spread is any of the declared entries from lo to hi.
func spread(lo, hi float64, declared int, give func(int) *Value, whole, index *Value) *Value {
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
		all = append(all, give(n))
	}
	return union(all)
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
	for len(list) > 0 && (list[0].Key == nil || oneWay(list[0].Key)) && oneWay(list[0].Value) {
		item := list[0]
		_, several := item.Value.(*syntax.Vararg)
		if several && len(list) == 1 {
			break
		}
		list = list[1:]
		if item.Key != nil {
			t.set(m.only(item.Key, st, fr), m.only(item.Value, st, fr))
		} else {
			t.push(m.only(item.Value, st, fr))
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
			m.eval(item.Value, st, fr, func(st *state, v *Value) { m.items(rest, t.with(key, v), st, fr, k) })
		})
	case len(rest) == 0:
		m.exprs([]syntax.Expr{item.Value}, st, fr, func(st *state, v values) {
			u := t.clone()
			for _, x := range v.list {
				u.push(x)
			}
			if v.rest != nil {
				u.grow(v.rest)
			}
			k(st, u)
		})
	default:
		m.eval(item.Value, st, fr, func(st *state, v *Value) {
			u := t.clone()
			u.push(v)
			m.items(rest, u, st, fr, k)
		})
	}
}

func (m *machine) unary(x *syntax.Unary, v *Value, st *state) *Value {
	switch x.Op {
	case "not":
		switch m.truthOf(v, st) {
		case yes:
			return falseValue
		case no:
			return trueValue
		}
		return (&Value{Op: Not, X: []*Value{v}}).seal()
	case "#":
		return m.length(v, st)
	}
	return m.arith("-", number(0), v, x.Span)
}

func (m *machine) length(v *Value, st *state) *Value {
	script := m.a.Script
	switch v.Op {
	case Keys:
		return howMany(len(script.Keys), func(i int) (bool, bool) { return script.Keys[i].Optional, script.Keys[i].Variadic })
	case Args:
		return howMany(len(script.Args), func(i int) (bool, bool) { return script.Args[i].Optional, script.Args[i].Variadic })
	case TableAt:
		if t := st.heap[v.N]; t != nil && !t.open {
			return number(float64(len(t.list)))
		}
	case Text:
		return number(float64(len(v.Str)))
	}
	return (&Value{Op: Length, X: []*Value{v}}).seal()
}

func howMany(n int, entry func(int) (optional, variadic bool)) *Value {
	least, most := 0, float64(n)
	for i := range n {
		optional, variadic := entry(i)
		if !optional {
			least++
		}
		if variadic {
			most = infinity
		}
	}
	return interval(float64(least), most)
}

func (m *machine) binary(x *syntax.Binary, a, b *Value, st *state) *Value {
	switch x.Op {
	case "..":
		return m.concat(x, a, b, st)
	case "+", "-", "*", "/", "%", "^":
		m.mayBeMissing(a, "calculated with", x.X.Range(), st)
		m.mayBeMissing(b, "calculated with", x.Y.Range(), st)
		return m.arith(x.Op, a, b, x.Span)
	}
	m.event(&Event{Kind: Compared, At: x.Span, Text: x.Op, X: a, Y: b})
	m.looked(a)
	m.looked(b)
	return m.comparison(x.Op, a, b, st)
}

var flipped = map[string]string{"==": "==", "~=": "~=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

// comparison writes a comparison with a constant on its right.
func (m *machine) comparison(op string, a, b *Value, st *state) *Value {
	if isConst(a) && !isConst(b) {
		a, b = b, a
		op = flipped[op]
	}
	switch m.decide(op, a, b, st) {
	case yes:
		return trueValue
	case no:
		return falseValue
	}
	return compare(op, a, b)
}

func isConst(v *Value) bool {
	switch v.Op {
	case Nil, Bool, Number, Text:
		return true
	}
	return false
}

func (m *machine) concat(x *syntax.Binary, a, b *Value, st *state) *Value {
	for _, side := range []struct {
		v  *Value
		at syntax.Expr
	}{{a, x.X}, {b, x.Y}} {
		if _, inner := side.at.(*syntax.Binary); !inner || side.v.Op != Concat {
			m.asText(side.v, side.at.Range())
			m.mayBeMissing(side.v, "joined to a text", side.at.Range(), st)
		}
	}
	as, bs := a.Alternatives(), b.Alternatives()
	if len(as)*len(bs) > maxUnion {
		return unknown(a, b)
	}
	var all []*Value
	for _, p := range as {
		for _, q := range bs {
			all = append(all, joined(p, q))
		}
	}
	v := union(all)
	if len(v.Leaves()) > 0 {
		v = v.through(x.Span, "joined to %s", clip(m.a.File.Slice(x.Span)))
	}
	return v
}

// joined is p .. q, with the account of the first part that has one.
func joined(p, q *Value) *Value {
	v := concat(p, q)
	if p.trace == nil {
		return v.traced(q.trace)
	}
	return v.traced(p.trace)
}

func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 60 {
		return s[:57] + "..."
	}
	return s
}

// mayBeMissing notes that a reply is used as if it could not be missing, which
// nothing on the path has shown.
func (m *machine) mayBeMissing(v *Value, how string, at syntax.Span, st *state) {
	for _, alt := range v.Alternatives() {
		if alt.Op == ReplyOf && alt.Call.Reply.False && m.truthOf(alt, st) == either && !m.fieldOfRow(alt.Call, st) {
			m.event(&Event{Kind: MissingUsed, At: at, Text: how, X: alt})
		}
	}
}

// fieldOfRow reports whether a call reads a field that every row has, of a row
// that is known to be there.
func (m *machine) fieldOfRow(c *Call, st *state) bool {
	if len(c.Fields) != 1 || !st.exists(c) {
		return false
	}
	key := m.a.provenance(c.Keys[0].Value).Key
	name, _ := c.Fields[0].Field.Const()
	return key != nil && slices.ContainsFunc(key.Fields, func(f *protocol.Field) bool { return f.Name == name && !f.Optional })
}

// asText notes that a number is turned into text by Lua, which keeps 14 digits.
func (m *machine) asText(v *Value, at syntax.Span) {
	for _, alt := range v.Alternatives() {
		if alt.IsNumeric() {
			m.event(&Event{Kind: NumberAsText, At: at, X: alt})
		}
	}
}

// IsNumeric reports whether the value is a Lua number, when it is anything.
func (v *Value) IsNumeric() bool {
	switch v.Op {
	case Number, Range, Arith, Length:
		return true
	case ReplyOf:
		r := v.Call.Reply
		return r.Int && !r.Text && !r.List && !r.Status
	case Apply:
		return strings.HasPrefix(v.Str, "math.") || strings.HasPrefix(v.Str, "bit.") && v.Str != "bit.tohex" || v.Str == "tonumber"
	}
	return false
}

func (m *machine) arith(op string, a, b *Value, at syntax.Span) *Value {
	m.event(&Event{Kind: Calculated, At: at, Text: op, X: a, Y: b})
	if a.Op == Number && b.Op == Number {
		return number(compute(op, a.Num, b.Num))
	}
	v := (&Value{Op: Arith, Str: op, X: []*Value{a, b}}).seal()
	if lo, hi, ok := bounds(v); ok && v.vague {
		return interval(lo, hi)
	}
	return v
}

func compute(op string, a, b float64) float64 {
	switch op {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	case "/":
		return a / b
	case "%":
		return a - math.Floor(a/b)*b
	}
	return math.Pow(a, b)
}
