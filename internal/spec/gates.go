package spec

import (
	"gopkg.in/yaml.v3"

	"github.com/echomq/emqgen/internal/diag"
)

// Gate is a small story an outside observer must see.
type Gate struct {
	Pos   diag.Pos
	Name  Text
	Doc   Text
	Steps List[Step]
}

// Step is one act of a gate.
type Step struct {
	Pos     diag.Pos
	Call    Text
	Read    Text
	With    Map[Value]
	Answer  *Value
	Refusal Text
	Error   Text
	Fields  *Map[Value]
	Size    Int
	Members *List[Value]
	Value   *Value
	Absent  Bool
}

// Value is a literal: a scalar, a list, or a mapping.
type Value struct {
	Scalar Text // given for plain scalars
	Bytes  *Bytes
	List   *List[Value]
	Map    *Map[Value]
}

// Bytes is a literal that is awkward to write out: {hex: "00ff"}, or
// {repeat: "x", times: 1000000}.
type Bytes struct {
	Pos    diag.Pos
	Hex    Text
	Repeat Text
	Times  Int
}

// Pos is where the literal begins.
func (v Value) Pos() diag.Pos {
	switch {
	case v.List != nil:
		return v.List.Pos
	case v.Map != nil:
		return v.Map.Pos
	case v.Bytes != nil:
		return v.Bytes.Pos
	}
	return v.Scalar.Pos
}

var gateForm = object("a gate",
	at(func(g *Gate) *diag.Pos { return &g.Pos }),
	must("name", text, func(g *Gate) *Text { return &g.Name }, "what the gate is called in reports"),
	may("doc", text, func(g *Gate) *Text { return &g.Doc }, "why it must hold"),
	must("steps", listOf("steps", stepForm), func(g *Gate) *List[Step] { return &g.Steps }, "calls and reads, in order"),
)

var stepForm = object("a step",
	at(func(s *Step) *diag.Pos { return &s.Pos }),
	may("call", text, func(s *Step) *Text { return &s.Call }, "the script to call: its name, or module.name"),
	may("read", text, func(s *Step) *Text { return &s.Read }, "the key to read"),
	may("with", mapOf("names to values", name, valueForm), func(s *Step) *Map[Value] { return &s.With }, "the parameters of the call, or the holes of the key"),
	may("answer", pointer(valueForm), func(s *Step) **Value { return &s.Answer }, "of a call: the verdict or value it answers"),
	may("refusal", text, func(s *Step) *Text { return &s.Refusal }, "of a call: the declared error it is refused with, by name or class"),
	may("error", text, func(s *Step) *Text { return &s.Error }, "of a call: an error that is no wire class, such as the host gate's"),
	may("fields", pointer(mapOf("field names to values", text, valueForm)), func(s *Step) **Map[Value] { return &s.Fields }, "of a read: the row holds exactly these fields"),
	may("size", integer, func(s *Step) *Int { return &s.Size }, "of a read: how many members there are"),
	may("members", pointer(listOf("values", valueForm)), func(s *Step) **List[Value] { return &s.Members }, "of a read: exactly these members, in order"),
	may("value", pointer(valueForm), func(s *Step) **Value { return &s.Value }, "of a read: the value of a string key"),
	may("absent", boolean, func(s *Step) *Bool { return &s.Absent }, "of a read: there is no such key"),
)

// valueForm is recursive, so it is tied together by its methods.
var valueForm form[Value] = literal{}

type literal struct{}

func (literal) read(r *reader, n *yaml.Node, v *Value) bool {
	n = follow(n)
	switch n.Kind {
	case sequenceNode:
		v.List = new(List[Value])
		return listOf("values", valueForm).read(r, n, v.List)
	case mappingNode:
		if len(n.Content) > 0 && (n.Content[0].Value == "hex" || n.Content[0].Value == "repeat") {
			v.Bytes = new(Bytes)
			return bytesForm.read(r, n, v.Bytes)
		}
		v.Map = new(Map[Value])
		return mapOf("names to values", text, valueForm).read(r, n, v.Map)
	}
	return text.read(r, n, &v.Scalar)
}

var bytesForm = object("bytes",
	at(func(b *Bytes) *diag.Pos { return &b.Pos }),
	may("hex", word("hex digits in pairs", `([0-9a-fA-F]{2})*`, "write two hex digits a byte"), func(b *Bytes) *Text { return &b.Hex }, "the bytes in hex digits"),
	may("repeat", text, func(b *Bytes) *Text { return &b.Repeat }, "a text to repeat"),
	may("times", integer, func(b *Bytes) *Int { return &b.Times }, "how often"),
)

func (literal) schema(s *schemas) any {
	return s.shared("value", func() any {
		return anyOf(text.schema(s), bytesForm.schema(s),
			listOf("values", valueForm).schema(s),
			mapOf("names to values", text, valueForm).schema(s))
	})
}
