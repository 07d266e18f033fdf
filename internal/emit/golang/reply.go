package golang

import (
	"strconv"
	"strings"
	"unicode/utf8"

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
	var types []string
	switch formOf(r) {
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

// shapeType is the Go type of a structured reply; its wire is the function that
// reads it.
func (n *names) shapeType(s *protocol.Script, of *protocol.Shape) goType {
	switch of.Kind {
	case protocol.Tuple:
		base := n.scriptOf[s].base
		return goType{name: tupleType(s.Reply, base), wire: prefixTuple + base}
	case protocol.List:
		elem := n.shapeType(s, of.Elem)
		return goType{"[]" + elem.name, "listOf(" + elem.wire + ")", true}
	case protocol.Map:
		key, elem := n.mapKey(&of.Key), n.shapeType(s, of.Elem)
		return goType{"map[" + key.name + "]" + elem.name, "mapOf(" + key.wire + ".Decode, " + elem.wire + ")", true}
	}
	t := n.goType(&of.Type)
	t.wire += ".Decode"
	return t
}

// result is the type a call gives.
func (n *names) result(s *protocol.Script) string {
	switch formOf(s.Reply) {
	case anyForm:
		return "any"
	case valueForm:
		return n.shapeType(s, s.Reply.Value).name
	case optionalForm:
		return n.shapeType(s, s.Reply.Value).optional()
	}
	return n.scriptOf[s].base + "Reply"
}

// reader is the function that reads the reply of a script.
func (n *names) reader(s *protocol.Script) string {
	switch r := s.Reply; {
	case r.Undescribed():
		return "asItCame"
	case hasReader(r):
		return prefixReply + n.scriptOf[s].base
	}
	return n.shapeType(s, s.Reply.Value).wire
}

// hasReader tells whether a reply needs a function of its own: one that is a
// value and nothing else does not.
func hasReader(r *protocol.Reply) bool {
	return !r.Undescribed() && (formOf(r) != valueForm || r.None != nil || len(r.Verdicts) > 0)
}

// reply writes the types of a script's reply, and the functions that read it.
func (w *calls) reply(s *protocol.Script) {
	base, method, r := w.scriptOf[s].base, w.scriptOf[s].method, s.Reply
	switch formOf(r) {
	case answerForm:
		w.answers(s, base+"Reply", "the answer of "+method)
	case mixedForm:
		w.answers(s, base+"Verdict", "a fixed answer of "+method)
		w.remark("%sReply is the answer of %s: either a verdict or a value.", base, method)
		w.line("type %sReply struct {", base)
		w.line("\t// Verdict is the fixed answer, or empty when there is a value.")
		w.line("\tVerdict %sVerdict", base)
		w.line("\t// Value is the answer that carries data, or nil when there is a verdict.")
		w.line("\tValue %s", w.use(w.shapeType(s, r.Value).optional()))
		w.line("}")
	}
	if tuple := r.Value.Tuple(); tuple != nil {
		w.tuple(s, tuple)
	}
	if hasReader(r) {
		w.readReply(s)
	}
}

func (w *calls) answers(s *protocol.Script, name, what string) {
	w.remark("%s is %s. The empty one is none.", name, what)
	w.line("type %s string", name)
	w.remark("The answers of %s.", w.scriptOf[s].method)
	w.line("const (")
	answers, width := s.Reply.Answers(), 0
	for _, v := range answers {
		width = max(width, len(w.answerOf[v]))
	}
	for _, v := range answers {
		constant := w.answerOf[v]
		blanks := strings.Repeat(" ", width-utf8.RuneCountInString(constant))
		w.line("\t%s%s %s = %s", constant, blanks, name, strconv.QuoteToASCII(v.Name))
	}
	w.line(")")
}

func (w *calls) tuple(s *protocol.Script, tuple *protocol.Shape) {
	base := w.scriptOf[s].base
	name := tupleType(s.Reply, base)
	w.remark("%s is what %s answers with.", name, w.scriptOf[s].method)
	w.line("type %s struct {", name)
	for _, m := range tuple.Members {
		doc, t := m.Doc, w.shapeType(s, m.Shape)
		if m.Optional {
			doc = strings.TrimSpace(protocol.Sentence(doc) + " Nil when the reply leaves it out.")
			t.name = t.optional()
		}
		w.field(doc, m.Name, w.memberOf[m], t.name)
	}
	w.line("}")
	w.line("")
	w.line("func %s%s(reply any) (%s, error) {", prefixTuple, base, name)
	w.line("\tvar value %s", name)
	w.line("\tt := %s(reply, %s)", w.use("newTuple"), strconv.Itoa(len(tuple.Members)))
	for _, m := range tuple.Members {
		t, read := w.shapeType(s, m.Shape), "member"
		switch {
		case m.Optional && t.nilable:
			read = "nilableMember"
		case m.Optional:
			read = "optionalMember"
		}
		w.line("\tvalue.%s = %s(t, %s, %s)", w.memberOf[m], w.use(read), strconv.QuoteToASCII(m.Name), w.use(t.wire))
	}
	w.line("\treturn value, t.err")
	w.line("}")
}

func (w *calls) readReply(s *protocol.Script) {
	r, base := s.Reply, w.scriptOf[s].base
	form := formOf(r)
	refused := "nil" // the value beside an error
	switch form {
	case answerForm:
		refused = `""`
	case mixedForm:
		refused = base + "Reply{}"
	case valueForm:
		refused = "none"
	}
	w.line("")
	w.line("func %s%s(reply any) (%s, error) {", prefixReply, base, w.result(s))
	if form == valueForm {
		w.line("\tvar none %s", w.result(s))
	}
	answer := func(v *protocol.Verdict) {
		switch {
		case v.Error != nil:
			w.line("\t\treturn %s, %s(%s, %s, reply)", refused, w.use("declaredError"), w.errorOf[v.Error], strconv.Quote(v.Error.Class))
		case form == optionalForm:
			w.line("\t\treturn nil, nil")
		case form == mixedForm:
			w.line("\t\treturn %sReply{Verdict: %s}, nil", base, w.answerOf[v])
		default:
			w.line("\t\treturn %s, nil", w.answerOf[v])
		}
	}
	if r.None != nil {
		w.line("\tif %s(reply) {", w.use("isNone"))
		answer(r.None)
		w.line("\t}")
	}
	if len(r.Verdicts) > 0 {
		w.line("\tswitch reply {")
		for _, v := range r.Verdicts {
			if v.Match.IsString {
				w.line("\tcase %s:", strconv.QuoteToASCII(v.Match.Str))
			} else {
				w.line("\tcase int64(%s):", strconv.FormatInt(v.Match.Int, 10))
			}
			answer(v)
		}
		w.line("\t}")
	}
	if r.Value == nil {
		w.line("\treturn %s, %s(%s, reply)", refused, w.use("expected"), strconv.QuoteToASCII(matches(r)))
		w.line("}")
		return
	}
	value := w.shapeType(s, r.Value)
	read := w.use(value.wire) + "(reply)"
	if form != valueForm && !value.nilable {
		read = w.use("some") + "(" + read + ")"
	}
	if form == mixedForm {
		w.line("\tvalue, err := %s", read)
		w.line("\treturn %sReply{Value: value}, err", base)
	} else {
		w.line("\treturn %s", read)
	}
	w.line("}")
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
	return or(all)
}
