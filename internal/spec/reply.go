package spec

import (
	"fmt"
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lazy"
	"github.com/echomq/emqgen/internal/spec/yaml"
)

// replyTypeForm is a type by its name, or {type: enum, values: […]}.
var replyTypeForm = either("a type or a mapping", part(replyType, func(t *Type) *Text { return &t.Name }), replyTypeLong)

var replyTypeLong = object("a type with options",
	must("type", replyType, func(t *Type) *Text { return &t.Name }, "the type of the value"),
	may("values", values, func(t *Type) *List[Text] { return &t.Values }, "of an enum: the values, in order"),
	may("unit", unit, func(t *Type) *Text { return &t.Unit }, "of an int: what it counts"),
	may("is", name, func(t *Type) *Text { return &t.Is }, "a name for the type itself"),
)

// structure lists the keys under which a shape that is not a scalar is said.
var structure = []string{"tuple", "list", "map"}

// shapeForm is a type, or {tuple: […]}, {list: …} or {map: {…: …}}.
type shapeForm struct{}

func (f shapeForm) read(r *reader, n *yaml.Node, v *Shape) bool {
	v.Pos = r.pos(n)
	if n.Kind == yaml.Mapping && len(n.Children) == 2 {
		key := n.Children[0]
		if slices.Contains(structure, key.Value) {
			r.enter(key, false)
			defer r.leave()
			return f.readStructure(r, key.Value, n.Children[1], v)
		}
	}
	v.Type = new(Type)
	return replyTypeForm.read(r, n, v.Type)
}

func (f shapeForm) readStructure(r *reader, kind string, n *yaml.Node, v *Shape) bool {
	switch kind {
	case "tuple":
		v.Tuple = new(List[Member])
		return listOf("members", memberForm).read(r, n, v.Tuple)
	case "list":
		v.List = new(Shape)
		return f.read(r, n, v.List)
	}
	v.Map = new(MapShape)
	return f.readMap(r, n, v.Map)
}

func (f shapeForm) readMap(r *reader, n *yaml.Node, v *MapShape) bool {
	if n.Kind != yaml.Mapping {
		r.wrongKind(n, "a type and what it maps to").Help = "write {map: {text: bytes}}"
		return false
	}
	if len(n.Children) != 2 {
		r.list.Errorf(r.pos(n), RuleValue, "a map of %d types, expected one type and what it maps to", len(n.Children)/2).Help = "write {map: {text: bytes}}"
		return false
	}
	key := n.Children[0]
	ok := replyType.read(r, key, &v.Key.Name)
	r.enter(key, false)
	defer r.leave()
	return f.read(r, n.Children[1], &v.Elem) && ok
}

func (f shapeForm) schema(s *schemas) any {
	return s.shared("a shape", func() any {
		return anyOf(
			replyTypeForm.schema(s),
			closed(schema{"tuple": listOf("members", memberForm).schema(s)}, "tuple"),
			closed(schema{"list": f.schema(s)}, "list"),
			closed(schema{"map": f.mapSchema(s)}, "map"),
		)
	})
}

// memberForm is one member of a tuple: {attempts: int, optional: true}.
var memberForm = named("a member", form[Shape](shapeForm{}),
	func(m *Member) *Text { return &m.Name },
	func(m *Member) *Shape { return &m.Shape },
	may("values", values, func(m *Member) *List[Text] { return &m.typ().Values }, "of an enum: the values, in order"),
	may("unit", unit, func(m *Member) *Text { return &m.typ().Unit }, "of an int: what it counts"),
	may("is", name, func(m *Member) *Text { return &m.typ().Is }, "a name for the type itself"),
	may("optional", boolean, func(m *Member) *Bool { return &m.Optional }, "whether the value may be null"),
	may("doc", text, func(m *Member) *Text { return &m.Doc }, "what the member is"),
)

// typ is the scalar type of the member. A list or map has none, so an option
// that narrows it down is kept where resolving finds and refuses it.
func (m *Member) typ() *Type {
	if m.Shape.Type == nil {
		m.Shape.Type = new(Type)
	}
	return m.Shape.Type
}

// outcomeForm is the name of a verdict, or {error: name}.
var outcomeForm = either("a verdict's name or {error: name}",
	part(name, func(o *Outcome) *Text { return &o.Name }),
	form[Outcome](errorOutcome{}))

type errorOutcome struct{}

var errorOutcomeObject = object("an outcome",
	must("error", name, func(o *Outcome) *Text { return &o.Name }, "the name of the error"))

func (errorOutcome) read(r *reader, n *yaml.Node, v *Outcome) bool {
	v.Error = true
	return errorOutcomeObject.read(r, n, v)
}

func (errorOutcome) schema(s *schemas) any { return errorOutcomeObject.schema(s) }

// returnsForm tells replies that are verdicts from those that carry data: a
// plain integer or a quoted string as key is the reply itself, and a plain word
// says what the other replies look like.
var returnsForm form[Returns] = replyForm{}

type replyForm struct{}

var (
	shapeWords   = []string{"value", "tuple", "list", "map"}
	returnsWords = append([]string{"none"}, shapeWords...)
)

func (f replyForm) read(r *reader, n *yaml.Node, v *Returns) bool {
	v.Pos = r.pos(n)
	if n.Kind != yaml.Mapping {
		v.Shape = new(Shape)
		return shapeForm{}.read(r, n, v.Shape)
	}
	if len(n.Children) == 0 {
		r.list.Errorf(v.Pos, RuleValue, `"returns" says nothing`).Help = "leave it out to hand the reply over as it comes"
		return false
	}
	ok := true
	for k, value := range pairs(n) {
		r.enter(k, false)
		ok = f.readPair(r, k, value, v) && ok
		r.leave()
	}
	return ok
}

var decimal = lazy.Regexp(`^(0|-?[1-9][0-9]*)$`)

func (f replyForm) readPair(r *reader, k, value *yaml.Node, v *Returns) bool {
	switch {
	case k.IsText(), decimal().MatchString(k.Value):
		verdict := Verdict{Reply: r.text(k)}
		ok := outcomeForm.read(r, value, &verdict.Outcome)
		v.Verdicts = append(v.Verdicts, verdict)
		return ok
	case k.Value == "none":
		v.None = new(Outcome)
		return outcomeForm.read(r, value, v.None)
	case slices.Contains(shapeWords, k.Value):
		if v.Shape != nil {
			r.list.Errorf(r.pos(k), RuleValue, "%q is a second shape for one reply", k.Value).Help = "a reply that is no verdict has one shape: value, tuple, list or map"
			return false
		}
		v.Shape = &Shape{Pos: r.pos(k)}
		if k.Value == "value" {
			return shapeForm{}.read(r, value, v.Shape)
		}
		return shapeForm{}.readStructure(r, k.Value, value, v.Shape)
	}
	found := r.list.Errorf(r.pos(k), RuleUnknownKey, "%q is neither an integer nor one of none, value, tuple, list and map", k.Value)
	found.Help = fmt.Sprintf("a reply that is a string stands in quotes: \"%s\"", diag.Cut(k.Value))
	if k.Value == "type" {
		found.Help = "a type with options stands under value: {value: {type: …}}"
	} else if near := diag.Nearest(k.Value, returnsWords); near != "" {
		found.Help += fmt.Sprintf("; or did you mean %s?", near)
	}
	return false
}
