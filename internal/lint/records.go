package lint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/ids"
	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/protocol"
)

var recordRules = []*Rule{
	{
		ID: "key-type", Severity: diag.Error,
		Sentence: "a command is used on a key of another declared type",
		Why:      `The engine answers WRONGTYPE, or the key becomes what no other speaker expects.`,
		Bad: `-- keys: [pending]
return redis.call('LLEN', KEYS[1])`,
		Good: `-- keys: [pending]
return redis.call('ZCARD', KEYS[1])`,
		script: func(s *script) {
			s.eachKey(func(c *lua.Call, t *lua.Touch) {
				key := t.From.Key
				if key == nil || key.Type == protocol.AnyKey || fits(c, t, key.Type) {
					return
				}
				s.report(t.At, "%s works on a %s, and %s is declared a %s", c.Name, groupTypes[c.Command.Group], key.Name, key.Type).
					chain(s, t.Value).see(key.Pos, "%s is declared here", key.Name).about(key.Name)
			})
			for _, c := range s.Calls {
				s.carriesType(c)
			}
		},
	},
	{
		ID: "field-undeclared", Severity: diag.Error,
		Sentence: "a field is read or written that the record does not declare",
		Why: `The fields of a record are part of the wire: another speaker looks the row up by
exactly the declared names. A field beside them is invisible to it, and mistyped ones
are found by nobody.`,
		Bad: `-- keys: [job]
-- args: [{payload: bytes}]
return redis.call('HSET', KEYS[1], 'data', ARGV[1])`,
		Good: `-- keys: [job]
-- args: [{payload: bytes}]
return redis.call('HSET', KEYS[1], 'payload', ARGV[1])`,
		script: func(s *script) {
			s.eachField(func(c *lua.Call, f *lua.FieldTouch, key *protocol.Key) {
				name, ok := f.Field.Const()
				if !ok || declared(key, name) != nil {
					return
				}
				r := s.report(f.At, "%s has no field %q", key.Name, name).see(key.Pos, "%s is declared here", key.Name).about(key.Name, key.Name+"."+name)
				if near := diag.Nearest(name, fieldNames(key)); near != "" {
					r.help("did you mean %q?", near)
				} else {
					r.help("declare the field, or use one of %s", strings.Join(fieldNames(key), ", "))
				}
			})
		},
	},
	{
		ID: "enum-value", Severity: diag.Error,
		Sentence: "an enum is given, or compared with, a value that is not declared",
		Why: `Every other speaker knows the declared values only. A value written beside them is
one it cannot read; a comparison with one never holds.`,
		Bad: `-- keys: [job]
return redis.call('HSET', KEYS[1], 'state', 'waiting')`,
		Good: `-- keys: [job]
return redis.call('HSET', KEYS[1], 'state', 'pending')`,
		script: enumValues,
	},
	{
		ID: "field-value", Severity: diag.Error,
		Sentence: "a field is given a value that its type does not allow",
		Why:      `SDKs decode the field by its declared type and fail on anything else.`,
		Bad: `-- keys: [job]
return redis.call('HSET', KEYS[1], 'attempts', 'none')`,
		Good: `-- keys: [job]
return redis.call('HSET', KEYS[1], 'attempts', '0')`,
		script: fieldValues,
	},
	{
		ID: "field-unused", Severity: diag.Warning,
		Sentence: "a declared field is touched by no script",
		Why: `Either a script forgets it, or it is not part of this wire. A field that only a host
writes can be allowed, with that as the reason.`,
		Bad: `keys:
  row: {at: "app:row", type: hash, fields: {state: text, note: text}}
modules:
  rows:
    scripts:
      sample: {lua: sample.lua, keys: [row]}
-- redis.call('HSET', KEYS[1], 'state', 'new')`,
		Good: `keys:
  row: {at: "app:row", type: hash, fields: {state: text, note: text}}
modules:
  rows:
    scripts:
      sample: {lua: sample.lua, keys: [row]}
-- redis.call('HSET', KEYS[1], 'state', 'new', 'note', '')`,
		whole: unusedFields,
	},
	{
		ID: "key-untouched", Severity: diag.Warning,
		Sentence: "a declared key is used by no script",
		Why: `Either a script forgets it, or it is not part of this wire. A key that only hosts
touch can be allowed, with that as the reason; the key of the version fence needs no
script.`,
		Bad: `keys:
  waiting: {at: "app:waiting", type: zset}
  done: {at: "app:done", type: zset}
modules:
  rows:
    scripts:
      sample: {lua: sample.lua, keys: [waiting]}
-- return redis.call('ZCARD', KEYS[1])`,
		Good: `keys:
  waiting: {at: "app:waiting", type: zset}
modules:
  rows:
    scripts:
      sample: {lua: sample.lua, keys: [waiting]}
-- return redis.call('ZCARD', KEYS[1])`,
		whole: untouchedKeys,
	},
}

// groupTypes maps the groups of commands to the type they work on.
var groupTypes = map[string]protocol.KeyType{
	"string": protocol.String, "bitmap": protocol.String, "hyperloglog": protocol.String, "hash": protocol.Hash,
	"list": protocol.ListOf, "set": protocol.Set, "sorted-set": protocol.ZSet, "geo": protocol.ZSet, "stream": protocol.Stream,
}

func fits(c *lua.Call, t *lua.Touch, declared protocol.KeyType) bool {
	want, ok := groupTypes[c.Command.Group]
	switch {
	case !ok, want == declared:
		return true
	case c.Command.Group == "sorted-set" && declared == protocol.Set: // ZUNION and its like read sets too
		return !t.Writes && (strings.HasPrefix(c.Name, "ZUNION") || strings.HasPrefix(c.Name, "ZINTER") || strings.HasPrefix(c.Name, "ZDIFF"))
	}
	return false
}

// carriesType finds a command that gives one key what another holds, of another
// type.
func (s *script) carriesType(c *lua.Call) {
	if c.Name != "RENAME" && c.Name != "RENAMENX" && c.Name != "COPY" {
		return
	}
	for _, from := range c.Keys {
		for _, to := range c.Keys {
			a, b := from.From.Key, to.From.Key
			if from.Index >= to.Index || a == nil || b == nil || a.Type == b.Type || a.Type == protocol.AnyKey || b.Type == protocol.AnyKey {
				continue
			}
			s.report(to.At, "%s makes %s, which is declared a %s, of %s, which is a %s", c.Name, b.Name, b.Type, a.Name, a.Type).
				chain(s, to.Value).see(b.Pos, "%s is declared here", b.Name).about(b.Name)
		}
	}
}

// eachField shows every field argument on a key that is a declared record.
func (s *script) eachField(see func(*lua.Call, *lua.FieldTouch, *protocol.Key)) {
	for _, c := range s.Calls {
		for _, f := range c.Fields {
			if key := f.Key.From.Key; key != nil && key.IsRecord() {
				see(c, f, key)
			}
		}
	}
}

func declared(key *protocol.Key, name string) *protocol.Field {
	for _, f := range key.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

func fieldNames(key *protocol.Key) []string {
	var names []string
	for _, f := range key.Fields {
		names = append(names, f.Name)
	}
	return names
}

func enumValues(s *script) {
	s.eachField(func(c *lua.Call, f *lua.FieldTouch, key *protocol.Key) {
		name, _ := f.Field.Const()
		field := declared(key, name)
		if field == nil || field.Type.Kind != protocol.Enum || f.Value == nil {
			return
		}
		if v, ok := f.Value.Const(); ok && !slices.Contains(field.Type.Values, v) {
			s.notEnum(s.report(f.ValAt, "%q is no value of %s.%s", v, key.Name, name), v, key, field)
		}
		if arg := s.argument(f.Value); arg != nil && arg.Type.Kind == protocol.Enum {
			for _, v := range arg.Type.Values {
				if !slices.Contains(field.Type.Values, v) {
					s.notEnum(s.once(f.ValAt, "the argument %s may be %q, which is no value of %s.%s", arg.Name, v, key.Name, name), v, key, field).
						see(arg.Pos, "%s is declared here", arg.Name)
				}
			}
		}
	})
	for _, e := range s.Of(lua.Compared) {
		for _, pair := range [][2]*lua.Value{{e.X, e.Y}, {e.Y, e.X}} {
			v, ok := pair[1].Const()
			if arg := s.argument(pair[0]); ok && arg != nil && arg.Type.Kind == protocol.Enum && pair[1].Op == lua.Text && !slices.Contains(arg.Type.Values, v) {
				f := s.report(e.At, "the argument %s is compared with %q, which is no value of it", arg.Name, v).see(arg.Pos, "%s is declared here", arg.Name)
				if near := diag.Nearest(v, arg.Type.Values); near != "" {
					f.help("did you mean %q?", near)
				}
			}
			key, field := fieldBehind(pair[0])
			if field == nil || !ok || pair[1].Op != lua.Text || field.Type.Kind != protocol.Enum || slices.Contains(field.Type.Values, v) {
				continue
			}
			s.notEnum(s.report(e.At, "%s.%s is compared with %q, which is no value of it", key.Name, field.Name, v), v, key, field)
		}
	}
}

func (s *script) notEnum(f *finding, v string, key *protocol.Key, field *protocol.Field) *finding {
	f.see(field.Pos, "%s.%s is declared here", key.Name, field.Name).about(key.Name, key.Name+"."+field.Name)
	if near := diag.Nearest(v, field.Type.Values); near != "" {
		f.help("did you mean %q?", near)
	} else {
		f.help("declare the value, or use one of %s", strings.Join(field.Type.Values, ", "))
	}
	return f
}

// fieldBehind finds the declared field whose value a reply is: of HGET, or the
// n-th of HMGET.
func fieldBehind(v *lua.Value) (*protocol.Key, *protocol.Field) {
	n := 0
	if v.Op == lua.Elem {
		if v.X[1].Op != lua.Number {
			return nil, nil
		}
		n, v = int(v.X[1].Num)-1, v.X[0]
	}
	if v.Op != lua.ReplyOf || n < 0 || v.Call.Name != "HGET" && v.Call.Name != "HMGET" || v.Call.Open {
		return nil, nil
	}
	if n+2 >= len(v.Call.Words) {
		return nil, nil
	}
	name, ok := v.Call.Words[n+2].Const()
	if !ok || len(v.Call.Keys) != 1 || v.Call.Keys[0].From.Key == nil {
		return nil, nil
	}
	key := v.Call.Keys[0].From.Key
	return key, declared(key, name)
}

func fieldValues(s *script) {
	s.eachField(func(c *lua.Call, f *lua.FieldTouch, key *protocol.Key) {
		name, _ := f.Field.Const()
		field := declared(key, name)
		if field == nil {
			return
		}
		report := func(format string, args ...any) {
			s.report(f.ValAt, format, args...).see(field.Pos, "%s.%s is declared here", key.Name, name).about(key.Name, key.Name+"."+name)
		}
		switch {
		case c.Name == "HINCRBY" && field.Type.Kind != protocol.Int && field.Type.Kind != protocol.Count,
			c.Name == "HINCRBYFLOAT" && field.Type.Kind != protocol.Float:
			f.ValAt = f.At
			report("%s counts %s.%s, which is declared %s", c.Name, key.Name, name, kindNames[field.Type.Kind])
		case f.Value != nil:
			if v, ok := f.Value.Const(); ok && !allows(field.Type.Kind, v) {
				report("%q is no value of %s.%s, which is declared %s", v, key.Name, name, kindNames[field.Type.Kind])
			}
		}
	})
}

var kindNames = map[protocol.Kind]string{
	protocol.Text: "text", protocol.Bytes: "bytes", protocol.Int: "int", protocol.Float: "float", protocol.Bool: "bool",
	protocol.Branded: "branded", protocol.Enum: "enum", protocol.Count: "count", protocol.Status: "status",
}

// allows reports whether a text is a value of a kind that has a form of its own.
func allows(kind protocol.Kind, v string) bool {
	var err error
	switch kind {
	case protocol.Int:
		_, err = strconv.ParseInt(v, 10, 64)
	case protocol.Count:
		_, err = strconv.ParseUint(v, 10, 63)
	case protocol.Float:
		_, err = strconv.ParseFloat(v, 64)
	case protocol.Bool:
		return v == "0" || v == "1"
	case protocol.Branded:
		err = ids.Check(v)
	}
	return err == nil
}

// judgeable reports whether every script is known so well that what was not seen
// does not happen.
func (w *whole) judgeable() bool {
	return len(w.scripts) > 0 && !slices.ContainsFunc(w.scripts, func(s *script) bool { return !s.known })
}

// allKnown reports whether everything that the script touches is known.
func (s *script) allKnown() bool {
	return s.complete() && !slices.ContainsFunc(s.Calls, func(c *lua.Call) bool {
		return c.Command == nil || !c.KeysKnown || slices.ContainsFunc(c.Keys, func(t *lua.Touch) bool { return t.From.Key == nil && !noKey(t) })
	})
}

func unusedFields(w *whole) {
	if !w.judgeable() {
		return
	}
	touched := map[*protocol.Field]bool{}
	opaque := map[*protocol.Key]bool{} // every field may be touched
	met := map[*protocol.Key]bool{}
	for _, s := range w.scripts {
		for _, c := range s.Calls {
			for _, t := range c.Keys {
				met[t.From.Key] = true
				if c.AllFields || c.Dynamic {
					opaque[t.From.Key] = true
				}
			}
		}
		s.eachField(func(c *lua.Call, f *lua.FieldTouch, key *protocol.Key) {
			if name, ok := f.Field.Const(); ok {
				touched[declared(key, name)] = true
			}
		})
	}
	for _, key := range w.Keys {
		for _, f := range key.Fields {
			if met[key] && !opaque[key] && !touched[f] {
				w.report(f.Pos, []string{key.Name, key.Name + "." + f.Name}, "no script reads or writes %s.%s", key.Name, f.Name)
			}
		}
	}
}

func untouchedKeys(w *whole) {
	if !w.judgeable() {
		return
	}
	used := map[*protocol.Key]bool{}
	for _, s := range w.scripts {
		for _, use := range s.Script.Keys {
			used[use.Key] = true
		}
		for _, c := range s.Calls {
			for _, t := range c.Keys {
				used[t.From.Key] = true
			}
		}
	}
	for _, key := range w.Keys {
		if !used[key] && !key.Fence {
			w.report(key.Pos, []string{key.Name}, "no script uses %s", key.Name)
		}
	}
}
