package python

import (
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

type moduleView struct {
	Head                    string
	Types, Replies          string
	Calls, CallsDoc         string
	Sync, SyncDoc           string
	Async, AsyncDoc         string
	Prepared, Run, RunAsync string // the methods of the three classes
}

// module holds the calls of a module of the protocol.
func (n *names) module(m *protocol.Module) view {
	f := n.file()
	f.own("_async")
	f.own("_executor")
	f.own("_sync")
	names := n.modules[m]
	f.own(names.sources())
	v := moduleView{
		Calls: classLine(names.calls(), ""),
		CallsDoc: docstring(4, "Calls of `"+names.sync+"` that are ready to be sent.",
			"One goes with `run`, many with `run_many`; on a pipeline of redis-py, `queue` puts it there."),
		Sync:     classLine(names.sync, ""),
		SyncDoc:  docstring(4, m.Doc, "Calls go over the connections of one client, and are never sent twice."),
		Async:    classLine(names.async(), ""),
		AsyncDoc: docstring(4, m.Doc, "Calls go over the connections of one client, and are never sent twice."),
	}
	var types, replies strings.Builder
	var methods methods
	methods.grow(len(m.Scripts))
	for _, s := range m.Scripts {
		f.writeTypes(&types, s)
		of, decoder := f.reply(s)
		writeStatement(&replies, 0, replyName(n, s)+" = ", decoder)
		replies.WriteByte('\n')
		methods.add(f, s, of)
	}
	if types.Len() > 0 {
		types.WriteByte('\n')
	}
	v.Types, v.Replies = types.String(), replies.String()
	v.Prepared, v.Run, v.RunAsync = methods.prepared.String(), methods.run.String(), methods.runAsync.String()
	v.Head = f.head(or(m.Doc, "The scripts of `"+m.Name+"`."))
	return view{n.in(names.file + ".py"), "module.py", v}
}

// replyName is the private function that reads the reply of a script.
func replyName(n *names, s *protocol.Script) string { return "_" + n.scripts[s].method + "_reply" }

// methods are the bodies of the three classes of a module. They are written
// without a template, as they are most of what there is.
type methods struct{ prepared, run, runAsync strings.Builder }

// grow makes room for as many methods of common size.
func (m *methods) grow(scripts int) {
	m.prepared.Grow(scripts * 512)
	m.run.Grow(scripts * 1024)
	m.runAsync.Grow(scripts * 1024)
}

func (m *methods) add(f *file, s *protocol.Script, reply annotation) {
	method, module := f.scripts[s].method, f.modules[s.Module]
	params, args := f.callParams(s), f.callArgs(s)
	classes := "{}"
	if f.hasClasses() {
		classes = f.public("errors") + ".CLASSES"
	}
	prepared := call(
		"_executor.Call",
		leaf(module.sources()+"."+constant(s)),
		f.callKeys(s),
		f.argv(s),
		leaf(replyName(f.names, s)),
		leaf(classes),
	).tallOver(0)
	b := &m.prepared
	b.WriteString("\n    @staticmethod\n")
	writeSignature(b, 4, "", method, params, generic("_executor.Call", reply))
	writeBody(b, docstring(8, "Prepare a call of `"+module.sync+"."+method+"`."), "return ", prepared)

	bound := append([]param{{name: "self"}}, params...)
	made := call(module.calls()+"."+method, args...)
	doc := f.methodDoc(s)
	b = &m.run
	b.WriteByte('\n')
	writeSignature(b, 4, "", method, bound, reply)
	writeBody(b, doc, "return ", call("_executor.run", leaf("self._client"), made))
	b = &m.runAsync
	b.WriteByte('\n')
	writeSignature(b, 4, "async ", method, bound, reply)
	writeBody(b, doc, "return await ", call("_executor.run_async", leaf("self._client"), made))
	if s.Many {
		m.addMany(f, s, reply)
	}
}

// addMany writes the methods that send many calls of a script.
func (m *methods) addMany(f *file, s *protocol.Script, reply annotation) {
	method, module := f.scripts[s].method, f.modules[s.Module]
	params := []param{{name: "self"}, {
		name: "calls",
		of:   generic(f.use("collections.abc")+".Iterable", generic("_executor.Call", reply)),
	}}
	d := doc{indent: 8}
	d.add("Send many calls of `" + method + "`, a thousand in a round trip.")
	d.add("No call is sent twice, and the error of one does not keep the others from being run.")
	d.section("Args", item{"calls", "The calls, as `" + module.calls() + "." + method + "` prepares them."})
	d.section("Returns", item{"", "What each call came to, in order."})
	d.section("Raises", item{"redis.exceptions.RedisError", "If there is no connection; nothing was sent."})
	outcomes := generic("list", generic("_executor.Outcome", reply))
	m.run.WriteByte('\n')
	writeSignature(&m.run, 4, "", method+"_many", params, outcomes)
	writeBody(&m.run, d.String(), "return ", call("_executor.run_many", leaves("self._client", "calls")...))
	m.runAsync.WriteByte('\n')
	writeSignature(&m.runAsync, 4, "async ", method+"_many", params, outcomes)
	writeBody(&m.runAsync, d.String(), "return await ", call("_executor.run_many_async", leaves("self._client", "calls")...))
}

// writeBody writes what a method does, below its signature.
func writeBody(b *strings.Builder, doc, prefix string, returned node) {
	b.WriteByte('\n')
	b.WriteString(doc)
	b.WriteByte('\n')
	writeStatement(b, 8, prefix, returned)
	b.WriteByte('\n')
}

func (n *names) hasClasses() bool {
	for _, e := range n.p.Errors {
		if e.Class != "" {
			return true
		}
	}
	return false
}

func (f *file) methodDoc(s *protocol.Script) string {
	d := doc{indent: 8}
	d.add(or(s.Doc, "Run the script `"+s.Name+"`."))
	var args []item
	for _, p := range s.Call {
		args = append(args, item{f.params[p], describeHole(p.Doc, p.Type, p.Hole)})
	}
	d.section("Args", args...)
	var raises []item
	if len(args) > 0 {
		raises = append(raises, item{"InputError", "If an argument cannot be sent; nothing was."})
	}
	for _, e := range s.Refuses {
		raises = append(raises, item{f.errors[e], or(e.Doc, "If the script refuses with "+e.Class+".")})
	}
	for _, v := range append([]*protocol.Verdict{s.Reply.None}, s.Reply.Verdicts...) {
		if v != nil && v.Error != nil {
			raises = append(raises, item{f.errors[v.Error], or(v.Error.Doc, "If the script answers so.")})
		}
	}
	raises = append(raises,
		item{"ReplyError", "If the script answers what the protocol does not describe."},
		item{"redis.exceptions.RedisError", "If the server or the connection fails."},
	)
	d.section("Raises", raises...)
	return d.String()
}

// writeTypes writes the classes that a script needs for itself.
func (f *file) writeTypes(b *strings.Builder, s *protocol.Script) {
	for _, p := range s.Call {
		f.writeOwnEnum(b, f.enums[p])
	}
	names := f.scripts[s]
	if hasVerdicts(s.Reply) {
		e := &enum{class: names.reply, doc: "What `" + names.method + "` answers."}
		for _, v := range s.Reply.Answers() {
			e.values = append(e.values, v.Name)
			e.members = append(e.members, f.verdicts[v])
		}
		f.writeOwnEnum(b, e)
	}
	f.writeShape(b, s, s.Reply.Value)
}

// writeOwnEnum writes an enum that stands in no other module, if there is one.
func (f *file) writeOwnEnum(b *strings.Builder, e *enum) {
	if e != nil && !e.shared {
		b.WriteString("\n\n")
		f.writeEnum(b, e)
	}
}

// writeShape writes the classes that a shape needs: those of its enums, then the
// one of its tuple.
func (f *file) writeShape(b *strings.Builder, s *protocol.Script, shape *protocol.Shape) {
	if shape == nil {
		return
	}
	f.writeOwnEnum(b, f.enums[mapKey{shape}])
	f.writeOwnEnum(b, f.enums[shape])
	if shape.Kind != protocol.Tuple {
		f.writeShape(b, s, shape.Elem)
		return
	}
	names := f.scripts[s]
	d := doc{indent: 4}
	d.add("What `" + names.method + "` answers.")
	var attributes []item
	for _, m := range shape.Members {
		f.writeShape(b, s, m.Shape)
		attributes = append(attributes, item{f.members[m], f.describeMember(m)})
	}
	d.section("Attributes", attributes...)
	b.WriteString("\n\n@" + f.use("dataclasses") + ".dataclass(frozen=True, slots=True, kw_only=True)\n")
	b.WriteString(classLine(names.result, "") + "\n")
	d.write(b)
	b.WriteString("\n\n")
	for _, m := range shape.Members {
		of, _ := f.member(m)
		b.WriteString(field(f.members[m], of, "") + "\n")
	}
}

func (f *file) describeMember(m *protocol.Member) string {
	switch {
	case m.Shape.Kind == protocol.List:
		return or(m.Doc, "All of them, in order.")
	case m.Shape.Kind == protocol.Map:
		return or(m.Doc, "What belongs to each key.")
	}
	return describe(m.Doc, m.Shape.Type)
}
