package golang

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

// chunk is how many scripts one file holds: large modules become several files,
// which are written side by side.
const chunk = 50

// calls writes the calls of scripts. There may be thousands, and formatting costs
// many times what everything else does, so this text is written as gofmt would
// lay it out; a test holds it against gofmt.
type calls struct {
	*names
	text *bytes.Buffer
	uses map[string]bool // of the runtime
}

// callFiles lists the files that hold the calls of a module.
func (n *names) callFiles(m *protocol.Module) []source {
	var sources []source
	for i := 0; i < len(m.Scripts); i += chunk {
		scripts := m.Scripts[i:min(i+chunk, len(m.Scripts))]
		path := m.Name + "_calls.go"
		if i > 0 {
			path = fmt.Sprintf("%s_calls_%d.go", m.Name, i/chunk+1)
		}
		sources = append(sources, source{path, func(uses map[string]bool) ([]byte, error) {
			return emit.Below(func() []byte { return n.callsHead(uses) }, func(b *bytes.Buffer) error {
				w := &calls{names: n, uses: uses, text: b}
				for _, s := range scripts {
					w.call(s)
				}
				return nil
			})
		}})
	}
	return sources
}

// callsHead is what stands before the calls.
func (n *names) callsHead(uses map[string]bool) []byte {
	imports := "import \"context\"\n"
	if uses["time"] {
		imports = "import (\n\t\"context\"\n\t\"time\"\n)\n"
	}
	return fmt.Appendf(nil, "// %s\n\npackage %s\n\n%s", emit.Header(n.p), n.p.Names.Go.Package, imports)
}

// line writes a line, in which each %s stands for the next argument. It knows no
// other verb, as package fmt would take half of the time that calls take.
func (w *calls) line(format string, args ...string) {
	for _, arg := range args {
		before, after, _ := strings.Cut(format, "%s")
		w.text.WriteString(before)
		w.text.WriteString(arg)
		format = after
	}
	w.text.WriteString(format)
	w.text.WriteByte('\n')
}

// doc begins a declaration with its comment.
func (w *calls) doc(paragraphs ...string) {
	w.text.WriteByte('\n')
	writeComment(w.text, paragraphs...)
	w.text.WriteByte('\n')
}

// remark begins a declaration with a comment of one line that holds nothing but
// names.
func (w *calls) remark(format string, args ...string) {
	w.text.WriteString("\n// ")
	w.line(format, args...)
}

// use passes on an expression whose names the file needs.
func (w *calls) use(expr string) string {
	if !w.uses[expr] { // most are a single word
		for word := range strings.FieldsFuncSeq(expr, isBetweenNames) {
			w.uses[word] = true
		}
	}
	return expr
}

func isBetweenNames(r rune) bool {
	switch r {
	case '[', ']', '{', '}', '(', ')', '.', ',', ' ', '*':
		return true
	}
	return false
}

// call writes everything one script needs, apart from its source:
//
//	func (m *Jobs) Enqueue(ctx context.Context, queue string, id ID, payload []byte) (EnqueueReply, error) {
//		return run(ctx, m.client, callEnqueue(queue, id, payload))
//	}
//
//	func (m *JobsPipe) Enqueue(ctx context.Context, queue string, id ID, payload []byte) *Deferred[EnqueueReply] {
//		return enqueue(ctx, m.batch, callEnqueue(queue, id, payload))
//	}
//
//	func callEnqueue(queue string, id ID, payload []byte) *call[EnqueueReply] {
//		c := newCall(scriptEnqueue, replyEnqueue)
//		c.Key(JobKey(queue, id))
//		c.Key(PendingKey(queue))
//		c.Arg(wireID[ID]{}.Encode("id", id))
//		c.Arg(wireBytes[[]byte]{}.Encode("payload", payload))
//		return c
//	}
func (w *calls) call(s *protocol.Script) {
	sn, module, result := w.scriptOf[s], w.moduleOf[s.Module], w.use(w.result(s))
	params, args := make([]string, 0, len(s.Call)), make([]string, 0, len(s.Call))
	for _, cp := range s.Call {
		params = append(params, w.localOf[cp]+" "+w.use(w.paramType(s, cp)))
		args = append(args, w.localOf[cp])
	}
	takes := strings.Join(params, ", ")
	after := takes
	if after != "" {
		after = ", " + after
	}
	call := prefixCall + sn.base + "(" + strings.Join(args, ", ") + ")"

	w.doc(w.callDoc(s)...)
	w.line("func (m *%s) %s(ctx context.Context%s) (%s, error) {", module, sn.method, after, result)
	w.line("\treturn %s(ctx, m.client, %s)", w.use("run"), call)
	w.line("}")
	w.remark("%s queues the call that %s.%s makes.", sn.method, module, sn.method)
	w.line("func (m *%sPipe) %s(ctx context.Context%s) *%s[%s] {", module, sn.method, after, w.use("Deferred"), result)
	w.line("\treturn %s(ctx, m.batch, %s)", w.use("enqueue"), call)
	w.line("}")
	w.line("")
	w.line("func %s%s(%s) *%s[%s] {", prefixCall, sn.base, takes, w.use("call"), result)
	w.line("\tc := %s(%s%s, %s)", w.use("newCall"), prefixScript, sn.base, w.use(w.reader(s)))
	for _, u := range s.Keys {
		w.useKey(s, u)
	}
	for _, a := range s.Args {
		w.useArg(s, a)
	}
	w.line("\treturn c")
	w.line("}")
	if s.Many {
		w.many(s)
	}
	w.reply(s)
}

// many writes
//
//	type EnqueueCall struct {
//		// The name of a queue.
//		Queue string
//	}
//
//	func (m *Jobs) EnqueueMany(ctx context.Context, calls []EnqueueCall) []Outcome[EnqueueReply] {
//		return many(ctx, m.client, calls, func(c EnqueueCall) *call[EnqueueReply] {
//			return callEnqueue(c.Queue)
//		})
//	}
func (w *calls) many(s *protocol.Script) {
	sn, result := w.scriptOf[s], w.result(s)
	w.remark("%sCall is one of the calls that %sMany makes.", sn.base, sn.method)
	w.line("type %sCall struct {", sn.base)
	var args []string
	for _, cp := range s.Call {
		w.field(paramDoc(cp), cp.Name, w.structField(cp), w.paramType(s, cp))
		args = append(args, "c."+w.structField(cp))
	}
	w.line("}")
	w.doc(
		sn.method+"Many makes many calls of "+sn.method+" in as few round trips as it may: one for a thousand calls or a megabyte. It gives each its own outcome, in order, and what is refused does not hold up the others.",
		"When a connection breaks, it stops: calls whose answer was lost fail with an *UnknownError, since they may have run, and the ones behind them with an *UnsentError.",
	)
	w.line("func (m *%s) %sMany(ctx context.Context, calls []%sCall) []%s[%s] {", w.moduleOf[s.Module], sn.method, sn.base, w.use("Outcome"), result)
	w.line("\treturn %s(ctx, m.client, calls, func(c %sCall) *call[%s] {", w.use("many"), sn.base, result)
	w.line("\t\treturn %s%s(%s)", prefixCall, sn.base, strings.Join(args, ", "))
	w.line("\t})")
	w.line("}")
}

// field writes a field of a struct. Each has a comment, also because gofmt would
// align fields that follow each other without.
func (w *calls) field(doc, what, name, typ string) {
	if doc == "" {
		doc = "The " + what + "."
	}
	for line := range strings.SplitSeq(commentText(doc), "\n") {
		w.line("\t%s", line)
	}
	w.line("\t%s %s", name, w.use(typ))
}

// paramType is the Go type of a call parameter.
func (n *names) paramType(s *protocol.Script, cp *protocol.CallParam) string {
	t := n.goType(n.callType(s, cp))
	switch {
	case cp.Flag:
		return "bool"
	case cp.Variadic:
		return "[]" + t.name
	case cp.Optional:
		return t.optional()
	}
	return t.name
}

// callType finds where the type of a call parameter was declared.
func (n *names) callType(s *protocol.Script, cp *protocol.CallParam) *protocol.Type {
	switch {
	case cp.Hole != nil && cp.Type.Named == cp.Hole.Type.Named:
		return &cp.Hole.Type
	case cp.Type.Named != "":
		return &cp.Type
	}
	for _, a := range s.Args {
		if a.Param == cp {
			return &a.Type
		}
	}
	return &cp.Type
}

// useKey appends a key to KEYS, or one for each element of what varies in it:
//
//	for i := range seats {
//		c.Key(SeatKey(room, seats[i]))
//	}
func (w *calls) useKey(s *protocol.Script, u *protocol.KeyUse) {
	sn := w.scriptOf[s]
	builder := w.keyOf[u.Key] + "Key"
	var values, present, absent []string
	var varying []*protocol.CallParam
	for i, cp := range u.Holes {
		value := w.localOf[cp]
		switch {
		case cp.Variadic:
			value += "[i]"
			varying = append(varying, cp)
		case cp.Optional:
			present = append(present, value+" != nil")
			absent = append(absent, cp.Name)
			if !w.goType(w.callType(s, cp)).nilable {
				value = "*" + value
			}
		}
		if hole := &u.Key.Holes()[i].Type; w.callType(s, cp) != hole {
			value = w.goType(hole).name + "(" + value + ")"
		}
		values = append(values, value)
	}
	add := "c.Key(" + builder + ", nil)"
	if len(values) > 0 {
		add = "c.Key(" + builder + "(" + strings.Join(values, ", ") + "))"
	}
	switch {
	case len(varying) > 0:
		w.varyingKey(sn, u, varying, add)
	case !u.Optional:
		w.line("\t%s", add)
	default:
		if u.Given != nil {
			present, absent = []string{w.localOf[u.Given]}, []string{u.Given.Name}
		}
		w.line("\tif c.OptionalKey(%s, %s) {", strconv.QuoteToASCII(strings.Join(absent, ", ")), strings.Join(present, " && "))
		w.line("\t\t%s", add)
		w.line("\t}")
	}
}

func (w *calls) varyingKey(sn *scriptNames, u *protocol.KeyUse, varying []*protocol.CallParam, add string) {
	first := varying[0]
	for _, cp := range varying[1:] {
		w.line("\tc.SameLen(%s, len(%s), %s, len(%s))", strconv.Quote(first.Name), w.localOf[first], strconv.Quote(cp.Name), w.localOf[cp])
	}
	over := w.localOf[first]
	if len(varying) > 1 {
		var sizes []string
		for _, cp := range varying {
			sizes = append(sizes, "len("+w.localOf[cp]+")")
		}
		over = "c.Shortest(" + strings.Join(sizes, ", ") + ")"
	}
	indent := "\t"
	if u.Optional {
		w.line("\tif c.OptionalKey(%s, len(%s) > 0) {", strconv.Quote(first.Name), w.localOf[first])
		indent = "\t\t"
	} else {
		w.line("\tc.AtLeastOne(%s, len(%s))", strconv.Quote(first.Name), w.localOf[first])
	}
	w.line("%sfor i := range %s {", indent, over)
	w.line("%s\t%s", indent, add)
	w.line("%s}", indent)
	if u.Optional {
		w.line("\t}")
	}
}

// useArg appends an argument to ARGV, or all that vary in it.
func (w *calls) useArg(s *protocol.Script, a *protocol.Arg) {
	param := w.localOf[a.Param]
	t := w.goType(w.callType(s, a.Param))
	encode := func(value string) string {
		return "c.Arg(" + w.use(t.wire) + ".Encode(" + strconv.Quote(a.Name) + ", " + value + "))"
	}
	switch {
	case a.Variadic && a.Optional:
		w.line("\tif c.OptionalArg(%s, len(%s) > 0) {", strconv.Quote(a.Name), param)
		w.line("\t\tfor _, value := range %s {", param)
		w.line("\t\t\t%s", encode("value"))
		w.line("\t\t}")
		w.line("\t}")
	case a.Variadic:
		w.line("\tc.AtLeastOne(%s, len(%s))", strconv.Quote(a.Name), param)
		w.line("\tfor _, value := range %s {", param)
		w.line("\t\t%s", encode("value"))
		w.line("\t}")
	case a.Optional:
		w.line("\tif c.OptionalArg(%s, %s != nil) {", strconv.Quote(a.Name), param)
		if !t.nilable {
			param = "*" + param
		}
		w.line("\t\t%s", encode(param))
		w.line("\t}")
	default:
		w.line("\t%s", encode(param))
	}
}
