package python

import (
	"github.com/echomq/emqgen/internal/protocol"
)

// annotation gives the type a value has in Python; at is where the value stands.
func (f *file) annotation(at any, t protocol.Type) annotation {
	if e := f.enums[at]; e != nil {
		return named(f.enumClass(e))
	}
	if t.Named != "" {
		return named(f.typeName(t))
	}
	return named(f.builtin(t))
}

// typeName names a type that the spec gives a name, as this file sees it.
func (f *file) typeName(t protocol.Type) string { return f.public("types") + "." + f.types[t.Named] }

// enumClass names an enum as this file sees it.
func (f *file) enumClass(e *enum) string {
	if e.shared {
		return f.public("types") + "." + e.class
	}
	return e.class
}

// builtin gives the type of Python itself that carries a type of the wire.
func (f *file) builtin(t protocol.Type) string {
	switch t.Kind {
	case protocol.Bytes:
		return "bytes"
	case protocol.Float:
		return "float"
	case protocol.Bool:
		return "bool"
	case protocol.Int, protocol.Count:
		switch t.Unit {
		case protocol.Millis:
			return f.use("datetime") + ".timedelta"
		case protocol.UnixMs:
			return f.use("datetime") + ".datetime"
		}
		return "int"
	}
	return "str"
}

// codec names the functions of _values and _replies that write and read a type.
func codec(t protocol.Type) string {
	switch t.Kind {
	case protocol.Bytes:
		return "octets"
	case protocol.Float:
		return "number"
	case protocol.Bool:
		return "flag"
	case protocol.Branded:
		return "branded"
	case protocol.Enum:
		return "choice"
	case protocol.Count:
		return "count"
	case protocol.Int:
		switch t.Unit {
		case protocol.Millis:
			return "milliseconds"
		case protocol.UnixMs:
			return "unix_ms"
		}
		return "integer"
	}
	return "text"
}

// decoder writes the function that reads a scalar.
func (f *file) decoder(at any, t protocol.Type) node {
	read := f.own("_replies") + "." + codec(t)
	switch {
	case t.Kind == protocol.Enum:
		return call(read, leaf(f.enumClass(f.enums[at])))
	case t.Named != "":
		return call("_replies.typed", leaf(f.typeName(t)), leaf(read))
	}
	return leaf(read)
}

// shape writes the type of a reply and the function that reads it.
func (f *file) shape(s *protocol.Shape, result string) (of annotation, decoder node) {
	replies := f.own("_replies")
	switch s.Kind {
	case protocol.List:
		of, read := f.shape(s.Elem, result)
		return generic("list", of), call(replies+".listed", read)
	case protocol.Map:
		of, read := f.shape(s.Elem, result)
		key := mapKey{s}
		return generic("dict", f.annotation(key, s.Key), of),
			call(replies+".mapped", f.decoder(key, s.Key), read)
	case protocol.Tuple:
		args := leaves(result)
		for _, m := range s.Members {
			_, read := f.member(m)
			args = append(args, keyword(f.members[m], read))
		}
		return named(result), call(replies+".record", args...)
	}
	return f.annotation(s, s.Type), f.decoder(s, s.Type)
}

// member writes the type of a member of a tuple and the function that reads it.
func (f *file) member(m *protocol.Member) (of annotation, decoder node) {
	of, decoder = f.shape(m.Shape, "")
	if m.Optional {
		return union(of, none), call("_replies.optional", decoder)
	}
	return of, decoder
}

// reply writes the type of a whole reply and the function that reads it.
func (f *file) reply(s *protocol.Script) (of annotation, decoder node) {
	r, names := s.Reply, f.scripts[s]
	replies := f.own("_replies")
	if r.Undescribed() {
		return named("object"), leaf(replies + ".raw")
	}
	var answers []annotation
	if hasVerdicts(r) {
		answers = append(answers, named(names.reply))
	}
	var value node
	if r.Value != nil {
		of, value = f.shape(r.Value, names.result)
		answers = append(answers, of)
		if len(r.Verdicts) == 0 && r.None == nil {
			return of, value
		}
	}
	var args []node
	if len(r.Verdicts) > 0 {
		var entries []node
		for _, v := range r.Verdicts {
			entries = append(entries, entry(match(v.Match), f.outcome(s, v)))
		}
		args = append(args, dict(entries...))
	}
	if r.Value != nil {
		args = append(args, keyword("value", value))
	}
	if r.None != nil {
		args = append(args, keyword("none", f.outcome(s, r.None)))
		if !hasVerdicts(r) && r.None.Error == nil {
			answers = append(answers, none)
		}
	}
	if len(answers) == 0 {
		answers = append(answers, none) // every declared reply is an error
	}
	return union(answers...), call(replies+".answer", args...)
}

// outcome writes what a fixed reply stands for: a member of the enum, None, or
// the class of an error.
func (f *file) outcome(s *protocol.Script, v *protocol.Verdict) node {
	switch {
	case v.Error != nil:
		return leaf(f.public("errors") + "." + f.errors[v.Error])
	case hasVerdicts(s.Reply):
		return leaf(f.scripts[s].reply + "." + f.verdicts[v])
	}
	return leaf("None")
}

func match(m protocol.Match) string {
	if m.IsString {
		return quoteBytes(m.Str)
	}
	return itoa(m.Int)
}
