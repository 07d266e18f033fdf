package lint

import (
	"math"
	"slices"
	"strconv"

	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/protocol"
)

// resp3 are the tables that carry the types of RESP3.
func resp3(t *lua.Table) bool {
	for _, name := range []string{"double", "map", "set", "big_number", "verbatim_string"} {
		if t.Named[name] != nil {
			return true
		}
	}
	return false
}

// nilIn finds the first element of a table, or of a table in it, that can be nil.
func nilIn(t *lua.Table) int {
	if t == nil {
		return 0
	}
	for i, v := range t.List {
		for _, alt := range v.Alternatives() {
			if alt.Op == lua.Nil || nilIn(t.Sub[alt]) > 0 {
				return i + 1
			}
		}
	}
	return 0
}

// problem is what is wrong with an answer.
type problem struct {
	kind problemKind
	what string
	help string
}

type problemKind int

const (
	sound problemKind = iota
	undeclared
	misshapen
	fractional
)

// judgeReplies compares every answer with what the spec declares.
func (s *script) judgeReplies(see func(*lua.Event, problem)) {
	if s.Script.Reply.Undescribed() || s.RESP3 {
		return
	}
	for _, e := range s.Of(lua.Returned) {
		if s.refuses(e) {
			continue
		}
		if p := s.judgeReply(e); p.kind != sound {
			see(e, p)
		}
	}
}

// refuses reports whether an answer is an error, which other rules judge.
func (s *script) refuses(e *lua.Event) bool {
	return isRefusal(e.X) || e.Tab != nil && e.Tab.Named["err"] != nil
}

func (s *script) judgeReply(e *lua.Event) problem {
	switch v := e.X; v.Op {
	case lua.Nil:
		return s.nothing("nothing (nil)")
	case lua.Bool:
		if v.Num == 0 {
			return s.nothing("nothing (false)")
		}
		return s.integer(1)
	case lua.Number:
		if v.Num != math.Trunc(v.Num) {
			return s.fraction(strconv.FormatFloat(v.Num, 'g', -1, 64))
		}
		return s.integer(v.Num)
	case lua.Text:
		return s.text(v.Str)
	case lua.TableAt:
		return s.table(e.Tab)
	case lua.ReplyOf:
		return s.reply(e)
	case lua.Apply:
		if v.Str == "redis.status_reply" {
			return s.status(v.X[0])
		}
		if v.Str == "tostring" || v.Str == "cjson.encode" {
			return s.someText()
		}
	case lua.ArgAt, lua.Elem:
		if value := s.scalar(); value != nil {
			return s.unlike(v, value.Type)
		}
		if v.Op == lua.ArgAt {
			return s.someText()
		}
	case lua.Concat, lua.KeyAt:
		return s.someText()
	case lua.Compare, lua.Not:
		if p := s.integer(1); p.kind != sound {
			return p
		}
		return s.nothing("nothing where " + v.String() + " is false (a false arrives as nothing, not as 0)")
	}
	switch v := e.X; {
	case !numeric(v):
		return problem{} // nothing is known of it
	case s.mayHaveFraction(v):
		return s.fraction("a number that may have a fraction: " + v.String())
	default:
		return s.someInteger(v)
	}
}

func (s *script) nothing(what string) problem {
	if s.Script.Reply.None != nil {
		return problem{}
	}
	return problem{undeclared, what, "declare it with none, or answer something else"}
}

// scalar is the declared single value, or nil.
func (s *script) scalar() *protocol.Shape {
	if v := s.Script.Reply.Value; v != nil && v.Kind == protocol.Scalar {
		return v
	}
	return nil
}

func (s *script) integer(n float64) problem {
	for _, v := range s.Script.Reply.Verdicts {
		if !v.Match.IsString && float64(v.Match.Int) == n {
			return problem{}
		}
	}
	shown := strconv.FormatFloat(n, 'f', -1, 64)
	switch value := s.scalar(); {
	case value == nil:
		return problem{undeclared, shown, "declare it under returns"}
	case value.Type.Kind == protocol.Count && n < 0:
		return problem{kind: misshapen, what: "a count is declared, and " + shown + " is negative"}
	case isInteger(value.Type.Kind):
		return problem{}
	default:
		return problem{kind: misshapen, what: kindNames[value.Type.Kind] + " is declared, and a Lua number arrives as an integer: " + shown}
	}
}

func isInteger(kind protocol.Kind) bool {
	return kind == protocol.Int || kind == protocol.Count || kind == protocol.Bool
}

func (s *script) fraction(what string) problem {
	if value := s.scalar(); value != nil || s.Script.Reply.Value == nil {
		return problem{kind: fractional, what: what + ", and the reply cuts it to an integer"}
	}
	return problem{kind: misshapen, what: "a number is answered where " + shapeName(s.Script.Reply.Value) + " is declared"}
}

func (s *script) someInteger(v *lua.Value) problem {
	if value := s.scalar(); value != nil {
		if isInteger(value.Type.Kind) {
			return problem{}
		}
		return problem{kind: misshapen, what: kindNames[value.Type.Kind] + " is declared, and a Lua number arrives as an integer: " + v.String()}
	}
	lo, hi, ok := smallRange(v)
	for n := lo; ok && n <= hi; n++ {
		if p := s.integer(n); p.kind != sound {
			return p
		}
	}
	if ok {
		return problem{}
	}
	return problem{undeclared, "a number that may be any: " + v.String(), "answer one of the declared numbers, or declare returns: int"}
}

// smallRange gives the few whole numbers that a value can be.
func smallRange(v *lua.Value) (lo, hi float64, ok bool) {
	switch {
	case v.Op == lua.Range && v.Hi-v.Lo < 16:
		return math.Ceil(v.Lo), math.Floor(v.Hi), true
	case v.IsOne():
		return 1, 1, true
	case v.Op == lua.ReplyOf && v.Call.Reply.Max > 0 && v.Call.Reply.Max < 16:
		return 0, float64(v.Call.Reply.Max), true
	}
	return 0, 0, false
}

func (s *script) text(text string) problem {
	for _, v := range s.Script.Reply.Verdicts {
		if v.Match.IsString && v.Match.Str == text {
			return problem{}
		}
	}
	value := s.scalar()
	if value == nil {
		return problem{undeclared, strconv.Quote(text), "declare it under returns"}
	}
	return scalarText(value.Type, text)
}

// scalarText judges a text where a single value is declared.
func scalarText(t protocol.Type, text string) problem {
	switch {
	case t.Kind == protocol.Enum && !slices.Contains(t.Values, text):
		return problem{kind: misshapen, what: strconv.Quote(text) + " is no value of the declared enum"}
	case t.Kind == protocol.Status:
		return problem{kind: misshapen, what: "a status is declared, and a text arrives as another kind of reply: use redis.status_reply"}
	case !allows(t.Kind, text):
		return problem{kind: misshapen, what: strconv.Quote(text) + " is no value of the declared " + kindNames[t.Kind]}
	}
	return problem{}
}

func (s *script) someText() problem {
	reply := s.Script.Reply
	if value := s.scalar(); value != nil && value.Type.Kind != protocol.Status {
		return problem{}
	}
	if slices.ContainsFunc(reply.Verdicts, func(v *protocol.Verdict) bool { return v.Match.IsString }) {
		return problem{}
	}
	if reply.Value != nil {
		return problem{kind: misshapen, what: "a text is answered where " + shapeName(reply.Value) + " is declared"}
	}
	return problem{undeclared, "a text", "declare returns: text"}
}

func (s *script) status(v *lua.Value) problem {
	if value := s.scalar(); value != nil && (value.Type.Kind == protocol.Status || value.Type.Kind == protocol.Text) {
		return problem{}
	}
	text, ok := "", false // of a status that is handed on nothing is known
	if v != nil {
		text, ok = v.Const()
	}
	for _, verdict := range s.Script.Reply.Verdicts {
		if verdict.Match.IsString && (!ok || verdict.Match.Str == text) {
			return problem{}
		}
	}
	return problem{undeclared, "the status " + strconv.Quote(text), "declare it under returns, in quotes"}
}

// reply judges a command's reply that is handed on.
func (s *script) reply(e *lua.Event) problem {
	r := e.X.Call.Reply
	if r.Unknown() {
		return problem{}
	}
	if r.False && !e.Sure {
		if p := s.nothing("nothing, when " + e.X.Call.Name + " finds nothing"); p.kind != sound {
			return p
		}
	}
	switch {
	case r.Int && !r.Text && !r.List && !r.Status:
		return s.someInteger(e.X)
	case r.Text && !r.Int && !r.List:
		if value := s.scalar(); value != nil {
			if p := s.unlike(e.X, value.Type); p.kind != sound {
				return p
			}
		}
		return s.someText()
	case r.Status && !r.Int && !r.Text && !r.List:
		return s.status(nil)
	case r.List && !r.Int && !r.Text:
		if v := s.Script.Reply.Value; v == nil {
			return problem{undeclared, "a list", "declare returns: {list: …} or {tuple: …}"}
		} else if v.Kind == protocol.Scalar {
			return problem{kind: misshapen, what: "a list is answered where " + shapeName(v) + " is declared"}
		}
	}
	return problem{}
}

// unlike judges a field, or an argument, that is answered as it is: what the spec says
// of it must be what it says of the answer.
func (s *script) unlike(v *lua.Value, t protocol.Type) problem {
	var from protocol.Type
	var name string
	if arg := s.argument(v); arg != nil {
		from, name = arg.Type, arg.Name
	} else if key, field := fieldBehind(v); field != nil {
		from, name = field.Type, key.Name+"."+field.Name
	} else {
		return problem{}
	}
	if reads(t, from) {
		return problem{}
	}
	return problem{kind: misshapen, what: kindNames[t.Kind] + " is declared, and what is answered is " + name + ", which is declared " + kindNames[from.Kind]}
}

// reads reports whether every value of a type, or nearly every one, is decoded as
// another. A text may well be an id.
func reads(t, from protocol.Type) bool {
	whole := from.Kind == protocol.Int || from.Kind == protocol.Count || from.Kind == protocol.Bool
	switch t.Kind {
	case protocol.Int, protocol.Count, protocol.Bool:
		return whole
	case protocol.Float:
		return whole || from.Kind == protocol.Float
	case protocol.Branded:
		return from.Kind == protocol.Branded || from.Kind == protocol.Text || from.Kind == protocol.Bytes
	case protocol.Enum:
		return from.Kind != protocol.Enum || !slices.ContainsFunc(from.Values, func(v string) bool { return !slices.Contains(t.Values, v) })
	case protocol.Status:
		return false
	}
	return true
}

func shapeName(shape *protocol.Shape) string {
	switch shape.Kind {
	case protocol.Tuple:
		return "a tuple"
	case protocol.List:
		return "a list"
	case protocol.Map:
		return "a map"
	}
	return kindNames[shape.Type.Kind]
}
