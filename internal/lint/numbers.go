package lint

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lazy"
	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/lua/syntax"
	"github.com/echomq/emqgen/internal/protocol"
)

var numberRules = []*Rule{
	{
		ID: "number-text", Severity: diag.Warning,
		Sentence: "a number that can exceed 1e14 is turned into text by Lua",
		Why: `tostring and .. keep 14 digits: 1700000000123456 becomes 1.7000000001235e+15. Passed to
redis.call as a number, or through string.format('%.0f', n), all digits stay up to
2^53.`,
		Bad: `-- keys: [pending]
-- args: [{id: text}]
local t = redis.call('TIME')
local micros = tonumber(t[1]) * 1000000 + tonumber(t[2])
return redis.call('ZADD', KEYS[1], 0, micros .. ':' .. ARGV[1])`,
		Good: `-- keys: [pending]
-- args: [{id: text}]
local t = redis.call('TIME')
local micros = tonumber(t[1]) * 1000000 + tonumber(t[2])
return redis.call('ZADD', KEYS[1], 0, string.format('%.0f', micros) .. ':' .. ARGV[1])`,
		script: func(s *script) {
			for _, e := range s.Of(lua.NumberAsText) {
				if m, ok := s.magnitude(e.X); ok && m > 1e14 {
					s.once(e.At, "%s can be as large as %.1g, and Lua writes it with 14 digits", e.X, m).
						help("use string.format('%%.0f', n), or pass the number to redis.call as it is").chain(s, e.X)
				}
			}
		},
	},
	{
		ID: "number-precision", Severity: diag.Warning,
		Sentence: "a number beyond 2^53 is calculated with, or one beyond 2^32 by bit",
		Why: `Lua's numbers are doubles: beyond 2^53 (9007199254740992) neighbours become one. A
snowflake or another 64-bit id does not survive tonumber; compare ids as text. The
functions of bit know 32 bits only.`,
		Bad: `-- keys: [total]
-- args: [{job_id: int}]
return redis.call('SET', KEYS[1], tonumber(ARGV[1]) + 1)`,
		Good: `-- keys: [total]
-- args: [{amount: int}]
return redis.call('SET', KEYS[1], tonumber(ARGV[1]) + 1)`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Calculated) {
				if strings.HasPrefix(e.Text, "bit.") {
					if m, ok := s.magnitude(e.X); ok && m > 1<<32 {
						s.once(e.At, "%s works on 32 bits, and %s can be as large as %.1g", e.Text, e.X, m).chain(s, e.X)
					}
					continue
				}
				if m, ok := s.result(e); ok && m >= 1<<53 {
					s.once(e.At, "%s %s %s can exceed 2^53, beyond which whole numbers are lost", e.X, e.Text, e.Y).
						help("keep ids as text, and count with numbers that stay below").chain(s, e.X)
				}
			}
			s.inexactLiterals()
		},
	},
	{
		ID: "caller-clock", Severity: diag.Warning,
		Sentence: "the caller's clock decides where the server's should",
		Why: `Leases, delays and windows that each caller prices on its own clock are as right as the
worst of these clocks: a host that runs ahead takes jobs from others, one that lags
keeps them for ever. Take the time from redis.call('TIME'), which all callers share,
and let callers pass lengths of time.`,
		Bad: `-- keys: [active]
-- args: [{id: text}, {now: int, unit: unix_ms}, {lease: int, unit: ms}]
return redis.call('ZADD', KEYS[1], tonumber(ARGV[2]) + tonumber(ARGV[3]), ARGV[1])`,
		Good: `-- keys: [active]
-- args: [{id: text}, {lease: int, unit: ms}]
local t = redis.call('TIME')
local now = tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
return redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])`,
		script: callerClocks,
	},
	{
		ID: "arg-arithmetic", Severity: diag.Warning,
		Sentence: "an argument is calculated with before it is made a number",
		Why: `ARGV holds texts. Lua turns them into numbers silently where it calculates, and raises
an error in the middle of the script where it cannot. tonumber gives nil for what is
no number, which can be refused before the first write.`,
		Bad: `-- keys: [total]
-- args: [{amount: int}]
return redis.call('INCRBY', KEYS[1], ARGV[1] * 2)`,
		Good: `-- keys: [total]
-- args: [{amount: int}]
return redis.call('INCRBY', KEYS[1], tonumber(ARGV[1]) * 2)`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Calculated) {
				s.bareArgument(e.X, e.XAt)
				s.bareArgument(e.Y, e.YAt)
			}
		},
	},
}

// inexactLiterals finds whole numbers that are written with more digits than they keep.
func (s *script) inexactLiterals() {
	syntax.Walk(s.File.Body, func(n any) {
		literal, ok := n.(*syntax.Number)
		if !ok || literal.Value < 1<<53 {
			return
		}
		written := s.File.Slice(literal.Span)
		if exact, ok := new(big.Int).SetString(written, 10); ok && exact.Text(10) != strconv.FormatFloat(literal.Value, 'f', 0, 64) {
			s.once(literal.Span, "%s is beyond 2^53, and Lua takes it for %.0f", written, literal.Value).help("write it in quotes, as a text")
		}
	})
}

// bareArgument finds ARGV[n] itself in a calculation.
func (s *script) bareArgument(v *lua.Value, at syntax.Span) {
	if v == nil {
		return
	}
	for _, alt := range v.Alternatives() {
		if alt.Op == lua.ArgAt || alt.Op == lua.Elem && alt.X[0].Op == lua.Args {
			s.once(at, "%s is a text, and is calculated with as it is", alt).help("write tonumber(%s)", s.File.Slice(at)).chain(s, alt)
		}
	}
}

// numeric reports whether a value is a Lua number.
func numeric(v *lua.Value) bool { return v.IsNumeric() }

// mayHaveFraction reports whether a number is likely to: it was divided, or comes
// from what is declared to have one.
func (s *script) mayHaveFraction(v *lua.Value) bool {
	switch v.Op {
	case lua.Number:
		return v.Num != math.Trunc(v.Num) && !math.IsInf(v.Num, 0)
	case lua.Arith:
		if v.Str == "/" || v.Str == "^" {
			return true
		}
		if v.Str == "%" {
			return s.mayHaveFraction(v.X[0])
		}
		return s.mayHaveFraction(v.X[0]) || s.mayHaveFraction(v.X[1])
	case lua.Apply:
		switch v.Str {
		case "math.sqrt", "math.log", "math.log10", "math.exp", "math.sin", "math.cos", "math.random":
			return v.Str != "math.random" || len(v.X) == 0
		case "tonumber":
			return len(v.X) == 1 && s.mayHaveFraction(v.X[0])
		case "math.max", "math.min", "math.abs":
			return slices.ContainsFunc(v.X, s.mayHaveFraction)
		}
	case lua.Union:
		return slices.ContainsFunc(v.X, s.mayHaveFraction)
	case lua.ArgAt:
		arg := s.argument(v)
		return arg != nil && arg.Type.Kind == protocol.Float
	case lua.ReplyOf, lua.Elem:
		if v.Op == lua.ReplyOf && strings.HasSuffix(v.Call.Name, "INCRBYFLOAT") {
			return true
		}
		_, field := fieldBehind(v)
		return field != nil && field.Type.Kind == protocol.Float
	}
	return false
}

// magnitude estimates how large a number can be; ok is false where nothing hints
// at it.
func (s *script) magnitude(v *lua.Value) (m float64, ok bool) {
	switch v.Op {
	case lua.Number:
		return finite(math.Abs(v.Num))
	case lua.Range:
		return finite(max(math.Abs(v.Lo), math.Abs(v.Hi)))
	case lua.Arith:
		return s.calculated(v.Str, v.X[0], v.X[1])
	case lua.Elem:
		if v.X[0].Op == lua.ReplyOf && v.X[0].Call.Name == "TIME" && v.X[1].Op == lua.Number {
			if v.X[1].Num == 1 {
				return 4e9, true // seconds, until 2096
			}
			return 1e6, true
		}
	case lua.Apply:
		switch v.Str {
		case "tonumber", "math.floor", "math.ceil", "math.abs":
			if v.Str == "tonumber" && slices.ContainsFunc(v.Leaves(), s.isBranded) {
				return math.MaxInt64, true
			}
			if len(v.X) == 1 {
				return s.magnitude(v.X[0])
			}
		}
	case lua.ArgAt:
		return argMagnitude(s.argument(v))
	}
	return 0, false
}

func finite(m float64) (float64, bool) {
	if math.IsInf(m, 0) || math.IsNaN(m) {
		return 0, false
	}
	return m, true
}

// result estimates what a calculation gives.
func (s *script) result(e *lua.Event) (float64, bool) { return s.calculated(e.Text, e.X, e.Y) }

func (s *script) calculated(op string, x, y *lua.Value) (float64, bool) {
	a, okA := s.magnitude(x)
	b, okB := s.magnitude(y)
	switch op {
	case "+", "-":
		return a + b, okA || okB
	case "*":
		return a * b, okA && okB
	case "/":
		if y.Op == lua.Number && y.Num != 0 {
			return a / math.Abs(y.Num), okA
		}
		return a, okA
	case "%":
		return b, okB
	case "^":
		return math.Pow(a, b), okA && okB
	}
	return 0, false
}

// argument is the declaration of ARGV[n].
func (s *script) argument(v *lua.Value) *protocol.Arg {
	if args := s.Script.Args; v.Op == lua.ArgAt && v.N >= 1 && len(args) > 0 && (v.N <= len(args) || args[len(args)-1].Variadic) {
		return args[min(v.N, len(args))-1]
	}
	return nil
}

// isBranded reports whether a value is an argument that is a branded id.
func (s *script) isBranded(v *lua.Value) bool {
	arg := s.argument(v)
	return arg != nil && arg.Type.Kind == protocol.Branded
}

// argMagnitude estimates an argument by its unit and, for ids, by its name.
func argMagnitude(arg *protocol.Arg) (float64, bool) {
	switch {
	case arg == nil || arg.Type.Kind != protocol.Int:
		return 0, false
	case arg.Type.Unit == protocol.UnixMs:
		return 4e12, true
	case arg.Type.Unit == protocol.Millis:
		return 1e12, true
	case arg.Param != nil && arg.Param.Hole != nil, arg.Name == "id", strings.HasSuffix(arg.Name, "_id"), strings.Contains(arg.Name, "snowflake"):
		return math.MaxInt64, true
	}
	return 0, false
}

// nowName matches the names of arguments that carry the caller's present.
var nowName = lazy.Regexp(`^(?:|.*_)(?:now|clock|timestamp|current_time|time)(?:_(?:ms|s|us|ns|millis|seconds))?$`)

// callerClocks finds arguments that say what time it is, or an instant that is
// calculated with or compared as if it did.
func callerClocks(s *script) {
	if !slices.ContainsFunc(s.Script.Args, func(arg *protocol.Arg) bool { return saysNow(arg) || isInstant(arg) }) {
		return
	}
	met := map[string]bool{}
	clock := func(v *lua.Value, instant bool) *lua.Value {
		for _, leaf := range v.Leaves() {
			if arg := s.argument(leaf); arg != nil && (saysNow(arg) || instant && isInstant(arg)) {
				return leaf
			}
		}
		return nil
	}
	report := func(pos diag.Pos, f func() *finding, leaf *lua.Value) {
		if key := fmt.Sprintf("%d %s", pos.Line, leaf); !met[key] { // once a line
			met[key] = true
			f().help("take the time from redis.call('TIME')").chain(s, leaf)
		}
	}
	for _, e := range s.Of(lua.Calculated) {
		if e.Y == nil {
			continue
		}
		// A difference to the server's time is how an instant becomes a length of time.
		instant := !onServerClock(e.X) && !onServerClock(e.Y) && (e.Text == "+" || e.Text == "-")
		for _, v := range []*lua.Value{e.X, e.Y} {
			if leaf := clock(v, instant); leaf != nil {
				report(s.Pos(e.At), func() *finding {
					return s.report(e.At, "%s is calculated with as the present time, and is the caller's", s.argument(leaf).Name)
				}, leaf)
			}
		}
	}
	for _, e := range s.Of(lua.Compared) {
		if e.Text == "==" || e.Text == "~=" {
			continue
		}
		instant := dependsOnData(e.X) || dependsOnData(e.Y)
		for _, v := range []*lua.Value{e.X, e.Y} {
			if leaf := clock(v, instant); leaf != nil && !onServerClock(e.X) && !onServerClock(e.Y) {
				report(s.Pos(e.At), func() *finding {
					return s.report(e.At, "%s is compared as the present time, and is the caller's", s.argument(leaf).Name)
				}, leaf)
			}
		}
	}
	for _, c := range s.Calls {
		for i, v := range c.Words {
			bound := byScore[c.Name]
			if i < 2 || c.Command == nil || !bound && !scored[c.Name] && !endsAt(c.Words[i-1]) {
				continue
			}
			if leaf := clock(v, bound); leaf != nil {
				report(s.Pos(c.At), func() *finding {
					return s.report(c.Spans[i], "%s decides by %s, which is the caller's clock", c.Name, s.argument(leaf).Name)
				}, leaf)
			}
		}
	}
}

// saysNow reports whether an argument carries, by its name, the caller's present.
func saysNow(arg *protocol.Arg) bool {
	switch arg.Type.Kind {
	case protocol.Int, protocol.Float, protocol.Text:
		return nowName().MatchString(arg.Name)
	}
	return false
}

// isInstant reports whether an argument is a point in time.
func isInstant(arg *protocol.Arg) bool { return arg.Type.Unit == protocol.UnixMs }

// byScore are the commands that choose by score: a bound that is an instant is
// taken for the present.
var byScore = map[string]bool{
	"ZRANGEBYSCORE": true, "ZREVRANGEBYSCORE": true, "ZREMRANGEBYSCORE": true, "ZCOUNT": true,
}

// scored are the commands that keep an instant.
var scored = map[string]bool{"ZADD": true, "EXPIREAT": true, "PEXPIREAT": true, "ZRANGE": true}

// endsAt reports whether a word is an option that an instant follows.
func endsAt(option *lua.Value) bool {
	text, ok := option.Const()
	return ok && (strings.EqualFold(text, "EXAT") || strings.EqualFold(text, "PXAT"))
}

// onServerClock reports whether a value comes from TIME.
func onServerClock(v *lua.Value) bool {
	return slices.ContainsFunc(v.Leaves(), func(leaf *lua.Value) bool { return leaf.Op == lua.ReplyOf && leaf.Call.Name == "TIME" })
}
