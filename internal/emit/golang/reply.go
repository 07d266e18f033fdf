package golang

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/echomq/emqgen/internal/protocol"
)

// replyForm is what a call gives, of the many ways to declare it.
type replyForm int

const (
	anyForm      replyForm = iota // nothing is declared: the reply as it came
	answerForm                    // fixed answers only: a constant
	valueForm                     // a value only: that value
	optionalForm                  // a value or nothing: a pointer, slice or map, or nil
	mixedForm                     // fixed answers or a value: a struct of both
)

func formOf(r *protocol.Reply) replyForm {
	answers := r.Answers()
	switch {
	case len(answers) == 0 && r.Value == nil:
		return anyForm
	case r.Value == nil:
		return answerForm
	case len(answers) == 0:
		return valueForm
	case len(answers) == 1 && answers[0] == r.None:
		return optionalForm
	}
	return mixedForm
}

// replyTypes lists the types that a reply declares, for a script of that name.
func replyTypes(r *protocol.Reply, base string) []string {
	form := formOf(r)
	var types []string
	switch form {
	case answerForm:
		types = append(types, base+"Reply")
	case mixedForm:
		types = append(types, base+"Reply", base+"Verdict")
	}
	if r.Value.Tuple() != nil {
		types = append(types, tupleType(r, base))
	}
	return types
}

// tupleType names the struct of a reply's tuple: the reply when it is all there
// is, its value beside fixed answers, or an item of its list or map.
func tupleType(r *protocol.Reply, base string) string {
	switch {
	case r.Value.Kind != protocol.Tuple:
		return base + "Item"
	case formOf(r) == mixedForm:
		return base + "Value"
	}
	return base + "Reply"
}

// shape is the Go type of a structured reply, and the function that reads it.
type shape struct {
	name    func() *jen.Statement
	read    func() *jen.Statement
	nilable bool
}

func (n *names) shape(s *protocol.Script, of *protocol.Shape) shape {
	switch of.Kind {
	case protocol.Tuple:
		name := tupleType(s.Reply, n.scriptOf[s].base)
		return shape{
			name: func() *jen.Statement { return jen.Id(name) },
			read: func() *jen.Statement { return jen.Id(prefixTuple + n.scriptOf[s].base) },
		}
	case protocol.List:
		elem := n.shape(s, of.Elem)
		return shape{
			name:    func() *jen.Statement { return jen.Index().Add(elem.name()) },
			read:    func() *jen.Statement { return jen.Id("listOf").Call(elem.read()) },
			nilable: true,
		}
	case protocol.Map:
		key, elem := n.mapKey(&of.Key), n.shape(s, of.Elem)
		return shape{
			name:    func() *jen.Statement { return jen.Map(key.name()).Add(elem.name()) },
			read:    func() *jen.Statement { return jen.Id("mapOf").Call(key.wire().Dot("Decode"), elem.read()) },
			nilable: true,
		}
	}
	t := n.goType(&of.Type)
	return shape{t.name, func() *jen.Statement { return t.wire().Dot("Decode") }, t.nilable}
}

// optional is the type of a value that may be absent.
func (s shape) optional() *jen.Statement {
	if s.nilable {
		return s.name()
	}
	return jen.Op("*").Add(s.name())
}

// result is the type a call gives.
func (n *names) result(s *protocol.Script) *jen.Statement {
	switch formOf(s.Reply) {
	case anyForm:
		return jen.Any()
	case valueForm:
		return n.shape(s, s.Reply.Value).name()
	case optionalForm:
		return n.shape(s, s.Reply.Value).optional()
	}
	return jen.Id(n.scriptOf[s].base + "Reply")
}

// reader is the function that reads the reply of a script.
func (n *names) reader(s *protocol.Script) *jen.Statement {
	r := s.Reply
	switch {
	case r.Undescribed():
		return jen.Id("asItCame")
	case formOf(r) == valueForm && r.None == nil && len(r.Verdicts) == 0:
		return n.shape(s, r.Value).read()
	}
	return jen.Id(prefixReply + n.scriptOf[s].base)
}

// reply writes the types of a script's reply, and the functions that read it.
func (n *names) reply(g *jen.Group, s *protocol.Script) {
	sn, r := n.scriptOf[s], s.Reply
	switch formOf(r) {
	case answerForm:
		n.answers(g, s, sn.base+"Reply", "the answer of "+sn.method)
	case mixedForm:
		n.answers(g, s, sn.base+"Verdict", "a fixed answer of "+sn.method)
		value := n.shape(s, r.Value)
		g.Add(comment(sn.base + "Reply is the answer of " + sn.method + ": either a verdict or a value."))
		g.Type().Id(sn.base+"Reply").Struct(
			jen.Comment("// Verdict is the fixed answer, or empty when there is a value."),
			jen.Id("Verdict").Id(sn.base+"Verdict"),
			jen.Comment("// Value is the answer that carries data, or nil when there is a verdict."),
			jen.Id("Value").Add(value.optional()),
		)
	}
	if tuple := r.Value.Tuple(); tuple != nil {
		n.tuple(g, s, tuple)
	}
	if !r.Undescribed() && (formOf(r) != valueForm || r.None != nil || len(r.Verdicts) > 0) {
		n.readReply(g, s)
	}
}

// answers writes
//
//	type EnqueueReply string
//
//	const (
//		EnqueueEnqueued  EnqueueReply = "enqueued"
//		EnqueueDuplicate EnqueueReply = "duplicate"
//	)
func (n *names) answers(g *jen.Group, s *protocol.Script, name, what string) {
	g.Add(comment(name + " is " + what + ". The empty one is none."))
	g.Type().Id(name).String()
	g.Comment("// The answers of " + n.scriptOf[s].method + ".")
	g.Const().DefsFunc(func(g *jen.Group) {
		for _, v := range s.Reply.Answers() {
			g.Id(n.scriptOf[s].answers[v]).Id(name).Op("=").Lit(v.Name)
		}
	})
}

// tuple writes
//
//	type ClaimReply struct {
//		ID ID
//	}
//
//	func tupleClaim(reply any) (ClaimReply, error) {
//		t := newTuple(reply, 1)
//		value := ClaimReply{
//			ID: member(t, "id", wireID[ID]{}.Decode),
//		}
//		return value, t.err
//	}
func (n *names) tuple(g *jen.Group, s *protocol.Script, tuple *protocol.Shape) {
	sn := n.scriptOf[s]
	name := tupleType(s.Reply, sn.base)
	g.Add(comment(name + " is what " + sn.method + " answers with."))
	var readers []jen.Code
	g.Type().Id(name).StructFunc(func(g *jen.Group) {
		for _, m := range tuple.Members {
			value := n.shape(s, m.Shape)
			doc := sentence(m.Doc)
			if m.Optional {
				doc += " It is nil when the reply leaves it out."
			}
			if doc != "" {
				g.Add(comment(doc))
			}
			field, read := g.Id(sn.members[m]), "member"
			switch {
			case m.Optional && value.nilable:
				read = "nilableMember"
				field.Add(value.name())
			case m.Optional:
				read = "optionalMember"
				field.Op("*").Add(value.name())
			default:
				field.Add(value.name())
			}
			readers = append(readers, jen.Id(sn.members[m]).Op(":").Id(read).Call(jen.Id("t"), ascii(m.Name), value.read()))
		}
	})
	g.Line()
	g.Func().Id(prefixTuple+sn.base).Params(jen.Id("reply").Any()).Params(jen.Id(name), jen.Error()).Block(
		jen.Id("t").Op(":=").Id("newTuple").Call(jen.Id("reply"), jen.Lit(len(tuple.Members))),
		jen.Id("value").Op(":=").Id(name).Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, readers...),
		jen.Return(jen.Id("value"), jen.Id("t").Dot("err")),
	)
}

// readReply writes
//
//	func replyEnqueue(reply any) (EnqueueReply, error) {
//		switch reply {
//		case int64(1):
//			return EnqueueEnqueued, nil
//		case int64(0):
//			return EnqueueDuplicate, nil
//		}
//		return "", expected("1 or 0", reply)
//	}
func (n *names) readReply(g *jen.Group, s *protocol.Script) {
	r, sn := s.Reply, n.scriptOf[s]
	form := formOf(r)
	none := jen.Var().Id("none").Add(n.result(s))
	var refused *jen.Statement // the value beside an error
	switch {
	case form == answerForm:
		refused = jen.Lit("")
	case form == anyForm || form == optionalForm:
		refused = jen.Nil()
	case form == mixedForm:
		refused = jen.Id(sn.base + "Reply").Values()
	default:
		refused = jen.Id("none")
	}
	answer := func(v *protocol.Verdict) *jen.Statement {
		switch {
		case v.Error != nil:
			return jen.Return(refused.Clone(), jen.Id("declaredError").Call(jen.Id(n.errorOf[v.Error]), jen.Lit(v.Error.Class), jen.Id("reply")))
		case form == optionalForm:
			return jen.Return(jen.Nil(), jen.Nil())
		case form == mixedForm:
			return jen.Return(jen.Id(sn.base+"Reply").Values(jen.Id("Verdict").Op(":").Id(sn.answers[v])), jen.Nil())
		}
		return jen.Return(jen.Id(sn.answers[v]), jen.Nil())
	}
	g.Line()
	g.Func().Id(prefixReply+sn.base).Params(jen.Id("reply").Any()).Params(n.result(s), jen.Error()).BlockFunc(func(g *jen.Group) {
		if form == valueForm {
			g.Add(none)
		}
		if r.None != nil {
			g.If(jen.Id("isNone").Call(jen.Id("reply"))).Block(answer(r.None))
		}
		if len(r.Verdicts) > 0 {
			g.Switch(jen.Id("reply")).BlockFunc(func(g *jen.Group) {
				for _, v := range r.Verdicts {
					if v.Match.IsString {
						g.Case(ascii(v.Match.Str)).Block(answer(v))
					} else {
						g.Case(jen.Int64().Call(jen.Id(strconv.FormatInt(v.Match.Int, 10)))).Block(answer(v))
					}
				}
			})
		}
		switch form {
		case valueForm:
			g.Return(n.shape(s, r.Value).read().Call(jen.Id("reply")))
		case optionalForm:
			value := n.shape(s, r.Value)
			if value.nilable {
				g.Return(value.read().Call(jen.Id("reply")))
			} else {
				g.Return(jen.Id("some").Call(value.read().Call(jen.Id("reply"))))
			}
		case mixedForm:
			value := n.shape(s, r.Value)
			read := value.read().Call(jen.Id("reply"))
			if !value.nilable {
				read = jen.Id("some").Call(read)
			}
			g.List(jen.Id("value"), jen.Err()).Op(":=").Add(read)
			g.Return(jen.Id(sn.base+"Reply").Values(jen.Id("Value").Op(":").Id("value")), jen.Err())
		default:
			g.Return(refused.Clone(), jen.Id("expected").Call(ascii(matches(r)), jen.Id("reply")))
		}
	})
}

// matches lists the fixed replies for a message.
func matches(r *protocol.Reply) string {
	var all []string
	if r.None != nil {
		all = append(all, "nothing")
	}
	for _, v := range r.Verdicts {
		if v.Match.IsString {
			all = append(all, strconv.QuoteToASCII(v.Match.Str))
		} else {
			all = append(all, strconv.FormatInt(v.Match.Int, 10))
		}
	}
	return strings.Join(all, " or ")
}
