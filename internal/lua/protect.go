package lua

import (
	"github.com/echomq/emqgen/internal/lua/syntax"
)

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
	text, how := refusalOf(v, st)
	if text == nil {
		return false
	}
	if v.At != nil {
		at = *v.At
	}
	record(text, how)
	return true
}

// refusalOf is the text of a value that is an error when it is answered, and how it
// was made; nil for any other value.
func refusalOf(v *Value, st *state) (text *Value, how string) {
	if v.Op == Apply && v.Str == errorReply {
		return v.X[0], "error_reply"
	}
	if t := st.heap.get(v.N); v.Op == TableAt && t != nil && t.named["err"] != nil {
		return t.named["err"], "err"
	}
	return nil, ""
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
	ok := (&Value{Op: Apply, Str: "pcall", X: replies}).seal()
	if len(replies) == 1 && callsOnly(fn) {
		ok.Num = isWhole
	}
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

// isWhole marks what pcall answers when the one command is all that it ran.
const isWhole = 1

// callsOnly reports whether a function is a command's, or runs one and does nothing
// after it.
func callsOnly(fn *Value) bool {
	if fn.Op != Closure {
		return fn.Op == Builtin
	}
	body := fn.fn.fn.Body.Stmts
	if len(body) != 1 {
		return false
	}
	switch s := body[0].(type) {
	case *syntax.CallStmt:
		return true
	case *syntax.Return:
		return len(s.Values) == 1 && isCall(s.Values[0])
	}
	return false
}

func isCall(x syntax.Expr) bool {
	_, ok := x.(*syntax.Call)
	return ok
}
