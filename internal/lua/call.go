package lua

import (
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/lua/syntax"
)

// call gives k what a call gives, once for each path through it.
func (m *machine) call(x *syntax.Call, st *state, fr *frame, k func(*state, values)) {
	m.step()
	if syntax.Plain(x.Fn) {
		m.apply(x, m.only(x.Fn, st, fr), st, fr, k)
		return
	}
	m.eval(x.Fn, st, fr, func(st *state, fn *Value) { m.apply(x, fn, st, fr, k) })
}

// apply gives a function, or a method of an object, its arguments.
func (m *machine) apply(x *syntax.Call, fn *Value, st *state, fr *frame, k func(*state, values)) {
	if x.Method != "" {
		m.method(x, fn, st, fr, k)
		return
	}
	if args, rest := m.plain(nil, x.Args, st, fr); len(rest) == 0 {
		m.invoke(fn, x, args, st, fr, k)
	} else {
		m.exprsAfter(args.list, rest, st, fr, func(st *state, args values) { m.invoke(fn, x, args, st, fr, k) })
	}
}

// method calls object:name(…): a function of a table, or of string.
func (m *machine) method(x *syntax.Call, object *Value, st *state, fr *frame, k func(*state, values)) {
	fn := builtin("string." + x.Method)
	if object.Op == TableAt || object.Op == Union || object.Op == Builtin {
		fn = m.index(st, object, text(x.Method), x.Span)
	} else if !isGlobal("string." + x.Method) {
		m.event(&Event{Kind: MemberRead, At: x.Span, Text: "string." + x.Method})
	}
	m.exprs(x.Args, st, fr, func(st *state, args values) {
		args.list = append([]*Value{object}, args.list...)
		m.invoke(fn, x, args, st, fr, k)
	})
}

// invoke calls a value with arguments.
func (m *machine) invoke(fn *Value, x *syntax.Call, args values, st *state, fr *frame, k func(*state, values)) {
	switch fn.Op {
	case Closure:
		m.enter(fn, x, args, st, fr, k)
	case Builtin:
		m.library(fn.Str, x, args, st, fr, k)
	case TableAt:
		object := fn
		if fn = m.metamethod(st, object, "__call"); fn == nil || fn.Op != Closure { // it has no __call of its own
			fn = unknown(object)
		}
		args.list = append([]*Value{object}, args.list...)
		m.invoke(fn, x, args, st, fr, k)
	case Union:
		var ways []outcome
		some := slices.DeleteFunc(slices.Clone(fn.X), func(alt *Value) bool { return alt.Op == Nil }) // to call nil ends the script
		for i, alt := range some {
			branch := st
			if i < len(some)-1 {
				branch = st.fork()
			}
			m.invoke(alt, x, args, branch, fr, func(st *state, v values) { ways = append(ways, outcome{st, v}) })
		}
		for _, o := range meet(ways) {
			k(o.st, o.v)
		}
	default:
		for _, v := range args.list {
			m.wholly(v)
		}
		k(st, values{rest: unknown(append(args.list, fn)...)})
	}
}

// enter runs a function of the script at one of its call sites.
func (m *machine) enter(fn *Value, x *syntax.Call, args values, st *state, fr *frame, k func(*state, values)) {
	def := fn.fn.fn
	m.closures[def]++
	switch again := recursions(fr, def); {
	case fr.depth >= maxCalls || again > maxRecursion:
		k(st, values{rest: unknown(args.list...)})
		return
	case again == maxRecursion: // once more, for whatever it may be called with
		args = values{rest: unknown(args.list...)}
	}
	var ways []outcome
	inner := &frame{
		scope: fn.fn.scope, fn: def, caller: fr, depth: fr.depth + 1,
		path: fr.path + "/" + spanKey(x.Span), caught: fr.caught, returns: &ways,
	}
	outer, cells, made := st.guards, m.cells, m.made
	for i, param := range def.Params {
		cell := m.declare(inner, param)
		st.vars.set(cell, args.at(i).through(x.Span, passed, param))
	}
	if def.Vararg {
		inner.rest = values{rest: args.rest}
		if len(args.list) > len(def.Params) {
			inner.rest.list = args.list[len(def.Params):]
		}
	}
	next, _ := m.block(def.Body, []*state{st}, inner)
	for _, st := range next {
		ways = append(ways, outcome{st, one(nilValue)})
	}
	for i := range ways {
		ways[i].st.guards = outer
		m.drop(cells, made, []*state{ways[i].st})
	}
	for _, o := range meet(ways) {
		k(o.st, o.v)
	}
}

// maxRecursion is how deep a recursion is followed with the values it is given.
const maxRecursion = 2

// recursions counts how often the function is being run already.
func recursions(fr *frame, fn *syntax.Function) int {
	n := 0
	for ; fr != nil; fr = fr.caller {
		if fr.fn == fn {
			n++
		}
	}
	return n
}

// spanKey is a call site in a path.
func spanKey(at syntax.Span) string {
	var b strings.Builder
	for n := at.Start; ; n /= 10 {
		b.WriteByte(byte('0' + n%10))
		if n < 10 {
			return b.String()
		}
	}
}
