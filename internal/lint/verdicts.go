package lint

import (
	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/protocol"
)

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
