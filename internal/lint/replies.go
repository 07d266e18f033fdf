package lint

import (
	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lua"
)

var replyRules = []*Rule{
	{
		ID: "reply-undeclared", Severity: diag.Warning,
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
		ID: "reply-type", Severity: diag.Warning,
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
		ID: "reply-nil", Severity: diag.Warning,
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
		ID: "reply-float", Severity: diag.Warning,
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
		ID: "reply-named-table", Severity: diag.Warning,
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
				which := "this list"
				if e.Text != "" {
					which = "the list " + e.Text
				}
				switch t := e.Tab; {
				case e.Bounded: // known not to be empty
				case t != nil && len(t.List) == 0 && len(t.Named) == 0 && t.Rest != nil, e.X.Op == lua.ReplyOf && mayBeEmpty(e.X.Call):
					s.once(e.At, "when %s is empty, cjson writes {} and not []", which).help("answer '[]' where it is empty")
				case t != nil && len(t.List) == 0 && len(t.Named) == 0:
					s.once(e.At, "cjson writes an empty table as {}").help("write '[]' or '{}', whichever is meant")
				}
			}
		},
	},
}

// mayBeEmpty reports whether a command answers a list that can be empty: not one
// with a place for each thing it was asked for.
func mayBeEmpty(c *lua.Call) bool {
	r := c.Reply
	if !r.List || r.Int || r.Text || r.Max > 0 {
		return false
	}
	return r.Elem == nil || !r.Elem.False && !r.Elem.Int
}
