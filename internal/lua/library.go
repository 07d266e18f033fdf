package lua

import (
	"maps"
	"math"
	"slices"
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
	if wantsValue(name) && len(args.list) > 0 {
		m.mayBeMissing(arg(0), "given to ", name, argSpan(x, 0), st)
	}
	switch name = strings.Replace(name, "server.", "redis.", 1); name {
	case "redis.call", "redis.pcall":
		m.command(x, name == "redis.pcall", args, st, fr, k)
	case errorReply, statusReply:
		v := *apply(name, arg(0)).through(x.Span, answered, name)
		if fr.fn == nil {
			v.At = &x.Span
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
		if t := st.heap.get(arg(0).N); arg(0).Op == TableAt && t != nil && t.empty() {
			give(nilValue)
			return
		}
		give(apply("next", arg(0)))
	case "setmetatable":
		m.setMetatable(x, args, st, fr, k)
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
		m.encoded(st, arg(0), "", x.Span, 0)
		give(apply(name, args.list...))
	default:
		for _, v := range args.list {
			m.wholly(v)
		}
		if strings.HasPrefix(name, "bit.") {
			m.event(&Event{Kind: Calculated, At: x.Span, Text: name, X: arg(0), Y: arg(1), XAt: argSpan(x, 0), YAt: argSpan(x, 1)})
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

// encoded notes that a value is encoded as JSON, and each list within it, by name.
func (m *machine) encoded(st *state, v *Value, name string, at syntax.Span, depth int) {
	for _, alt := range v.Alternatives() {
		filled := m.decide("==", m.length(alt, st), number(0), st) == no
		m.event(&Event{Kind: Encoded, At: at, Text: name, X: alt, Tab: m.content(st, alt, 0), Bounded: filled})
		t := st.heap.get(alt.N)
		if alt.Op != TableAt || t == nil || depth > 2 {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(t.named)) {
			m.encoded(st, t.named[key], key, at, depth+1)
		}
		for _, item := range t.list {
			m.encoded(st, item, name, at, depth+1)
		}
	}
}

// wantsValue reports whether a function raises an error when its first argument is
// false.
func wantsValue(name string) bool {
	switch name {
	case "ipairs", "pairs", "unpack", "cjson.decode", "cmsgpack.unpack", "table.concat", "table.sort":
		return true
	}
	return strings.HasPrefix(name, "string.") || strings.HasPrefix(name, "math.")
}

func (m *machine) tables(name string, x *syntax.Call, args values, st *state, fr *frame, k func(*state, values)) {
	t := args.first()
	content := st.heap.get(t.N)
	known := t.Op == TableAt && content != nil
	switch name {
	case "table.insert":
		if known && len(args.list) == 2 {
			st.write(t.N, content.appended(m.surely(args.at(1), st)))
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
		k(st, one(m.tableConcat(t, args.at(1), len(args.list), st, x.Span)))
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

// extreme is the least or largest of numbers, as far as they are known. How it
// was made is kept where one of them turns with a loop: math.min(i + 99, n) is at
// most 99 above i.
func extreme(name string, args values) *Value {
	v := apply(name, args.list...)
	lo, hi, ok := bounds(v)
	turns := slices.ContainsFunc(args.list, func(x *Value) bool { return !x.vague && x.Op != Number })
	if args.rest != nil || !ok || lo != hi && turns {
		return v
	}
	return interval(lo, hi)
}
