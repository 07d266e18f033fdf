package lint

import (
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/lua/command"
	"github.com/echomq/emqgen/internal/lua/syntax"
	"github.com/echomq/emqgen/internal/protocol"
)

var compareRules = []*Rule{
	{
		ID: "nil-compare", Severity: diag.Error,
		Sentence: "a missing reply is compared with nil, or what a list lacks with false",
		Why: `In a script a missing reply is false: redis.call('GET', k) == nil never holds, and the
branch behind it is dead. Beyond the end of a list stands nil, as in every Lua table,
and == false never holds. Write not v, which covers both.`,
		Bad: `-- keys: [total]
if redis.call('GET', KEYS[1]) == nil then
  return 0
end
return 1`,
		Good: `-- keys: [total]
if not redis.call('GET', KEYS[1]) then
  return 0
end
return 1`,
		script: func(s *script) {
			nils := map[syntax.Span]bool{} // a helper that answers nil or a reply has its callers compare with nil
			for _, e := range s.Of(lua.Compared) {
				nils[e.At] = nils[e.At] || e.X.Op == lua.Nil && e.Y.Op == lua.Nil
			}
			for _, e := range s.Of(lua.Compared) {
				if nils[e.At] {
					continue
				}
				for _, pair := range [][2]*lua.Value{{e.X, e.Y}, {e.Y, e.X}} {
					r := replyKind(pair[0])
					switch {
					case pair[1].Op == lua.Nil && r.False:
						s.once(e.At, "a missing reply is false and never nil, so this %s", outcome(e.Text)).help("write not v, or v == false").chain(s, pair[0])
					case (pair[1].Op == lua.Nil || pair[1].Op == lua.Bool && pair[1].Num == 0) && r.Int && !r.False && !r.Text && !r.List && !r.Status:
						s.once(e.At, "%s is a number and never missing, so this %s", pair[0], outcome(e.Text)).help("compare it with 0").chain(s, pair[0])
					case pair[1].Op == lua.Bool && pair[1].Num == 0 && pair[0].Op == lua.Elem && r.Text && !r.False:
						s.once(e.At, "beyond its end a list gives nil and never false, so this %s", outcome(e.Text)).help("write not v, or v == nil").chain(s, pair[0])
					}
				}
			}
		},
	},
	{
		ID: "missing-used", Severity: diag.Warning,
		Sentence: "a reply that may be missing is used as if it were there",
		Why: `A missing reply is false, and Lua raises an error where it is joined to a text, calculated
with, indexed, or given to a command or a function that wants a text: the script stops
half-way. Ask first: if not v then … end, or v or '0'.`,
		Bad: `-- keys: [backlog, job_root]
local id = redis.call('RPOP', KEYS[1])
return redis.call('DEL', KEYS[2] .. id)`,
		Good: `-- keys: [backlog, job_root]
local id = redis.call('RPOP', KEYS[1])
if not id then
  return 0
end
return redis.call('DEL', KEYS[2] .. id)`,
		script: func(s *script) {
			for _, e := range s.Of(lua.MissingUsed) {
				s.once(e.At, "%s is false when nothing is found, and is %s here", e.X, e.Text).help("ask first whether there is anything").chain(s, e.X)
			}
		},
	},
	{
		ID: "truthy-zero", Severity: diag.Error,
		Sentence: "a number is used as a condition, and 0 is true in Lua",
		Why:      `Only nil and false are false. EXISTS, SADD, ZREM and their like answer 0 for no: compare with 1 or 0.`,
		Bad: `-- keys: [job]
if redis.call('EXISTS', KEYS[1]) then
  return 1
end
return 0`,
		Good: `-- keys: [job]
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 1
end
return 0`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Tested) {
				if r := replyKind(e.X); e.X.Op == lua.ReplyOf && r.Int && !r.False && !r.Text && !r.List && !r.Status {
					s.once(e.At, "%s answers a number, and every number is true, 0 as well", e.X.Call.Name).help("compare it: == 1, or > 0").chain(s, e.X)
				}
			}
		},
	},
	{
		ID: "type-compare", Severity: diag.Error,
		Sentence: "a number is compared with a text, or two numbers as texts",
		Why: `In Lua 1 == '1' is false, always, and 1 < '2' raises an error; '10' < '9' holds, since
texts are ordered letter by letter. ARGV and what GET, HGET or ZSCORE answer are
texts; what EXISTS or INCR answer are numbers. Use tonumber on the text.`,
		Bad: `-- keys: [total]
if redis.call('GET', KEYS[1]) == 0 then
  return 0
end
return 1`,
		Good: `-- keys: [total]
if tonumber(redis.call('GET', KEYS[1])) == 0 then
  return 0
end
return 1`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Compared) {
				if ordered := e.Text != "==" && e.Text != "~="; ordered && textual(e.X) && textual(e.Y) && (s.countable(e.X) || s.countable(e.Y)) {
					s.once(e.At, "two texts are compared by %s, and \"10\" comes before \"9\"", e.Text).help("use tonumber on both").chain(s, e.X)
					continue
				}
				if numeric(e.X) && textual(e.Y) || textual(e.X) && numeric(e.Y) {
					switch e.Text {
					case "==", "~=":
						s.once(e.At, "a number and a text are never equal, so this %s", outcome(e.Text)).help("use tonumber on the text").chain(s, e.X)
					default:
						s.once(e.At, "comparing a number with a text by %s raises an error", e.Text).help("use tonumber on the text").chain(s, e.X)
					}
				}
			}
		},
	},
}

// countable reports whether a text is declared to be a number.
func (s *script) countable(v *lua.Value) bool {
	if arg := s.argument(v); arg != nil {
		return arg.Type.Kind == protocol.Int || arg.Type.Kind == protocol.Float
	}
	_, field := fieldBehind(v)
	return field != nil && (field.Type.Kind == protocol.Int || field.Type.Kind == protocol.Float)
}

func outcome(op string) string {
	if op == "~=" {
		return "always holds"
	}
	return "never holds"
}

// replyKind says what a reply, or an element of one, can be.
func replyKind(v *lua.Value) command.Reply {
	switch {
	case v.Op == lua.ReplyOf:
		return v.Call.Reply
	case v.Op == lua.Elem && v.X[0].Op == lua.ReplyOf && v.X[0].Call.Reply.Elem != nil && v.X[1].Op != lua.Text:
		// Beyond its end a list gives nil, so that only a list as long as the
		// command asked for tells anything.
		if v.X[0].Call.Name == "HMGET" || v.X[0].Call.Name == "MGET" || v.X[0].Call.Name == "ZMSCORE" || v.X[0].Call.Name == "TIME" {
			return *v.X[0].Call.Reply.Elem
		}
		r := *v.X[0].Call.Reply.Elem
		r.False = false
		return r
	}
	return command.Reply{}
}

// textual reports whether a value is a Lua string, when it is anything.
func textual(v *lua.Value) bool {
	switch v.Op {
	case lua.Text, lua.Concat, lua.ArgAt, lua.KeyAt:
		return true
	case lua.Apply:
		switch v.Str {
		case "tostring", "string.sub", "string.format", "string.lower", "string.upper", "string.rep", "cjson.encode":
			return true
		}
	case lua.ReplyOf, lua.Elem:
		r := replyKind(v)
		return r.Text && !r.Int && !r.Status && !r.List
	case lua.Union:
		return !slices.ContainsFunc(v.X, func(alt *lua.Value) bool { return !textual(alt) })
	}
	return false
}
