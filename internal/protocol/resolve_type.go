package protocol

import (
	"slices"

	"github.com/echomq/emqgen/internal/spec"
)

var kinds = map[string]Kind{
	"text": Text, "bytes": Bytes, "int": Int, "float": Float, "bool": Bool,
	"branded": Branded, "enum": Enum, "count": Count, "status": Status,
}

var units = map[string]Unit{"": NoUnit, "ms": Millis, "unix_ms": UnixMs}

// typ resolves a type and checks that its options fit it.
func (r *resolver) typ(t spec.Type, fallback Kind) Type {
	kind, ok := kinds[t.Name.Value]
	if !ok {
		kind = fallback
	}
	typ := Type{Kind: kind, Unit: units[t.Unit.Value], Named: t.Is.Value}
	for i, v := range t.Values.Items {
		if slices.Contains(typ.Values, v.Value) {
			r.list.Errorf(v.Pos, RuleTwice, "the value %q is listed twice", v.Value).Help = "remove one of them"
			continue
		}
		typ.Values = append(typ.Values, t.Values.Items[i].Value)
	}
	broken := t.Name.Given() && !ok // reported when it was read
	switch {
	case broken:
	case kind == Enum && t.Values.Pos.Line == 0:
		r.list.Errorf(t.Name.Pos, RuleType, "an enum without values").Help = "list them: values: [first, second]"
	case kind == Enum && len(t.Values.Items) == 0 && !t.Values.Broken:
		r.list.Errorf(t.Values.Pos, RuleType, "an enum without values").Help = "list them: values: [first, second]"
	case kind != Enum && t.Values.Pos.Line != 0:
		r.list.Errorf(t.Values.Pos, RuleType, "values belong to an enum only").Help = "write type enum, or leave values out"
	}
	if t.Unit.Given() && kind != Int && !broken {
		r.list.Errorf(t.Unit.Pos, RuleType, "a unit belongs to an int only").Help = "write type int, or leave unit out"
	}
	if kind == Branded && r.file.IDs == nil {
		r.list.Errorf(t.Name.Pos, RuleType, "branded ids need their layout").Help = "declare ids: {epoch: …, bits: {time: 41, node: 10, seq: 12}}"
	}
	r.named(t, typ)
	return typ
}

// named makes sure that one name of a type means one thing.
func (r *resolver) named(t spec.Type, typ Type) {
	if typ.Named == "" {
		return
	}
	first, taken := r.types[typ.Named]
	if !taken {
		r.types[typ.Named] = namedType{t.Is, typ}
		return
	}
	if first.typ.Kind != typ.Kind || first.typ.Unit != typ.Unit || !slices.Equal(first.typ.Values, typ.Values) {
		f := r.list.Errorf(t.Is.Pos, RuleType, "the type %q is not what it is on line %d", typ.Named, first.at.Pos.Line)
		f.Help = "a named type has the same type, values and unit wherever it stands"
		f.Related = related(first.at.Pos, "it is first said here")
	}
}

type namedType struct {
	at  spec.Text
	typ Type
}
