package spec

import (
	"sync"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec/yaml"
)

// Gate is a small story an outside observer must see.
type Gate struct {
	Pos   diag.Pos
	Name  Text
	Law   Text
	Doc   Text
	Steps List[Step]
}

// Step is one act of a gate. What it does is said by one of Call, Read, Write,
// Connect, Wait, Forget, Together and Many; the rest belongs to some of these.
type Step struct {
	Pos         diag.Pos
	Call        Text
	Read        Text
	Write       Text
	Connect     Text
	OvertakenBy Text
	Wait        Int
	Forget      Text
	Together    *List[Step]
	Many        *List[Step]

	With  Map[Value]
	Times Int
	Bind  Map[Text]

	Answer  *Value
	Refusal Text
	Error   Text

	Fields  *Map[Value]
	Size    Int
	Members *List[Value]
	Scores  *Map[Score]
	Value   *Value
	Absent  Bool

	Outcomes *List[GateOutcome]
}

// Score is the place of a member in a sorted set: a number, or a distance in
// milliseconds from the server's clock.
type Score struct {
	At      Text
	FromNow *Int
}

// GateOutcome is what some of the calls made together must end with.
type GateOutcome struct {
	Pos     diag.Pos
	Answer  *Value
	Refusal Text
	Error   Text
	Times   Int
}

// Value is a literal: a scalar, a list, or a mapping; or null, of what an answer
// does not have.
type Value struct {
	Scalar Text // given for plain scalars
	Null   bool // Scalar has a position only
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
	may("law", text, func(g *Gate) *Text { return &g.Law }, "the law of the protocol that it proves"),
	may("doc", text, func(g *Gate) *Text { return &g.Doc }, "why it must hold"),
	must("steps", listOf("steps", stepForm), func(g *Gate) *List[Step] { return &g.Steps }, "what happens, in order"),
)

// stepForm contains itself, since steps may hold calls made together.
var stepForm form[Step] = stepObject{}

type stepObject struct{}

func (stepObject) read(r *reader, n *yaml.Node, v *Step) bool { return stepFields().read(r, n, v) }

func (stepObject) schema(s *schemas) any {
	return stepFields().schema(s)
}

var stepFields = sync.OnceValue(func() form[Step] {
	return object("a step",
		at(func(s *Step) *diag.Pos { return &s.Pos }),
		may("call", text, func(s *Step) *Text { return &s.Call }, "the script to call: its name, or module.name"),
		may("read", text, func(s *Step) *Text { return &s.Read }, "the key to read"),
		may("write", text, func(s *Step) *Text { return &s.Write }, "the key whose state an outsider plants"),
		may("connect", choice("how a connection ends", "accepted", "refused"), func(s *Step) *Text { return &s.Connect }, "whether the fence lets a new connection through"),
		may("overtaken_by", text, func(s *Step) *Text { return &s.OvertakenBy }, "of a connection: what somebody else claims the fence with after the speaker found it absent, and before the speaker claims it"),
		may("wait", integer, func(s *Step) *Int { return &s.Wait }, "milliseconds that pass on the server's clock"),
		may("forget", choice("what a server can forget", "scripts"), func(s *Step) *Text { return &s.Forget }, "the server loses its script cache, as in a restart"),
		may("together", pointer(listOf("steps", stepForm)), func(s *Step) **List[Step] { return &s.Together }, "calls and connections made at the same time"),
		may("many", pointer(listOf("calls", stepForm)), func(s *Step) **List[Step] { return &s.Many }, "calls of one script, sent in one round trip"),
		may("with", mapOf("names to values", name, valueForm), func(s *Step) *Map[Value] { return &s.With }, "the parameters of the call, or the holes of the key"),
		may("times", integer, func(s *Step) *Int { return &s.Times }, "of a call made together with others: how many there are of it"),
		may("bind", mapOf("names to members", name, text), func(s *Step) *Map[Text] { return &s.Bind }, "of a call: names for members of its answer, to be used as $name later on; the word answer stands for all of it"),
		may("answer", pointer(valueForm), func(s *Step) **Value { return &s.Answer }, "of a call: the verdict or value it answers"),
		may("refusal", text, func(s *Step) *Text { return &s.Refusal }, "of a call: the declared error it is refused with, by name or class"),
		may("error", text, func(s *Step) *Text { return &s.Error }, "of a call: an error that is no wire class. host: before anything was sent; server, reply, transport, fence: so named; or a part of its text"),
		may("fields", pointer(mapOf("field names to values", text, valueForm)), func(s *Step) **Map[Value] { return &s.Fields }, "of a hash: exactly these fields"),
		may("size", integer, func(s *Step) *Int { return &s.Size }, "of a read: how many members there are"),
		may("members", pointer(listOf("values", valueForm)), func(s *Step) **List[Value] { return &s.Members }, "of a list, set or sorted set: exactly these members, in order"),
		may("scores", pointer(mapOf("members to scores", text, scoreForm)), func(s *Step) **Map[Score] { return &s.Scores }, "of a sorted set: exactly these members and scores"),
		may("value", pointer(valueForm), func(s *Step) **Value { return &s.Value }, "of a string key: its value"),
		may("absent", boolean, func(s *Step) *Bool { return &s.Absent }, "there is no such key"),
		may("outcomes", pointer(listOf("outcomes", gateOutcomeForm)), func(s *Step) **List[GateOutcome] { return &s.Outcomes }, "of steps taken together: what they end with, in any order"),
	)
})

var scoreForm = either("a number or {from_now: milliseconds}",
	part(word("a number", `^-?[0-9]+(\.[0-9]+)?$`, "write plain decimal digits"), func(s *Score) *Text { return &s.At }),
	object("a score",
		must("from_now", pointer(integer), func(s *Score) **Int { return &s.FromNow }, "milliseconds after the server's time at the latest call"),
	))

var gateOutcomeForm = object("an outcome of calls",
	at(func(o *GateOutcome) *diag.Pos { return &o.Pos }),
	may("answer", pointer(valueForm), func(o *GateOutcome) **Value { return &o.Answer }, "the verdict or value of a call"),
	may("refusal", text, func(o *GateOutcome) *Text { return &o.Refusal }, "the declared error a call is refused with"),
	may("error", text, func(o *GateOutcome) *Text { return &o.Error }, "an error that is no wire class"),
	may("times", integer, func(o *GateOutcome) *Int { return &o.Times }, "how many of them there are, 1 when not said"),
)

// valueForm is recursive, so it is tied together by its methods.
var valueForm form[Value] = literal{}

type literal struct{}

func (literal) read(r *reader, n *yaml.Node, v *Value) bool {
	switch n.Kind {
	case yaml.Sequence:
		v.List = new(List[Value])
		return listOf("values", valueForm).read(r, n, v.List)
	case yaml.Mapping:
		if len(n.Children) > 0 && (n.Children[0].Value == "hex" || n.Children[0].Value == "repeat") {
			v.Bytes = new(Bytes)
			return bytesForm.read(r, n, v.Bytes)
		}
		v.Map = new(Map[Value])
		return mapOf("names to values", text, valueForm).read(r, n, v.Map)
	}
	if n.IsNull() && n.Value != "" {
		v.Scalar, v.Null = Text{Pos: r.pos(n)}, true
		return true
	}
	return text.read(r, n, &v.Scalar)
}

var bytesForm = object("the bytes",
	at(func(b *Bytes) *diag.Pos { return &b.Pos }),
	may("hex", word("hex digits in pairs", `^([0-9a-fA-F]{2})*$`, "write two hex digits a byte"), func(b *Bytes) *Text { return &b.Hex }, "the bytes in hex digits"),
	may("repeat", text, func(b *Bytes) *Text { return &b.Repeat }, "a text to repeat"),
	may("times", integer, func(b *Bytes) *Int { return &b.Times }, "how often"),
)

func (literal) schema(s *schemas) any {
	return s.shared("a literal", func() any {
		return anyOf(text.schema(s), bytesForm.schema(s),
			listOf("values", valueForm).schema(s),
			mapOf("names to values", text, valueForm).schema(s),
			map[string]any{"type": "null", "description": "what an answer does not have"})
	})
}
