package lua

import (
	"math"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/lua/syntax"
)

// errorReply is the function that makes a refusal; a value Apply(errorReply, …)
// is one.
const errorReply = "redis.error_reply"

const statusReply = "redis.status_reply"

// library calls a function of the engine.
func (m *machine) library(name string, x *syntax.Call, args values, st *state, fr *frame, k func(*state, values)) {
	give := func(v *Value) { k(st, one(v)) }
	arg := args.at
	switch name = strings.Replace(name, "server.", "redis.", 1); name {
	case "redis.call", "redis.pcall":
		m.command(x, name == "redis.pcall", args, st, fr, k)
	case errorReply, statusReply:
		v := *apply(name, arg(0)).through(x.Span, "answered by %s", name)
		if fr.fn == nil {
			v.At = x.Span
		}
		give(&v)
	case "redis.setresp":
		if arg(0).Op != Number || arg(0).Num != 2 {
			m.a.RESP3 = true
		}
		m.event(&Event{Kind: Called, At: x.Span, Text: name})
		give(nilValue)
	case "redis.log", "redis.debug", "redis.breakpoint", "redis.replicate_commands", "redis.set_repl":
		m.event(&Event{Kind: Called, At: x.Span, Text: name})
		give(nilValue)
	case "tonumber":
		give(toNumber(arg(0), args))
	case "tostring":
		m.asText(arg(0), x.Span)
		give(toText(arg(0)))
	case "type":
		give(typeOf(arg(0)))
	case "assert":
		m.assert(x, args, st, fr, k)
	case "error":
		m.raise(x, arg(0), st, fr)
	case "pcall", "xpcall":
		m.protected(name, x, args, st, fr, k)
	case "unpack":
		k(st, m.unpack(x, args, st))
	case "select":
		m.selected(args, st, k)
	case "ipairs", "pairs", "string.gmatch":
		give(apply(name, args.list...))
	case "next":
		give(apply("next", arg(0)))
	case "setmetatable":
		give(arg(0))
	case "rawget":
		give(m.index(st, arg(0), arg(1), x.Span))
	case "rawset":
		m.put(st, arg(0), arg(1), arg(2), &syntax.Index{Span: x.Span})
		give(arg(0))
	case "rawequal":
		give(m.comparison("==", arg(0), arg(1), st))
	case "loadstring", "load":
		m.event(&Event{Kind: Compiled, At: x.Span, Text: name, X: arg(0)})
		give(unknown())
	case "table.insert", "table.remove", "table.concat", "table.getn", "table.sort", "table.foreach", "table.foreachi":
		m.tables(name, x, args, st, fr, k)
	case "string.format":
		give(m.format(args, x.Span))
	case "string.sub", "string.len", "string.upper", "string.lower", "string.rep":
		give(m.stringFn(name, args, st))
	case "string.gsub":
		if fn := arg(2); fn.Op == Closure {
			m.enter(fn, x, values{rest: unknown(arg(0))}, st, fr, func(st *state, _ values) { k(st, one(apply(name, arg(0), arg(1)))) })
			return
		}
		give(apply(name, args.list...))
	case "string.find", "string.match", "cmsgpack.unpack", "struct.unpack", "math.modf", "math.frexp":
		k(st, values{list: []*Value{apply(name, args.list...)}, rest: apply(name+" more", args.list...)})
	case "cjson.encode":
		m.wholly(arg(0))
		filled := m.decide("==", m.length(arg(0), st), number(0), st) == no
		m.event(&Event{Kind: Encoded, At: x.Span, X: arg(0), Tab: m.content(st, arg(0), 0), Bounded: filled})
		give(apply(name, args.list...))
	default:
		for _, v := range args.list {
			m.wholly(v)
		}
		if strings.HasPrefix(name, "bit.") {
			m.event(&Event{Kind: Calculated, At: x.Span, Text: name, X: arg(0), Y: arg(1)})
		}
		if strings.HasPrefix(name, "math.") {
			give(m.mathFn(name, args))
			return
		}
		for _, fn := range args.list {
			if fn.Op == Closure { // whoever takes a function calls it
				m.enter(fn, x, values{rest: unknown(args.list...)}, st, fr, func(st *state, _ values) { k(st, one(apply(name))) })
				return
			}
		}
		give(apply(name, args.list...))
	}
}

func toNumber(v *Value, args values) *Value {
	if len(args.list) > 1 {
		return apply("tonumber", args.list...)
	}
	switch v.Op {
	case Number, Range, Arith, Length:
		return v
	case Text:
		if n, err := strconv.ParseFloat(strings.TrimSpace(v.Str), 64); err == nil {
			return number(n)
		}
		return nilValue
	case Nil, Bool:
		return nilValue
	case ReplyOf:
		if v.IsNumeric() {
			return v
		}
	}
	return apply("tonumber", v)
}

func toText(v *Value) *Value {
	if s, ok := v.Const(); ok && v.Op == Text {
		return text(s)
	}
	switch v.Op {
	case ArgAt, KeyAt, Concat:
		return v
	case Number:
		return text(strconv.FormatFloat(v.Num, 'g', 14, 64))
	}
	return apply("tostring", v)
}

func typeOf(v *Value) *Value {
	switch v.Op {
	case Nil:
		return text("nil")
	case Bool, Compare, Not:
		return text("boolean")
	case Number, Range, Arith, Length:
		return text("number")
	case Text, Concat:
		return text("string")
	case TableAt, Keys, Args:
		return text("table")
	case Closure:
		return text("function")
	case ReplyOf:
		if v.IsNumeric() && !v.Call.Protected {
			return text("number")
		}
	}
	return apply("type", v)
}

// assert goes on where its first argument is true, and raises where it is not.
func (m *machine) assert(x *syntax.Call, args values, st *state, fr *frame, k func(*state, values)) {
	m.test(args.first(), st, x.Span, func(st *state, truth bool) {
		if truth {
			k(st, args)
			return
		}
		if fr.caught != nil {
			return
		}
		m.event(&Event{Kind: Raised, At: x.Span, Text: "assert", X: args.at(1), Before: st.writes(), Guard: st.guards})
	})
}

// raise ends the path with an error.
func (m *machine) raise(x *syntax.Call, v *Value, st *state, fr *frame) {
	for _, alt := range v.Alternatives() {
		m.looked(alt)
		if fr.caught != nil {
			continue
		}
		if !m.refused(st, x.Span, alt) {
			m.event(&Event{Kind: Raised, At: x.Span, Text: "error", X: alt, Before: st.writes(), Guard: st.guards})
		}
	}
}

// refused records an error answered or raised: error_reply, or a table with err.
func (m *machine) refused(st *state, at syntax.Span, v *Value) bool {
	record := func(message *Value, how string) {
		for _, alt := range message.Alternatives() {
			m.event(&Event{Kind: Refused, At: at, Text: how, X: alt, Before: st.writes(), Guard: st.guards})
		}
	}
	if v.Op == Apply && v.Str == errorReply {
		if v.At != (syntax.Span{}) {
			at = v.At
		}
		record(v.X[0], "error_reply")
		return true
	}
	if t := st.heap[v.N]; v.Op == TableAt && t != nil && t.named["err"] != nil {
		record(t.named["err"], "err")
		return true
	}
	return false
}

// protected runs pcall(f, …): it goes on whether f raised or not.
func (m *machine) protected(name string, x *syntax.Call, args values, st *state, fr *frame, k func(*state, values)) {
	fn := args.first()
	rest := values{rest: args.rest}
	from := 1
	if name == "xpcall" {
		from = 2
	}
	if len(args.list) > from {
		rest.list = args.list[from:]
	}
	raised := st.fork()
	inner := *fr
	inner.caught = &[]*Call{}
	inner.path += "!"
	var ways []outcome
	m.invoke(fn, x, rest, st, &inner, func(st *state, v values) { ways = append(ways, outcome{st, v}) })
	var replies []*Value
	for _, c := range *inner.caught {
		replies = append(replies, replyOf(c))
	}
	ok := apply("pcall", replies...)
	for i, o := range ways {
		ways[i].v.list = append([]*Value{ok}, o.v.list...)
	}
	if len(ways) == 0 { // it always raises
		ways = append(ways, outcome{raised, values{list: []*Value{ok}, rest: unknown()}})
	}
	for _, o := range meet(ways) {
		k(o.st, o.v)
	}
}

func (m *machine) unpack(x *syntax.Call, args values, st *state) values {
	t, from, to := args.at(0), args.at(1), args.at(2)
	content := st.heap[t.N]
	if t.Op == TableAt && content != nil && !content.open && from.Op == Nil && to.Op == Nil {
		return values{list: content.list}
	}
	m.event(&Event{Kind: Unpacked, At: x.Span, X: t, Bounded: m.fits(t, from, to, st)})
	first := 1.0
	if from.Op == Number {
		first = from.Num
	}
	item := m.index(st, t, interval(first, infinity), x.Span)
	if t.Op == TableAt && content != nil {
		item = content.items()
	}
	if t.Op == Keys || t.Op == Args {
		return m.unpackGiven(t, int(first), x, st)
	}
	return values{rest: item}
}

// unpackGiven unpacks KEYS or ARGV: what is declared, and the variadic end.
func (m *machine) unpackGiven(t *Value, first int, x *syntax.Call, st *state) values {
	n, open := len(m.a.Script.Keys), false
	if t.Op == Keys {
		open = n > 0 && (m.a.Script.Keys[n-1].Variadic || m.a.Script.Keys[n-1].Optional)
	} else {
		n = len(m.a.Script.Args)
		open = n > 0 && (m.a.Script.Args[n-1].Variadic || m.a.Script.Args[n-1].Optional)
	}
	var v values
	for i := max(first, 1); i <= n; i++ {
		v.list = append(v.list, m.index(st, t, number(float64(i)), x.Span))
	}
	if open {
		if len(v.list) > 0 {
			v.rest = v.list[len(v.list)-1]
		} else {
			v.rest = m.index(st, t, interval(float64(max(first, 1)), infinity), x.Span)
		}
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
		return t.Call.bounded()
	case Keys, Args:
		_, hi, _ := bounds(m.length(t, st))
		return hi <= maxUnpack
	case TableAt:
		if content := st.heap[t.N]; content != nil {
			return !content.open || content.most > 0 && content.most <= maxUnpack
		}
	}
	return false
}

// gap is how far a number can be above another, where it is said to be so far:
// i + 99, or math.min(i + 99, n).
func gap(from, to *Value) (float64, bool) {
	switch {
	case to.Op == Number && from.Op == Number:
		return to.Num - from.Num, true
	case to.id == from.id && to.Op != Nil:
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

func (m *machine) tables(name string, x *syntax.Call, args values, st *state, fr *frame, k func(*state, values)) {
	t := args.first()
	content := st.heap[t.N]
	known := t.Op == TableAt && content != nil
	switch name {
	case "table.insert":
		if known && len(args.list) == 2 {
			st.write(t.N, content.appended(args.at(1)))
		} else if known {
			u := content.clone()
			for _, v := range u.list {
				u.rest = maybe(u.rest, v)
			}
			u.list, u.open, u.rest = nil, true, maybe(u.rest, args.at(2))
			st.write(t.N, u)
		}
		k(st, values{})
		return
	case "table.remove":
		v := m.itemsOf(st, t, "ipairs", interval(1, infinity))
		if known {
			u := content.clone()
			for _, v := range u.list {
				u.rest = maybe(u.rest, v)
			}
			u.list, u.open = nil, true
			st.write(t.N, u)
		}
		k(st, one(v))
		return
	case "table.concat":
		k(st, one(m.tableConcat(t, args.at(1), len(args.list), st)))
		return
	case "table.getn":
		k(st, one(m.length(t, st)))
		return
	}
	if fn := args.at(1); fn.Op == Closure {
		v := m.itemsOf(st, t, "pairs", interval(1, infinity))
		m.enter(fn, x, values{rest: v}, st, fr, func(st *state, _ values) { k(st, values{}) })
		return
	}
	k(st, values{})
}

func (m *machine) tableConcat(t, sep *Value, n int, st *state) *Value {
	content := st.heap[t.N]
	m.wholly(t)
	if t.Op != TableAt || content == nil || content.open || n > 2 {
		return apply("table.concat", m.itemsOf(st, t, "ipairs", interval(1, infinity)), sep)
	}
	var parts []*Value
	for i, v := range content.list {
		if i > 0 && sep.Op != Nil {
			parts = append(parts, sep)
		}
		if v.Op == Union {
			return apply("table.concat", content.list...)
		}
		parts = append(parts, v)
	}
	return concat(parts...)
}

// format follows string.format where it only puts texts side by side.
func (m *machine) format(args values, at syntax.Span) *Value {
	pattern, ok := args.first().Const()
	if !ok || args.rest != nil {
		return unknown(args.list...)
	}
	var parts []*Value
	used := 1
	for pattern != "" {
		before, after, found := strings.Cut(pattern, "%")
		parts = append(parts, text(before))
		if !found {
			break
		}
		end := strings.IndexFunc(after, func(r rune) bool { return !strings.ContainsRune("-+ #0123456789.", r) })
		if end < 0 {
			break
		}
		spec, verb := after[:end], after[end]
		pattern = after[end+1:]
		if verb == '%' {
			parts = append(parts, text("%"))
			continue
		}
		v := args.at(used)
		used++
		switch {
		case verb == 's' && spec == "":
			m.asText(v, at)
			parts = append(parts, v)
		case verb == 'd' || verb == 'i' || verb == 'f' && spec == ".0":
			parts = append(parts, apply("string.format whole", v))
		default:
			parts = append(parts, apply("string.format %"+spec+string(verb), v))
		}
	}
	for _, p := range parts {
		if p.Op == Union {
			if len(parts) == 1 {
				return p
			}
			return unknown(parts...)
		}
	}
	v := concat(parts...)
	if len(v.Leaves()) > 0 {
		v = v.through(at, "put together by string.format")
	}
	return v
}

func (m *machine) stringFn(name string, args values, st *state) *Value {
	s, ok := args.first().Const()
	from, to := args.at(1), args.at(2)
	switch {
	case name == "string.len":
		return m.length(args.first(), st)
	case !ok:
	case name == "string.upper":
		return text(strings.ToUpper(s))
	case name == "string.lower":
		return text(strings.ToLower(s))
	case name == "string.sub" && from.Op == Number && (to.Op == Number || to.Op == Nil):
		last := len(s)
		if to.Op == Number {
			last = place(to.Num, len(s))
		}
		first := max(place(from.Num, len(s)), 1)
		last = min(last, len(s))
		if first > last {
			return text("")
		}
		return text(s[first-1 : last])
	}
	return apply(name, args.list...)
}

// place counts a position from the end where it is negative.
func place(n float64, length int) int {
	if n < 0 {
		return max(length+1+int(max(n, -1e6)), 0)
	}
	return int(min(n, 1e6))
}

func (m *machine) mathFn(name string, args values) *Value {
	v := args.first()
	lo, hi, ok := bounds(v)
	switch {
	case name == "math.floor" && ok:
		return interval(math.Floor(lo), math.Floor(hi))
	case name == "math.ceil" && ok:
		return interval(math.Ceil(lo), math.Ceil(hi))
	case name == "math.min" || name == "math.max":
		return extreme(name, args)
	}
	return apply(name, args.list...)
}

// extreme is the least or largest of numbers, as far as they are known.
func extreme(name string, args values) *Value {
	if args.rest != nil || len(args.list) == 0 {
		return apply(name, args.list...)
	}
	lo, hi, all := bounds(args.list[0])
	for _, v := range args.list[1:] {
		l, h, ok := bounds(v)
		all = all && ok
		if name == "math.min" {
			lo, hi = min(lo, l), min(hi, h)
		} else {
			lo, hi = max(lo, l), max(hi, h)
		}
	}
	if !all {
		return apply(name, args.list...)
	}
	return interval(lo, hi)
}
