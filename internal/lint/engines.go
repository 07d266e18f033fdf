package lint

import (
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/lua/command"
	"github.com/echomq/emqgen/internal/lua/syntax"
	"github.com/echomq/emqgen/internal/protocol"
)

var engineRules = []*Rule{
	{
		ID: "command-unknown", Severity: diag.Error,
		Sentence: "a command is called that no engine has",
		Why:      `The call raises an error when it is reached, perhaps after the script has written.`,
		Bad: `-- keys: [pending]
return redis.call('ZCRAD', KEYS[1])`,
		Good: `-- keys: [pending]
return redis.call('ZCARD', KEYS[1])`,
		script: func(s *script) {
			for _, c := range s.Calls {
				if c.Command != nil || c.Name == "" {
					continue
				}
				at := c.At
				if len(c.Spans) > 0 {
					at = c.Spans[0]
				}
				if s.unheard(c.Name) {
					continue
				}
				f := s.report(at, "no engine has a command %s", c.Name)
				if near := diag.Nearest(c.Name, sorted(command.Names())); near != "" {
					f.help("did you mean %s?", near)
				}
			}
		},
	},
	{
		ID: "command-unheard", Severity: diag.Warning,
		Sentence: "a command is called that this version of the tool does not know",
		Why: `The command is one of a module, or the spec supports engines that are newer than the
tables this tool was built with. Which keys it touches cannot be told.`,
		Bad: `-- keys: [config]
return redis.call('JSON.GET', KEYS[1])`,
		Good: `-- keys: [config]
return redis.call('HGETALL', KEYS[1])`,
		script: func(s *script) {
			for _, c := range s.Calls {
				if c.Command == nil && c.Name != "" && s.unheard(c.Name) {
					s.report(c.At, "%s is not among the commands of Redis %s and Valkey %s, the last that are known here", c.Name,
						command.Newest(command.Redis), command.Newest(command.Valkey))
				}
			}
		},
	},
	{
		ID: "command-arity", Severity: diag.Error,
		Sentence: "a command is called with a number of arguments that it does not take",
		Why:      `The call raises an error when it is reached, perhaps after the script has written.`,
		Bad: `-- keys: [pending]
return redis.call('ZCARD', KEYS[1], 'x')`,
		Good: `-- keys: [pending]
return redis.call('ZCARD', KEYS[1])`,
		script: func(s *script) {
			for _, c := range s.Calls {
				if c.Command == nil || c.Open {
					continue
				}
				wrong := c.Command.ArityError(len(c.Words))
				if wrong == "" {
					wrong = c.Ungrouped
				}
				if wrong != "" {
					s.report(c.At, "%s", wrong)
				}
			}
		},
	},
	{
		ID: "command-version", Severity: diag.Error,
		Sentence: "a command is newer than the least engine that the spec supports",
		Why: `The spec says under engines which versions a speaker may meet. On the least of them
every command, and every option of it, must exist.`,
		Bad: `-- engines: {redis: "6.0", valkey: "8.0"}
-- keys: [pending]
-- args: [{id: text}]
return redis.call('ZADD', KEYS[1], 'GT', 1, ARGV[1])`,
		Good: `-- engines: {redis: "6.2", valkey: "8.0"}
-- keys: [pending]
-- args: [{id: text}]
return redis.call('ZADD', KEYS[1], 'GT', 1, ARGV[1])`,
		script: tooNew,
	},
	{
		ID: "command-forbidden", Severity: diag.Error,
		Sentence: "a command is called that scripts may not call",
		Why:      `The engines refuse it from a script: it would block, change the connection, or run another script.`,
		Bad: `-- keys: [backlog]
return redis.call('BLPOP', KEYS[1], 1)`,
		Good: `-- keys: [backlog]
return redis.call('LPOP', KEYS[1])`,
		script: func(s *script) {
			for _, c := range s.Calls {
				if c.Command != nil && c.Command.Has("noscript") {
					s.report(c.At, "the engines refuse %s from a script", c.Name)
				}
			}
		},
	},
	{
		ID: "command-dynamic", Severity: diag.Warning,
		Sentence: "the name of a command is not known before the script runs",
		Why: `What such a call touches cannot be told, and if the name comes from a caller, the
caller decides what the script does.`,
		Bad: `-- keys: [pending]
-- args: [{command: text}]
return redis.call(ARGV[1], KEYS[1])`,
		Good: `-- keys: [pending]
return redis.call('ZCARD', KEYS[1])`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Named) {
				s.once(e.At, "which command this is cannot be told before the script runs: %s", e.X).chain(s, e.X)
			}
		},
	},
	{
		ID: "keyspace-scan", Severity: diag.Error,
		Sentence: "a command looks at, or deletes, keys that nobody declared",
		Why: `KEYS, SCAN, RANDOMKEY, DBSIZE and FLUSHALL work on all keys of a node: those of other
protocols as well, and on a cluster only a part of one's own. Keep a set of what
belongs together.`,
		Bad: `-- keys: [pending]
return #redis.call('KEYS', 'app:*') + redis.call('ZCARD', KEYS[1])`,
		Good: `-- keys: [pending]
return redis.call('ZCARD', KEYS[1])`,
		script: func(s *script) {
			for _, c := range s.Calls {
				if wholeKeyspace[c.Name] && s.Protocol.Profile != protocol.Open {
					s.report(c.At, "%s works on keys that nobody declared", c.Name).help("keep a set of the keys, or ids, that belong together")
				}
			}
		},
	},
	{
		ID: "random-before-write", Severity: diag.Error,
		Sentence: "a random command comes before a write on an engine that replicates scripts as text",
		Why: `Before Redis 5, a replica ran the script itself, and Redis refused to write after a
command whose answer differs each time. redis.replicate_commands() lifts that; since
Redis 5 it is so by itself.`,
		Bad: `-- engines: {redis: "4.0", valkey: "8.0"}
-- keys: [total]
local t = redis.call('TIME')
return redis.call('SET', KEYS[1], t[1])`,
		Good: `-- engines: {redis: "5.0", valkey: "8.0"}
-- keys: [total]
local t = redis.call('TIME')
return redis.call('SET', KEYS[1], t[1])`,
		script: randomBeforeWrite,
	},
	{
		ID: "shebang-writes", Severity: diag.Error,
		Sentence: "a script that promises no writes can write",
		Why:      `With flags=no-writes in the #!lua line the engine refuses every command that writes.`,
		Bad: `#!lua flags=no-writes
-- keys: [total]
return redis.call('INCR', KEYS[1])`,
		Good: `#!lua
-- keys: [total]
return redis.call('INCR', KEYS[1])`,
		script: func(s *script) {
			if !s.File.Shebang.Has("no-writes") {
				return
			}
			for _, c := range s.Calls {
				if c.Command != nil && c.Command.Writes() {
					s.report(c.At, "%s writes, and the #!lua line promises no-writes", c.Name).see(s.Pos(s.File.Shebang.Span), "the promise is here")
				}
			}
		},
	},
}

// unheard reports whether a command that the tables lack may exist all the same.
func (s *script) unheard(name string) bool {
	return strings.Contains(name, ".") || slices.ContainsFunc(command.Engines, func(e command.Engine) bool {
		return command.Newest(e).Less(s.least[e])
	})
}

func sorted(names []string) []string {
	slices.Sort(names)
	return names
}

// wholeKeyspace are the commands that work on keys without naming them.
var wholeKeyspace = map[string]bool{
	"KEYS": true, "SCAN": true, "RANDOMKEY": true, "DBSIZE": true, "FLUSHALL": true, "FLUSHDB": true, "SWAPDB": true,
}

// leastOf reads the versions of the engines that a spec supports at least.
func leastOf(p *protocol.Protocol) (least [2]command.Version) {
	least[command.Redis], _ = command.ParseVersion(p.Engines.Redis)
	least[command.Valkey], _ = command.ParseVersion(p.Engines.Valkey)
	return least
}

func tooNew(s *script) {
	report := func(at syntax.Span, e command.Engine, what string, since command.Version) {
		s.report(at, "%s came with %s %s, and the spec supports %s %s", what, e, since, e, s.least[e]).
			help("raise engines.%s in the spec, or do without", strings.ToLower(e.String()))
	}
	for _, e := range command.Engines {
		least := s.least[e]
		if !least.Known() {
			continue
		}
		if v := (command.Version{7}); s.File.Shebang != nil && least.Less(v) {
			report(s.File.Shebang.Span, e, "the #!lua line", v)
		}
		for _, c := range s.Calls {
			switch need := c.Needs[e]; {
			case c.Command == nil:
			case !need.Known():
				s.report(c.At, "%s has no %s", e, c.Name).help("do without, or leave it to a host")
			case least.Less(need):
				report(c.At, e, c.Because[e], need)
			}
		}
	}
}

// random are the commands whose answer differs from run to run.
var random = map[string]bool{
	"TIME": true, "RANDOMKEY": true, "SRANDMEMBER": true, "HRANDFIELD": true, "ZRANDMEMBER": true, "SCAN": true, "SSCAN": true,
	"HSCAN": true, "ZSCAN": true, "LASTSAVE": true, "SPOP": true,
}

func randomBeforeWrite(s *script) {
	if !s.least[command.Redis].Less(command.Version{5}) || slices.ContainsFunc(s.Of(lua.Called), func(e *lua.Event) bool { return e.Text == "redis.replicate_commands" }) {
		return
	}
	for _, c := range s.Calls {
		if !random[c.Name] {
			continue
		}
		for _, w := range s.Calls {
			if w.Command != nil && w.Command.Has("write") && w.At.Start > c.At.Start {
				s.report(c.At, "%s comes before %s writes, which Redis before 5.0 refuses", c.Name, w.Name).see(s.Pos(w.At), "%s writes here", w.Name).
					help("call redis.replicate_commands() first, or support Redis 5.0 and later only")
				break
			}
		}
	}
}
