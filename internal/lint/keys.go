package lint

import (
	"fmt"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/protocol"
)

var keyRules = []*Rule{
	{
		ID: "key-index", Severity: diag.Error,
		Sentence: "an entry of KEYS is used that the spec does not declare",
		Why: `Callers pass the keys that the spec declares, in its order. KEYS beyond them is nil,
and a command that gets it fails when it runs.`,
		Bad: `-- keys: [pending]
return redis.call('ZCARD', KEYS[2])`,
		Good: `-- keys: [pending, active]
return redis.call('ZCARD', KEYS[2])`,
		script: func(s *script) {
			for _, e := range s.Of(lua.KeyIndexed) {
				s.beyond("KEYS", e, len(s.Script.Keys), "key")
			}
		},
	},
	{
		ID: "arg-index", Severity: diag.Error,
		Sentence: "an entry of ARGV is used that the spec does not declare",
		Why: `Callers pass the arguments that the spec declares, in its order. ARGV beyond them is
nil.`,
		Bad: `-- keys: [pending]
-- args: [{id: text}]
return redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])`,
		Good: `-- keys: [pending]
-- args: [{id: text}, {score: int}]
return redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])`,
		script: func(s *script) {
			for _, e := range s.Of(lua.ArgIndexed) {
				s.beyond("ARGV", e, len(s.Script.Args), "argument")
			}
		},
	},
	{
		ID: "key-argv", Severity: diag.Error,
		Sentence: "a key is built from ARGV",
		Why: `A key that is not in KEYS is unknown to the caller, to the cluster, which routes by
KEYS, and to whoever reads the spec. It may lie on another node, or belong to
somebody else. Declare it in KEYS, or declare a root from which it is derived.`,
		Bad: `-- keys: [pending]
-- args: [{id: text}]
redis.call('DEL', 'app:job:' .. ARGV[1])
return redis.call('ZREM', KEYS[1], ARGV[1])`,
		Good: `-- keys: [pending, job_root]
-- args: [{id: text}]
redis.call('DEL', KEYS[2] .. ARGV[1])
return redis.call('ZREM', KEYS[1], ARGV[1])`,
		script: func(s *script) { s.origin(lua.FromArg, "%s takes a key that is built from ARGV: %s") },
	},
	{
		ID: "key-data", Severity: diag.Error,
		Sentence: "a key is read out of data",
		Why: `Whoever writes the data decides which key is touched, and neither the caller nor the
cluster can know it. Keep an id in the data, and derive the key from a declared
root and the id.`,
		Bad: `-- keys: [job]
local next = redis.call('HGET', KEYS[1], 'payload')
return redis.call('EXISTS', next)`,
		Good: `-- keys: [job, job_root]
local next = redis.call('HGET', KEYS[1], 'payload')
return redis.call('EXISTS', KEYS[2] .. next)`,
		script: func(s *script) {
			s.origin(lua.FromData, "%s takes a key that is read out of data: %s")
			for _, c := range s.Calls {
				for _, t := range c.Keys {
					if t.Pattern && s.Protocol.Profile != protocol.Open {
						s.report(t.At, "%s makes keys out of the elements it finds, by the pattern %s", c.Name, t.Value).
							help("read the elements, and then the keys that are derived from a declared root")
					}
				}
			}
		},
	},
	{
		ID: "key-literal", Severity: diag.Error,
		Sentence: "a key is written out in the script",
		Why: `A key that only the script names is in no caller's KEYS: a cluster does not route by
it, a prefix cannot be put before it, and the spec does not show that it is touched.`,
		Bad: `-- keys: [pending]
redis.call('INCR', 'app:total')
return redis.call('ZCARD', KEYS[1])`,
		Good: `-- keys: [pending, total]
redis.call('INCR', KEYS[2])
return redis.call('ZCARD', KEYS[1])`,
		script: func(s *script) { s.origin(lua.FixedText, "%s takes a key that is written in the script: %s") },
	},
	{
		ID: "key-extended", Severity: diag.Error,
		Sentence: "a key is a declared key with something behind it, by no declared rule",
		Why: `The spec has to say which keys there are. Declare the longer key and pass it in KEYS;
or declare the beginning as the root of the rows (root_of), and derive rows by
exactly the template. Profile "derived" allows any text that starts with a declared
key, as long as that key's hash tag keeps it in the same slot.`,
		Bad: `-- keys: [job]
return redis.call('SET', KEYS[1] .. ':lock', '1', 'NX', 'PX', 1000) and 1 or 0`,
		Good: `-- keys: [lock]
return redis.call('SET', KEYS[1], '1', 'NX', 'PX', 1000) and 1 or 0`,
		script: extendedKeys,
	},
	{
		ID: "key-indirect", Severity: diag.Error,
		Sentence: "a key is not written as KEYS[n] where the profile is literal",
		Why: `Profile "literal" wants every key argument spelled KEYS[n] in the call itself, so
that reading the call is enough to know the key.`,
		Bad: `-- profile: literal
-- keys: [pending]
local key = KEYS[1]
return redis.call('ZCARD', key)`,
		Good: `-- profile: literal
-- keys: [pending]
return redis.call('ZCARD', KEYS[1])`,
		script: func(s *script) {
			s.eachKey(func(c *lua.Call, t *lua.Touch) {
				if s.Protocol.Profile == protocol.Literal && !t.Written && (t.From.Origin == lua.Declared || t.From.Origin == lua.Derived) {
					s.report(t.At, "%s takes a key that is not spelled KEYS[n] here: %s", c.Name, t.Value).
						help("write KEYS[n] in the call, or choose profile: declared").chain(s, t.Value)
				}
			})
		},
	},
	{
		ID: "key-unknown", Severity: diag.Warning,
		Sentence: "where a key comes from cannot be told",
		Why: `The linter follows values through locals, tables, concatenations, loops and helper
functions. A key that it loses track of may be anything; whoever reads the script
will lose track too.`,
		Bad: `-- keys: [pending]
-- args: [{blob: bytes}]
local key = loadstring(ARGV[1])()
return redis.call('EXISTS', key)`,
		Good: `-- keys: [pending]
return redis.call('EXISTS', KEYS[1])`,
		script: func(s *script) {
			s.origin(lua.Unclear, "%s takes a key whose origin cannot be told: %s")
			for _, c := range s.Calls {
				if !c.KeysKnown && c.Command != nil && s.Protocol.Profile != protocol.Open {
					s.report(c.At, "which arguments of this %s are keys cannot be told", c.Name)
				}
			}
		},
	},
	{
		ID: "key-root", Severity: diag.Error,
		Sentence: "a root is used as if it were a key",
		Why: `A root only starts the addresses of rows; nothing lives at the root itself. A
forgotten id is the usual cause.`,
		Bad: `-- keys: [job_root]
return redis.call('DEL', KEYS[1])`,
		Good: `-- keys: [job_root]
-- args: [{id: text}]
return redis.call('DEL', KEYS[1] .. ARGV[1])`,
		script: func(s *script) {
			s.eachKey(func(c *lua.Call, t *lua.Touch) {
				if t.From.Origin == lua.Declared && t.From.Key.RootOf != nil {
					s.report(t.At, "%s is used on %s, which is the root of %s and no key itself", c.Name, t.From.Key.Name, t.From.Key.RootOf.Name).
						help("put an id behind it: %s .. id", t.Value).chain(s, t.Value).about(t.From.Key.Name)
				}
			})
		},
	},
	{
		ID: "key-unused", Severity: diag.Warning,
		Sentence: "a declared key is never used by the script",
		Why: `Every caller builds and passes the key for nothing, and whoever reads the spec
believes that the script touches it.`,
		Bad: `-- keys: [pending, active]
return redis.call('ZCARD', KEYS[1])`,
		Good: `-- keys: [pending]
return redis.call('ZCARD', KEYS[1])`,
		script: func(s *script) {
			if !s.complete() {
				return
			}
			for i, use := range s.Script.Keys {
				if !s.KeysUsed[i] {
					s.inSpec(use.Pos, "%s declares %s as KEYS[%d] and never uses it", s.Script.Name, use.Name(), i+1).about(use.Key.Name)
				}
			}
		},
	},
	{
		ID: "arg-unused", Severity: diag.Warning,
		Sentence: "a declared argument is never used by the script",
		Why:      `Every caller has to give a value that nobody looks at.`,
		Bad: `-- keys: [pending]
-- args: [{id: text}, {reason: text}]
return redis.call('ZREM', KEYS[1], ARGV[1])`,
		Good: `-- keys: [pending]
-- args: [{id: text}]
return redis.call('ZREM', KEYS[1], ARGV[1])`,
		script: func(s *script) {
			if !s.complete() {
				return
			}
			for i, arg := range s.Script.Args {
				if !s.ArgsUsed[i] {
					s.inSpec(arg.Pos, "%s declares %s as ARGV[%d] and never uses it", s.Script.Name, arg.Name, i+1)
				}
			}
		},
	},
}

// beyond reports an index that no caller fills.
func (s *script) beyond(list string, e *lua.Event, declared int, thing string) {
	index := e.X.String()
	switch {
	case e.X.Op != lua.Number:
		s.report(e.At, "%s[%s] is nothing: %s has no entry by a text, be it of digits", list, index, list).help("use tonumber on the index").chain(s, e.X)
		return
	case !(e.X.Num >= 1):
		s.report(e.At, "%s[%s] is nothing: %s counts from 1", list, index, list)
		return
	}
	s.report(e.At, "%s[%s] is beyond the %s that the spec declares for %s", list, index, plural(declared, thing), s.Script.Name)
}

// eachKey shows every key argument that is one key, not a pattern.
func (s *script) eachKey(see func(*lua.Call, *lua.Touch)) {
	for _, c := range s.Calls {
		for _, t := range c.Keys {
			if !t.Pattern && !noKey(t) {
				see(c, t)
			}
		}
	}
}

// noKey is the empty key of MIGRATE, which says that the keys stand elsewhere.
func noKey(t *lua.Touch) bool {
	text, ok := t.Value.Const()
	return ok && text == ""
}

// origin reports the keys that the script came by in one way.
func (s *script) origin(o lua.Origin, format string) {
	if s.Protocol.Profile == protocol.Open {
		return
	}
	s.eachKey(func(c *lua.Call, t *lua.Touch) {
		if t.From.Origin != o {
			return
		}
		f := s.once(t.At, format, c.Name, t.Value).chain(s, t.Value)
		switch {
		case t.From.Key != nil:
			f.help("declare %s in the script's keys and use its entry of KEYS", t.From.Key.Name).about(t.From.Key.Name)
		default:
			f.help("declare the key in the spec and pass it in KEYS, or derive it from a declared root")
		}
	})
}

func extendedKeys(s *script) {
	profile := s.Protocol.Profile
	if profile == protocol.Open {
		return
	}
	s.eachKey(func(c *lua.Call, t *lua.Touch) {
		if t.From.Origin != lua.Extended {
			return
		}
		use := t.From.Use
		_, tagged := tagOf(use.Key.At)
		var why string
		switch {
		case profile == protocol.Derived && tagged && !t.From.Loose:
			return
		case profile == protocol.Derived && t.From.Loose:
			why = "whether it keeps the hash tag cannot be told"
		case profile == protocol.Derived:
			why = fmt.Sprintf("%s has no hash tag, so what starts with it may be in any slot", use.Key.Name)
		default:
			why = t.From.Note
		}
		f := s.once(t.At, "%s takes a key that is made from %s: %s; %s", c.Name, use.Name(), t.Value, why).chain(s, t.Value).about(use.Key.Name)
		if t.From.Key != nil {
			f.help("declare %s in the script's keys and use its entry of KEYS", t.From.Key.Name)
		} else {
			f.help("declare the whole key, or a root_of it, in the spec")
		}
	})
}
