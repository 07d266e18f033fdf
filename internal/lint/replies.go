package lint

import (
	"math"
	"slices"
	"strconv"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/protocol"
)

var replyRules = []*Rule{
	{
		ID: "reply-undeclared", Severity: diag.Error,
		Sentence: "the script gives an answer that the spec does not declare",
		Why: `An SDK maps each declared answer to a name and treats any other as a violation of the
protocol. Nothing at all (nil, false, or running off the end) is an answer too, and
is declared with none.`,
		Bad: `-- keys: [pending]
-- args: [{id: text}]
-- returns: {1: removed}
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then
  return 0
end
return 1`,
		Good: `-- keys: [pending]
-- args: [{id: text}]
-- returns: {1: removed, 0: missing}
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then
  return 0
end
return 1`,
		script: func(s *script) {
			s.judgeReplies(func(e *lua.Event, p problem) {
				if p.kind == undeclared {
					s.once(e.At, "%s answers %s, which the spec does not declare", s.Script.Name, p.what).help("%s", p.help).
						see(s.Script.Reply.Pos, "the answers are declared here")
				}
			})
		},
	},
	{
		ID: "reply-type", Severity: diag.Error,
		Sentence: "an answer has another form than the spec declares",
		Why:      `The SDKs decode by the declared form and fail on any other.`,
		Bad: `-- keys: [job]
-- returns: {tuple: [{state: text}, {attempts: int}]}
return {redis.call('HGET', KEYS[1], 'state')}`,
		Good: `-- keys: [job]
-- returns: {tuple: [{state: text, optional: true}, {attempts: int}]}
return {redis.call('HGET', KEYS[1], 'state'), redis.call('HINCRBY', KEYS[1], 'attempts', 1)}`,
		script: func(s *script) {
			s.judgeReplies(func(e *lua.Event, p problem) {
				if p.kind == misshapen {
					s.once(e.At, "%s", p.what).see(s.Script.Reply.Pos, "the answers are declared here")
				}
			})
		},
	},
	{
		ID: "reply-never", Severity: diag.Warning,
		Sentence: "a declared answer is never given",
		Why:      `Every caller has to handle an answer that does not happen.`,
		Bad: `-- keys: [pending]
-- returns: {1: some, 0: none_left}
if redis.call('ZCARD', KEYS[1]) > 0 then
  return 1
end
return 1`,
		Good: `-- keys: [pending]
-- returns: {1: some, 0: none_left}
if redis.call('ZCARD', KEYS[1]) > 0 then
  return 1
end
return 0`,
		script: neverReplied,
	},
	{
		ID: "reply-nil", Severity: diag.Error,
		Sentence: "a nil within a returned table ends the reply there",
		Why: `The engine sends a table up to its first nil. What stands behind it is lost, and the
caller gets a shorter list without a hint. Put false where nothing is meant: it
arrives as a null.`,
		Bad: `-- keys: [job]
-- returns: {list: text}
local note
return {'first', note, 'last'}`,
		Good: `-- keys: [job]
-- returns: {list: text}
local note = ''
return {'first', note, 'last'}`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Returned) {
				if at := nilIn(e.Tab); at > 0 {
					s.once(e.At, "element %d of this table is nil or can be, and the reply ends there", at).help("put false there: it arrives as a null")
				}
			}
		},
	},
	{
		ID: "reply-float", Severity: diag.Error,
		Sentence: "a number that may have a fraction is answered",
		Why: `A Lua number in a reply is cut to an integer: 3.9 arrives as 3. Round it where an
integer is meant (math.floor), and answer a text (tostring, string.format) where the
fraction matters.`,
		Bad: `-- keys: [total]
-- returns: int
return redis.call('INCR', KEYS[1]) / 3`,
		Good: `-- keys: [total]
-- returns: int
return math.floor(redis.call('INCR', KEYS[1]) / 3)`,
		script: func(s *script) {
			s.judgeReplies(func(e *lua.Event, p problem) {
				if p.kind == fractional {
					s.once(e.At, "%s", p.what).help("round it with math.floor, or answer it as text")
				}
			})
		},
	},
	{
		ID: "reply-named-table", Severity: diag.Error,
		Sentence: "a table with names is answered, and the names are lost",
		Why: `The engine sends the elements 1 to n of a table and nothing else: {id = x, state = y}
arrives as an empty list. Answer a list, in the declared order.`,
		Bad: `-- keys: [job]
return {state = redis.call('HGET', KEYS[1], 'state')}`,
		Good: `-- keys: [job]
return {redis.call('HGET', KEYS[1], 'state')}`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Returned) {
				if t := e.Tab; t != nil && len(t.Named) > 0 && t.Named["ok"] == nil && t.Named["err"] == nil && !resp3(t) && !s.RESP3 {
					s.once(e.At, "this table has names, which do not arrive").help("answer a list: {value, value}")
				}
			}
		},
	},
	{
		ID: "json-empty-table", Severity: diag.Warning,
		Sentence: "a list that may be empty is encoded, and becomes an object",
		Why: `cjson cannot tell an empty list from an empty map and writes {}. Whoever expects a
list fails on the day it is empty.`,
		Bad: `-- keys: [pending]
local ids = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, 9)) do
  ids[#ids + 1] = id
end
return cjson.encode(ids)`,
		Good: `-- keys: [pending]
local ids = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, 9)) do
  ids[#ids + 1] = id
end
if #ids == 0 then
  return '[]'
end
return cjson.encode(ids)`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Encoded) {
				switch t := e.Tab; {
				case e.Bounded: // known not to be empty
				case t != nil && len(t.List) == 0 && len(t.Named) == 0 && t.Rest != nil:
					s.once(e.At, "when this list is empty, cjson writes {} and not []").help("answer '[]' where it is empty")
				case t != nil && len(t.List) == 0 && len(t.Named) == 0:
					s.once(e.At, "cjson writes an empty table as {}").help("write '[]' or '{}', whichever is meant")
				}
			}
		},
	},
}

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
	case lua.Concat, lua.ArgAt, lua.KeyAt:
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
	case mayHaveFraction(v):
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
	return fitsShape(t, reply.Value)
}

// fitsShape compares a table with a declared tuple, list or map.
func fitsShape(t *lua.Table, shape *protocol.Shape) problem {
	switch shape.Kind {
	case protocol.Scalar:
		return problem{kind: misshapen, what: "a table is answered where " + shapeName(shape) + " is declared"}
	case protocol.Tuple:
		return fitsTuple(t, shape)
	case protocol.List:
		for _, v := range t.List {
			if p := fitsElement(t, v, shape.Elem, false); p.kind != sound {
				return p
			}
		}
		if t.Rest != nil {
			return fitsElement(t, t.Rest, shape.Elem, false)
		}
	case protocol.Map:
		if !t.Open && len(t.List)%2 != 0 {
			return problem{kind: misshapen, what: "a map is declared, and " + strconv.Itoa(len(t.List)) + " elements are no pairs"}
		}
	}
	return problem{}
}

func fitsTuple(t *lua.Table, shape *protocol.Shape) problem {
	if !t.Open && len(t.List) != len(shape.Members) {
		return problem{kind: misshapen, what: "a tuple of " + strconv.Itoa(len(shape.Members)) + " is declared, and " + strconv.Itoa(len(t.List)) + " elements are answered"}
	}
	for i, v := range t.List {
		if i >= len(shape.Members) {
			break
		}
		member := shape.Members[i]
		if p := fitsElement(t, v, member.Shape, member.Optional); p.kind != sound {
			p.what = member.Name + ": " + p.what
			return p
		}
	}
	return problem{}
}

// fitsElement compares one element of a table with what is declared for it.
func fitsElement(t *lua.Table, v *lua.Value, shape *protocol.Shape, optional bool) problem {
	for _, alt := range v.Alternatives() {
		var p problem
		switch inner := t.Sub[alt]; {
		case inner != nil:
			p = fitsShape(inner, shape)
		case shape.Kind != protocol.Scalar:
			if isAnswer(alt) && alt.Op != lua.Nil && alt.Op != lua.Bool || numeric(alt) {
				p = problem{kind: misshapen, what: "a single value stands where " + shapeName(shape) + " is declared"}
			}
		default:
			p = fitsScalar(alt, shape.Type, optional)
		}
		if p.kind != sound {
			return p
		}
	}
	return problem{}
}

func fitsScalar(v *lua.Value, t protocol.Type, optional bool) problem {
	switch {
	case v.Op == lua.Bool && v.Num == 0:
		if !optional {
			return problem{kind: misshapen, what: "false arrives as a null, which is not declared: say optional: true"}
		}
	case v.Op == lua.Text:
		return scalarText(t, v.Str)
	case numeric(v) && mayHaveFraction(v):
		return problem{kind: fractional, what: v.String() + " may have a fraction, and the reply cuts it to an integer"}
	case numeric(v) && !isInteger(t.Kind):
		return problem{kind: misshapen, what: kindNames[t.Kind] + " is declared, and a Lua number arrives as an integer: " + v.String()}
	}
	return problem{}
}

// sameVerdict reports whether a fixed answer is the one a verdict matches.
func sameVerdict(m protocol.Match, v *lua.Value) bool {
	switch {
	case v.Op == lua.Number || v.Op == lua.Bool && v.Num == 1:
		return !m.IsString && float64(m.Int) == v.Num
	case v.Op == lua.Text:
		return m.IsString && m.Str == v.Str
	case v.Op == lua.Apply && v.Str == "redis.status_reply":
		text, ok := v.X[0].Const()
		return m.IsString && ok && m.Str == text
	}
	return false
}

func neverReplied(s *script) {
	reply := s.Script.Reply
	if !s.complete() || s.RESP3 || reply.Undescribed() {
		return
	}
	answered := map[*protocol.Verdict]bool{}
	value := false
	for _, e := range s.Of(lua.Returned) {
		if s.refuses(e) {
			continue
		}
		matched := false
		for _, v := range reply.Verdicts {
			ok := sameVerdict(v.Match, e.X) || canBe(v.Match, e)
			answered[v] = answered[v] || ok
			matched = matched || ok && isAnswer(e.X)
		}
		if isNothing(e) {
			answered[reply.None] = true
			if e.X.Op == lua.Nil || e.X.Op == lua.Bool {
				matched = true
			}
		}
		value = value || !matched
	}
	never := func(v *protocol.Verdict) {
		s.inSpec(v.Pos, "%s declares the answer %s and never gives it", s.Script.Name, v.Name)
	}
	for _, v := range reply.Verdicts {
		if !answered[v] {
			never(v)
		}
	}
	if reply.None != nil && !answered[reply.None] {
		never(reply.None)
	}
	if reply.Value != nil && !value {
		s.inSpec(reply.Value.Pos, "%s declares %s and never answers one", s.Script.Name, shapeName(reply.Value))
	}
}

// canBe reports whether an answer that is not fixed may be the one matched.
func canBe(m protocol.Match, e *lua.Event) bool {
	v := e.X
	switch {
	case isAnswer(v):
		if v.Op == lua.Apply {
			_, ok := v.X[0].Const()
			return !ok && m.IsString
		}
		return false
	case e.Tab != nil:
		ok := e.Tab.Named["ok"]
		if ok == nil {
			return false
		}
		text, known := ok.Const()
		return m.IsString && (!known || text == m.Str)
	case numeric(v):
		lo, hi, small := smallRange(v)
		return !m.IsString && (!small || lo <= float64(m.Int) && float64(m.Int) <= hi)
	case v.Op == lua.ReplyOf && !v.Call.Reply.Unknown():
		r := v.Call.Reply
		return m.IsString && (r.Text || r.Status) || !m.IsString && r.Int
	case v.Op == lua.Concat, v.Op == lua.ArgAt:
		return m.IsString
	}
	return true
}

// isNothing reports whether an answer can arrive as nil, false or an empty list.
func isNothing(e *lua.Event) bool {
	switch v := e.X; {
	case v.Op == lua.Nil, v.Op == lua.Bool && v.Num == 0, v.Op == lua.Args, v.Op == lua.Keys:
		return true
	case e.Tab != nil:
		return len(e.Tab.List) == 0 && len(e.Tab.Named) == 0
	case isAnswer(v), numeric(v) && v.Op != lua.ReplyOf, v.Op == lua.Concat:
		return false
	case v.Op == lua.ReplyOf && !v.Call.Reply.Unknown():
		return !e.Sure && v.Call.Reply.False || v.Call.Reply.List
	}
	return !e.Sure
}
