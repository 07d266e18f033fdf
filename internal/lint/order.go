package lint

import (
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/lua/syntax"
)

var orderRules = []*Rule{
	{
		ID: "write-before-refusal", Severity: diag.Error,
		Sentence: "a write comes before the script is done refusing",
		Why: `A script is not rolled back. What it wrote before it refused stays, and the caller,
who got an error, believes that nothing happened. Refuse first, answer duplicates and
absences second, write last. A command that tests and sets in one (ZREM, SET NX,
HSETNX, SADD, …) is no write on the path where its reply says that it did nothing.`,
		Bad: `-- keys: [job, pending]
-- args: [{id: text}]
-- refuses: [APPKIND]
redis.call('ZADD', KEYS[2], 0, ARGV[1])
if ARGV[1] == '' then
  return redis.error_reply('APPKIND an id is needed')
end
redis.call('HSET', KEYS[1], 'state', 'pending')
return 1`,
		Good: `-- keys: [job, pending]
-- args: [{id: text}]
-- refuses: [APPKIND]
if ARGV[1] == '' then
  return redis.error_reply('APPKIND an id is needed')
end
redis.call('ZADD', KEYS[2], 0, ARGV[1])
redis.call('HSET', KEYS[1], 'state', 'pending')
return 1`,
		script: writesBeforeRefusals,
	},
	{
		ID: "answer-after-write", Severity: diag.Error,
		Sentence: "the script answers that something is already there after it has written",
		Why: `A duplicate is an answer, and an answer that changes nothing: at-least-once producers
repeat calls, and each repetition must leave the store as it was.`,
		Bad: `-- keys: [job, total]
-- args: [{payload: bytes}]
-- returns: {1: added, 0: duplicate}
local there = redis.call('EXISTS', KEYS[1])
redis.call('INCR', KEYS[2])
if there == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'payload', ARGV[1])
return 1`,
		Good: `-- keys: [job, total]
-- args: [{payload: bytes}]
-- returns: {1: added, 0: duplicate}
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('INCR', KEYS[2])
redis.call('HSET', KEYS[1], 'payload', ARGV[1])
return 1`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Returned) {
				ask, late := s.alreadyThere(e)
				if ask != nil && !late {
					w := first(e.Guard.Before)
					s.report(e.At, "the script answers that something is already there, after %s has written", w.Name).
						see(s.Pos(w.At), "%s writes here", w.Name).see(s.Pos(ask.At), "%s told that it is there", ask.Name).
						help("answer before the first write")
				}
			}
		},
	},
	{
		ID: "existence-after-write", Severity: diag.Error,
		Sentence: "whether something exists is asked after the script has written",
		Why: `The answer then depends on what the script itself just did, or comes too late to
leave everything as it was. Ask first, and write last.`,
		Bad: `-- keys: [job, pending]
-- args: [{id: text}]
-- returns: {1: added, 0: duplicate}
redis.call('ZADD', KEYS[2], 0, ARGV[1])
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'state', 'pending')
return 1`,
		Good: `-- keys: [job, pending]
-- args: [{id: text}]
-- returns: {1: added, 0: duplicate}
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('ZADD', KEYS[2], 0, ARGV[1])
redis.call('HSET', KEYS[1], 'state', 'pending')
return 1`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Returned) {
				if ask, late := s.asksLate(e); late {
					w := first(ask.Before)
					s.report(ask.At, "%s asks whether something exists after %s has written", ask.Name, w.Name).
						see(s.Pos(w.At), "%s writes here", w.Name).see(s.Pos(e.At), "and the script answers by it").
						help("ask before the first write")
				}
			}
			for _, c := range s.Calls {
				if w := putBefore(c); w != nil {
					s.once(c.At, "EXISTS asks about what %s has just put there", w.Name).
						see(s.Pos(w.At), "%s writes here", w.Name).
						help("ask before the first write")
				}
			}
		},
	},
	{
		ID: "answer-before-policy", Severity: diag.Error,
		Sentence: "a refusal that needs only the arguments stands behind an answer that needs the data",
		Why: `Policy comes before existence: whether a call is allowed at all must not depend on
what happens to be stored. Otherwise the same bad call is refused today and answered
as a duplicate tomorrow.`,
		Bad: `-- keys: [job]
-- args: [{id: text}]
-- returns: {1: added, 0: duplicate}
-- refuses: [APPKIND]
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
if string.sub(ARGV[1], 1, 1) ~= 'j' then
  return redis.error_reply('APPKIND not a job')
end
redis.call('HSET', KEYS[1], 'state', 'pending')
return 1`,
		Good: `-- keys: [job]
-- args: [{id: text}]
-- returns: {1: added, 0: duplicate}
-- refuses: [APPKIND]
if string.sub(ARGV[1], 1, 1) ~= 'j' then
  return redis.error_reply('APPKIND not a job')
end
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'state', 'pending')
return 1`,
		script: answersBeforePolicy,
	},
}

// first is the call that stands first in the text.
func first(calls []*lua.Call) *lua.Call {
	return slices.MinFunc(calls, func(a, b *lua.Call) int { return a.At.Start - b.At.Start })
}

func writesBeforeRefusals(s *script) {
	seen := map[*lua.Call]bool{}
	refusals := slices.Concat(s.Of(lua.Refused), s.Of(lua.Raised))
	for _, e := range s.Of(lua.Returned) {
		if s.isErrorVerdict(e) && !absent(e.Guard) {
			refusals = append(refusals, e)
		}
	}
	slices.SortStableFunc(refusals, func(a, b *lua.Event) int { return a.At.Start - b.At.Start })
	for _, e := range refusals {
		if len(e.Before) == 0 || passesOn(e.X) {
			continue
		}
		w := first(e.Before)
		if seen[w] {
			continue
		}
		seen[w] = true
		what := "writes"
		if w.Command == nil {
			what = "may write"
		}
		s.report(w.At, "%s %s before the script is done refusing", name(w.Name), what).
			see(s.Pos(e.At), "this refusal can still follow").
			help("put every refusal before the first write")
	}
}

// name is how a finding calls a command.
func name(command string) string {
	if command == "" {
		return "command"
	}
	return command
}

// passesOn reports whether an error is the engine's own, handed on.
func passesOn(v *lua.Value) bool {
	return v != nil && (v.Op == lua.ReplyOf || v.Op == lua.Elem && passesOn(v.X[0]))
}

// isErrorVerdict reports whether the answer is one that the spec calls an error.
func (s *script) isErrorVerdict(e *lua.Event) bool {
	for _, v := range s.Script.Reply.Verdicts {
		if v.Error != nil && sameVerdict(v.Match, e.X) {
			return true
		}
	}
	return false
}

// absent reports whether a branch was entered because something was not there.
func absent(g *lua.Guard) bool {
	return g != nil && slices.ContainsFunc(g.Own, func(t lua.Test) bool {
		return t.Call != nil && t.Presence == lua.Absent && t.Call.Command != nil && t.Call.Command.Asks()
	})
}

// alreadyThere finds the call that told, before an answer, that something is
// there although the script had already written when it branched; late when it
// was asked after the write.
func (s *script) alreadyThere(e *lua.Event) (ask *lua.Call, late bool) {
	if e.Guard == nil || len(e.Guard.Before) == 0 || !isAnswer(e.X) {
		return nil, false
	}
	for _, t := range e.Guard.Own {
		if t.Call == nil || t.Call.Command == nil {
			continue
		}
		there := t.Presence == lua.Present && t.Call.Command.Asks() || t.Presence == lua.Absent && t.Call.SetsOnce()
		if there && !comparesValue(t.Value) {
			return t.Call, t.Call.Command.Asks() && overlap(t.Call.Before, e.Guard.Before)
		}
	}
	return nil, false
}

// asksLate finds the existence test behind an answer that came after a write. A
// test on a key that the write itself gave (the row of a popped id) can come no
// earlier.
func (s *script) asksLate(e *lua.Event) (ask *lua.Call, late bool) {
	if e.Guard == nil || !isAnswer(e.X) || len(e.Before) > len(e.Guard.Before) && !undone(e) {
		return nil, false // what the branch writes itself is no answer only
	}
	for _, t := range e.Guard.Own {
		c := t.Call
		if c == nil || c.Command == nil || !c.Command.Asks() || t.Presence == lua.Undecided || comparesValue(t.Value) {
			continue
		}
		if overlap(c.Before, e.Guard.Before) && !onData(c) {
			return c, true
		}
	}
	return nil, false
}

// undone reports whether all that a branch writes is to take back what was put before
// it was entered.
func undone(e *lua.Event) bool {
	for _, w := range e.Before {
		if slices.Contains(e.Guard.Before, w) {
			continue
		}
		if len(w.Keys) == 0 || slices.ContainsFunc(w.Keys, func(t *lua.Touch) bool { return !t.Drops || t.Puts || !putInto(t, e.Guard.Before) }) {
			return false
		}
	}
	return true
}

// putInto reports whether one of the calls puts something where another takes it from.
func putInto(t *lua.Touch, calls []*lua.Call) bool {
	return t.From.Use != nil && slices.ContainsFunc(calls, func(c *lua.Call) bool {
		return slices.ContainsFunc(c.Keys, func(put *lua.Touch) bool { return put.Puts && put.From.Use == t.From.Use })
	})
}

// putBefore finds the write of the script itself that decides an EXISTS: what
// comes behind it is then decided too, so no answer shows the mistake.
func putBefore(c *lua.Call) *lua.Call {
	if c.Name != "EXISTS" || len(c.Keys) != 1 || c.Keys[0].From.Origin != lua.Declared || c.Keys[0].From.Use.Variadic {
		return nil
	}
	var put *lua.Call
	for _, w := range c.Before {
		for _, t := range w.Keys {
			if t.From.Use != c.Keys[0].From.Use || t.From.Origin != lua.Declared {
				continue
			}
			if t.Drops {
				return nil
			}
			if t.Puts && put == nil {
				put = w
			}
		}
	}
	return put
}

func overlap(a, b []*lua.Call) bool {
	return slices.ContainsFunc(a, func(c *lua.Call) bool { return slices.Contains(b, c) })
}

// comparesValue reports whether a condition looks for a certain value, and not for
// whether anything is there.
func comparesValue(v *lua.Value) bool {
	if v.Op != lua.Compare {
		return false
	}
	switch v.X[1].Op {
	case lua.Nil, lua.Bool:
		return false
	case lua.Number:
		return !countsFound(v.X[0])
	}
	return true
}

// countsFound reports whether a number says how much was found, and is not itself
// what was found: the answer of EXISTS, and not that of GET or ZRANK.
func countsFound(v *lua.Value) bool {
	switch v.Op {
	case lua.ReplyOf:
		return v.Call.Reply.Int && !v.Call.Reply.False
	case lua.Elem:
		list := v.X[0]
		return list.Op == lua.ReplyOf && list.Call.Reply.Elem != nil && list.Call.Reply.Elem.Int
	}
	return false
}

// onData reports whether the key that a call looks at comes out of data, such as
// a popped id, so that it could be asked no earlier.
func onData(c *lua.Call) bool {
	return slices.ContainsFunc(c.Keys, func(t *lua.Touch) bool { return dependsOnData(t.Value) })
}

func dependsOnData(v *lua.Value) bool {
	return v.Op == lua.ReplyOf && len(v.Call.Keys) > 0 || slices.ContainsFunc(v.X, dependsOnData)
}

// isAnswer reports whether a value is a fixed answer.
func isAnswer(v *lua.Value) bool {
	switch v.Op {
	case lua.Nil, lua.Bool, lua.Number, lua.Text:
		return true
	case lua.Apply:
		return v.Str == "redis.status_reply"
	}
	return false
}

func answersBeforePolicy(s *script) {
	for _, refusal := range s.Of(lua.Refused) {
		if refusal.Guard == nil || !byArguments(refusal.Guard.Own) || inside(refusal.At, s.File.Functions) {
			continue
		}
		for _, answer := range s.Of(lua.Returned) {
			if answer.Guard == nil || answer.At.End > refusal.Guard.At.Start || isRefusal(answer.X) || !isAnswer(answer.X) || !byData(answer.Guard.Own) {
				continue
			}
			s.report(refusal.At, "this refusal needs only the arguments, and stands behind an answer that needs the data").
				see(s.Pos(answer.At), "this answer comes first").
				help("refuse before the first look at the data")
			break
		}
	}
}

func isRefusal(v *lua.Value) bool { return v.Op == lua.Apply && v.Str == "redis.error_reply" }

// byArguments reports whether conditions look at arguments and at nothing else.
func byArguments(tests []lua.Test) bool {
	found := false
	for _, t := range tests {
		for _, leaf := range t.Value.Leaves() {
			if leaf.Op != lua.ArgAt && leaf.Op != lua.Args {
				return false
			}
			found = true
		}
	}
	return found
}

func byData(tests []lua.Test) bool {
	return slices.ContainsFunc(tests, func(t lua.Test) bool { return dependsOnData(t.Value) })
}

func inside(at syntax.Span, functions []*syntax.Function) bool {
	return slices.ContainsFunc(functions, func(fn *syntax.Function) bool { return at.Start >= fn.Start && at.End <= fn.End })
}
