package lint

import (
	"strconv"

	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/protocol"
)

// table judges a table that is answered.
func (s *script) table(t *lua.Table) problem {
	if t == nil || resp3(t) {
		return problem{}
	}
	if ok := t.Named["ok"]; ok != nil {
		return s.status(ok)
	}
	if len(t.Named) > 0 {
		return problem{} // reply-named-table
	}
	reply := s.Script.Reply
	if len(t.List) == 0 && !t.Open && t.Rest == nil {
		if reply.None != nil || reply.Value != nil && (reply.Value.Kind == protocol.List || reply.Value.Kind == protocol.Map) {
			return problem{}
		}
		return problem{undeclared, "an empty list", "declare it with none"}
	}
	if reply.Value == nil {
		return problem{undeclared, "a list", "declare returns: {list: …} or {tuple: …}"}
	}
	return s.fitsShape(t, reply.Value)
}

// fitsShape compares a table with a declared tuple, list or map.
func (s *script) fitsShape(t *lua.Table, shape *protocol.Shape) problem {
	switch shape.Kind {
	case protocol.Scalar:
		return problem{kind: misshapen, what: "a table is answered where " + shapeName(shape) + " is declared"}
	case protocol.Tuple:
		return s.fitsTuple(t, shape)
	case protocol.List:
		for _, v := range t.List {
			if p := s.fitsElement(t, v, shape.Elem, false); p.kind != sound {
				return p
			}
		}
		if t.Rest != nil {
			return s.fitsElement(t, t.Rest, shape.Elem, false)
		}
	case protocol.Map:
		if !t.Open && len(t.List)%2 != 0 {
			return problem{kind: misshapen, what: "a map is declared, and " + strconv.Itoa(len(t.List)) + " elements are no pairs"}
		}
	}
	return problem{}
}

func (s *script) fitsTuple(t *lua.Table, shape *protocol.Shape) problem {
	if !t.Open && len(t.List) != len(shape.Members) {
		return problem{kind: misshapen, what: "a tuple of " + strconv.Itoa(len(shape.Members)) + " is declared, and " + strconv.Itoa(len(t.List)) + " elements are answered"}
	}
	for i, v := range t.List {
		if i >= len(shape.Members) {
			break
		}
		member := shape.Members[i]
		if p := s.fitsElement(t, v, member.Shape, member.Optional); p.kind != sound {
			p.what = member.Name + ": " + p.what
			return p
		}
	}
	return problem{}
}

// fitsElement compares one element of a table with what is declared for it.
func (s *script) fitsElement(t *lua.Table, v *lua.Value, shape *protocol.Shape, optional bool) problem {
	for _, alt := range v.Alternatives() {
		var p problem
		switch inner := t.Sub[alt]; {
		case inner != nil:
			p = s.fitsShape(inner, shape)
		case shape.Kind != protocol.Scalar:
			if isAnswer(alt) && alt.Op != lua.Nil && alt.Op != lua.Bool || numeric(alt) {
				p = problem{kind: misshapen, what: "a single value stands where " + shapeName(shape) + " is declared"}
			}
		default:
			p = s.fitsScalar(alt, shape.Type, optional)
		}
		if p.kind != sound {
			return p
		}
	}
	return problem{}
}

func (s *script) fitsScalar(v *lua.Value, t protocol.Type, optional bool) problem {
	switch {
	case v.Op == lua.Bool && v.Num == 0:
		if !optional {
			return problem{kind: misshapen, what: "false arrives as a null, which is not declared: say optional: true"}
		}
	case v.Op == lua.ReplyOf && v.Call.Reply.False && !v.Sure() && !optional:
		return problem{kind: misshapen, what: v.String() + " is false when nothing is found and arrives as a null, which is not declared: say optional: true"}
	case v.Op == lua.ReplyOf && v.Call.Reply.List && !v.Call.Reply.Int && !v.Call.Reply.Text:
		return problem{kind: misshapen, what: "a list stands where " + kindNames[t.Kind] + " is declared: " + v.String()}
	case v.Op == lua.Text:
		return scalarText(t, v.Str)
	case v.Op == lua.ReplyOf && !numeric(v), v.Op == lua.Elem, v.Op == lua.ArgAt:
		return s.unlike(v, t)
	case numeric(v) && s.mayHaveFraction(v):
		return problem{kind: fractional, what: v.String() + " may have a fraction, and the reply cuts it to an integer"}
	case numeric(v) && !isInteger(t.Kind):
		return problem{kind: misshapen, what: kindNames[t.Kind] + " is declared, and a Lua number arrives as an integer: " + v.String()}
	}
	return problem{}
}
