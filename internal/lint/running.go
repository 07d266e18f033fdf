package lint

import (
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/lua/syntax"
)

// luaSyntax is the one rule for a script that cannot be read.
var luaSyntax = &Rule{
	ID: "lua-syntax", Severity: diag.Error,
	Sentence: "the script is not what the engines take for Lua",
	Why: `The engines run Lua 5.1, a little stricter than most parsers of it: no goto, no empty
statement, no call whose parenthesis stands on the next line. SCRIPT LOAD would refuse
the script.`,
	Bad: `-- keys: [pending]
local n = redis.call('ZCARD', KEYS[1]);;
return n`,
	Good: `-- keys: [pending]
local n = redis.call('ZCARD', KEYS[1]);
return n`,
	script: func(s *script) {
		if s.Err != nil {
			s.inSpec(s.ErrPos(), "%s", s.Err.Message).Help = s.Err.Help
		}
	},
}

var runRules = []*Rule{
	luaSyntax,
	{
		ID: "global-set", Severity: diag.Error,
		Sentence: "a global variable is assigned",
		Why: `The engines share one Lua state among all scripts and refuse to let a script add a
global to it: the assignment raises an error. Write local.`,
		Bad: `-- keys: [pending]
n = redis.call('ZCARD', KEYS[1])
return n`,
		Good: `-- keys: [pending]
local n = redis.call('ZCARD', KEYS[1])
return n`,
		script: func(s *script) {
			for _, e := range s.Of(lua.GlobalSet) {
				s.report(e.At, "%s is global, and the engines refuse to let a script make one", e.Text).help("write local %s", e.Text)
			}
		},
	},
	{
		ID: "global-read", Severity: diag.Error,
		Sentence: "a global is read that no engine has",
		Why:      `Reading a name that nobody defined raises an error. A mistyped local is the usual cause.`,
		Bad: `-- keys: [pending]
local count = redis.call('ZCARD', KEYS[1])
return cuont`,
		Good: `-- keys: [pending]
local count = redis.call('ZCARD', KEYS[1])
return count`,
		script: func(s *script) {
			for _, e := range s.Of(lua.GlobalRead) {
				if leftover[e.Text] {
					continue
				}
				f := s.report(e.At, "nothing is called %s here", e.Text)
				switch near := diag.Nearest(e.Text, append(s.localNames(), lua.Globals()...)); {
				case elsewhere[e.Text] != "":
					f.help("%s", elsewhere[e.Text])
				case near != "":
					f.help("did you mean %s?", near)
				}
			}
		},
	},
	{
		ID: "api-missing", Severity: diag.Error,
		Sentence: "a function is used that not every engine has",
		Why: `Redis and Valkey give scripts almost the same libraries. What only one of them has, or
none, raises an error on the other.`,
		Bad: `-- keys: [pending]
return server.call('ZCARD', KEYS[1])`,
		Good: `-- keys: [pending]
return redis.call('ZCARD', KEYS[1])`,
		script: func(s *script) {
			for _, e := range s.Of(lua.MemberRead) {
				switch {
				case e.Text == "server":
					s.report(e.At, "only Valkey has server").help("write redis, which both engines have")
				case lua.ValkeyOnly(e.Text):
					s.report(e.At, "only Valkey has %s", e.Text)
				default:
					library, name, _ := strings.Cut(e.Text, ".")
					f := s.report(e.At, "%s has no %s", library, name)
					if near := diag.Nearest(name, lua.Members(library)); near != "" {
						f.help("did you mean %s.%s?", library, near)
					}
				}
			}
		},
	},
	{
		ID: "unpack-unbounded", Severity: diag.Warning,
		Sentence: "a list of unbounded size is unpacked",
		Why: `unpack puts every element on Lua's stack, which ends at about 8000: "too many results
to unpack". It works in every test and fails on the first large queue. Go through the
list in pieces: for i = 1, #t, 1000 do … unpack(t, i, math.min(i + 999, #t)).`,
		Bad: `-- keys: [pending]
local ids = redis.call('ZRANGE', KEYS[1], 0, -1)
return redis.call('ZREM', KEYS[1], unpack(ids))`,
		Good: `-- keys: [pending]
local ids = redis.call('ZRANGE', KEYS[1], 0, 99)
return redis.call('ZREM', KEYS[1], unpack(ids))`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Unpacked) {
				if !e.Bounded {
					s.once(e.At, "the size of %s has no bound, and unpack ends at about 8000 values", e.X).
						help("go through it in pieces: unpack(t, i, math.min(i + 999, #t))").chain(s, e.X)
				}
			}
		},
	},
	{
		ID: "loop-unbounded", Severity: diag.Warning,
		Sentence: "a loop has no bound that can be seen",
		Why: `A script blocks the server until it ends. A loop needs a count, a command in it that
takes away what the loop feeds on, or a cursor that goes on from its own reply.`,
		Bad: `-- keys: [total]
while redis.call('GET', KEYS[1]) ~= '0' do
  redis.call('INCR', KEYS[1])
end
return 1`,
		Good: `-- keys: [total]
for _ = 1, 100 do
  if redis.call('GET', KEYS[1]) == '0' then
    break
  end
  redis.call('INCR', KEYS[1])
end
return 1`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Looped) {
				if !e.Bounded {
					s.report(e.At, "nothing bounds the turns of this loop").help("count the turns, or let each take something away")
				}
			}
		},
	},
	{
		ID: "error-dropped", Severity: diag.Warning,
		Sentence: "an error is caught and not looked at",
		Why: `redis.pcall answers an error as a table with err, and pcall answers false. A script
that looks at neither goes on with half of its work undone.`,
		Bad: `-- keys: [pending, active]
-- args: [{id: text}]
redis.pcall('ZREM', KEYS[1], ARGV[1])
return redis.call('ZADD', KEYS[2], 0, ARGV[1])`,
		Good: `-- keys: [pending, active]
-- args: [{id: text}]
local removed = redis.pcall('ZREM', KEYS[1], ARGV[1])
if type(removed) == 'table' and removed.err then
  return removed
end
return redis.call('ZADD', KEYS[2], 0, ARGV[1])`,
		script: func(s *script) {
			for _, e := range s.Of(lua.ErrorDropped) {
				s.report(e.At, "what went wrong with this %s is caught and never looked at", name(e.Text)).
					help("use redis.call, or look at the err of what redis.pcall answers")
			}
		},
	},
	{
		ID: "code-dynamic", Severity: diag.Warning,
		Sentence: "the script compiles text into code",
		Why:      `What a compiled text does can be neither reviewed nor followed, and if the text comes from a caller, the caller writes the script.`,
		Bad: `-- args: [{code: text}]
return loadstring(ARGV[1])()`,
		Good: `-- args: [{amount: int}]
return tonumber(ARGV[1]) * 2`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Compiled) {
				s.once(e.At, "%s compiles %s", e.Text, e.X).chain(s, e.X)
			}
		},
	},
	{
		ID: "debug-left", Severity: diag.Warning,
		Sentence: "an aid for debugging is left in",
		Why: `redis.log fills the server's log with every call, redis.breakpoint and redis.debug are
for the debugger, and print does not exist in scripts at all.`,
		Bad: `-- keys: [pending]
redis.log(redis.LOG_WARNING, 'counting')
return redis.call('ZCARD', KEYS[1])`,
		Good: `-- keys: [pending]
return redis.call('ZCARD', KEYS[1])`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Called) {
				if e.Text == "redis.log" || e.Text == "redis.debug" || e.Text == "redis.breakpoint" {
					s.report(e.At, "%s is left in", e.Text)
				}
			}
			for _, e := range s.Of(lua.GlobalRead) {
				if leftover[e.Text] {
					s.report(e.At, "%s is left in, and does not exist in scripts: it raises an error", e.Text)
				}
			}
		},
	},
	{
		ID: "function-uncalled", Severity: diag.Warning,
		Sentence: "a function is never called",
		Why:      `What stands in it is dead, and was not judged by any other rule.`,
		Bad: `-- keys: [pending]
local function size()
  return redis.call('ZCARD', KEYS[1])
end
return 1`,
		Good: `-- keys: [pending]
local function size()
  return redis.call('ZCARD', KEYS[1])
end
return size()`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Uncalled) {
				s.report(e.At, "nothing calls this function")
			}
		},
	},
	{
		ID: "analysis-limit", Severity: diag.Warning,
		Sentence: "the script is too large to be followed to its end",
		Why: `The linter follows every path through a script, up to a limit. Beyond it, rules that
need to have seen everything are silent.`,
		Bad: `-- keys: [pending]
local function a() return redis.call('ZCARD', KEYS[1]) end
local function b() return a() + a() + a() + a() + a() + a() + a() + a() end
local function c() return b() + b() + b() + b() + b() + b() + b() + b() end
local function d() return c() + c() + c() + c() + c() + c() + c() + c() end
local function e() return d() + d() + d() + d() + d() + d() + d() + d() end
return e() + e() + e() + e() + e() + e() + e() + e()`,
		Good: "-- keys: [pending]\nreturn redis.call('ZCARD', KEYS[1])",
		script: func(s *script) {
			if s.Limit != "" {
				s.inSpec(diag.Pos{File: s.Script.File}, "%s was not followed to its end: %s", s.Script.Name, s.Limit)
			}
		},
	},
}

// leftover are globals of other Luas that are used to look into a script.
var leftover = map[string]bool{"print": true, "debug": true}

// elsewhere says what stands for a global that the engines leave out.
var elsewhere = map[string]string{
	"require":  "a script is one file: put what you need into it",
	"io":       "a script has no files",
	"dofile":   "a script is one file: put what you need into it",
	"loadfile": "a script is one file: put what you need into it",
	"null":     "write nil, false or cjson.null",
	"None":     "write nil",
	"keys":     "write KEYS",
	"argv":     "write ARGV",
}

// localNames lists the names of the script's variables and parameters.
func (s *script) localNames() []string {
	var names []string
	add := func(list ...*syntax.Name) {
		for _, n := range list {
			names = append(names, n.Ident)
		}
	}
	syntax.Walk(s.File.Body, func(n any) {
		switch n := n.(type) {
		case *syntax.Local:
			add(n.Names...)
		case *syntax.LocalFunction:
			add(n.Name)
		case *syntax.Function:
			names = append(names, n.Params...)
		case *syntax.NumericFor:
			add(n.Var)
		case *syntax.GenericFor:
			add(n.Vars...)
		}
	})
	return names
}
