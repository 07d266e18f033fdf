package lua

import (
	"math"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/lua/syntax"
	"github.com/echomq/emqgen/internal/protocol"
)

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
		m.mayBeMissing(v, "measured with #", "", x.X.Range(), st)
		return m.length(v, st)
	}
	return m.arith("-", number(0), v, x.Span, x.X.Range(), x.X.Range())
}

func (m *machine) length(v *Value, st *state) *Value {
	script := m.a.Script
	switch v.Op {
	case Keys:
		return howMany(len(script.Keys), func(i int) (bool, bool) { return script.Keys[i].Optional, script.Keys[i].Variadic })
	case Args:
		return howMany(len(script.Args), func(i int) (bool, bool) { return script.Args[i].Optional, script.Args[i].Variadic })
	case TableAt:
		if t := st.heap.get(v.N); t != nil && !t.open {
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
		m.mayBeMissing(a, "calculated with", "", x.X.Range(), st)
		m.mayBeMissing(b, "calculated with", "", x.Y.Range(), st)
		return m.arith(x.Op, a, b, x.Span, x.X.Range(), x.Y.Range())
	}
	m.event(&Event{Kind: Compared, At: x.Span, Text: x.Op, X: a, Y: b})
	m.looked(a)
	m.looked(b)
	if x.Op != "==" && x.Op != "~=" && a.IsNumeric() && b.IsNumeric() {
		m.mayBeMissing(a, "compared by ", x.Op, x.X.Range(), st)
		m.mayBeMissing(b, "compared by ", x.Op, x.Y.Range(), st)
	}
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
			m.mayBeMissing(side.v, "joined to a text", "", side.at.Range(), st)
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
	if v.hasLeaf() {
		v = v.through(x.Span, joinedTo, m.a.File.Slice(x.Span))
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

// usedUp marks facts about what was used as if it could not be missing.
const usedUp = "used "

// mayBeMissing notes that a reply is used as if it could not be missing, which
// nothing on the path has shown: how, and by what.
func (m *machine) mayBeMissing(v *Value, how, by string, at syntax.Span, st *state) {
	for _, alt := range v.Alternatives() {
		if mayMiss(alt) && !alt.Sure() && m.truthOf(alt, st) == either && !m.fieldOfRow(alt, st) {
			if st.knownAs(usedUp, alt).truth == yes {
				continue // it would not have come so far
			}
			if !alt.vague {
				st.learn(usedUp+alt.id(), fact{truth: yes})
			}
			m.event(&Event{Kind: MissingUsed, At: at, Text: how + by, X: alt})
		}
	}
}

// mayMiss reports whether a value is a reply, or one in the list of a reply, that is
// false where nothing is found.
func mayMiss(v *Value) bool {
	if v.Op == Elem && v.X[0].Op == ReplyOf && v.X[1].Op == Number {
		list := v.X[0].Call.Reply
		return list.List && list.Elem != nil && list.Elem.False
	}
	return v.Op == ReplyOf && v.Call.Reply.False
}

// fieldOfRow reports whether a reply, or one in the list of a reply, is a field that
// every row has, of a row that is known to be there.
func (m *machine) fieldOfRow(v *Value, st *state) bool {
	at, call := 2, v.Call
	if v.Op == Elem {
		at, call = 1+int(v.X[1].Num), v.X[0].Call
	}
	if call.Name != "HGET" && call.Name != "HMGET" || at < 2 || at >= len(call.Words) || len(call.Keys) != 1 || !st.exists(call) {
		return false
	}
	key := m.a.provenance(call.Keys[0].Value).Key
	name, _ := call.Words[at].Const()
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
	case Union:
		return !slices.ContainsFunc(v.X, func(alt *Value) bool { return !alt.IsNumeric() })
	}
	return false
}

func (m *machine) arith(op string, a, b *Value, at, aAt, bAt syntax.Span) *Value {
	m.event(&Event{Kind: Calculated, At: at, Text: op, X: a, Y: b, XAt: aAt, YAt: bAt})
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
