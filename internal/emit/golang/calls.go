package golang

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/echomq/emqgen/internal/protocol"
)

// chunk is how many scripts one file holds: large modules become several files,
// which are rendered side by side.
const chunk = 50

// moduleSources lists the files of a module: its type and calls, and apart from
// them the Lua.
func (n *names) moduleSources(m *protocol.Module) []source {
	var sources []source
	for i := 0; i < len(m.Scripts); i += chunk {
		scripts := m.Scripts[i:min(i+chunk, len(m.Scripts))]
		path := m.Name + "_calls.go"
		if i > 0 {
			path = fmt.Sprintf("%s_calls_%d.go", m.Name, i/chunk+1)
		}
		sources = append(sources, source{path, func(f *jen.File) {
			if i == 0 {
				n.moduleTypes(f.Group, m)
			}
			for _, s := range scripts {
				n.call(f.Group, s)
			}
		}})
	}
	return sources
}

// moduleTypes writes
//
//	type Jobs struct{ client Client }
//
//	func NewJobs(client Client) *Jobs { return &Jobs{client} }
//
//	type JobsPipe struct{ batch *batch }
//
//	func NewJobsPipe(pipe redis.Pipeliner) *JobsPipe { return &JobsPipe{newBatch(pipe)} }
func (n *names) moduleTypes(g *jen.Group, m *protocol.Module) {
	name := n.moduleOf[m]
	g.Add(comment(
		name+" calls the scripts of the module "+m.Name+". Any number of goroutines may share it.",
		sentence(m.Doc),
		"A call that fails returns, to be told apart with errors.Is and errors.As:",
		item("an Err variable and *Error, when the script refused with a declared class;"),
		item("*InputError, when a value may not be sent: nothing was;"),
		item("*ReplyError, when the script answered something undeclared: it has run;"),
		item("any other error of go-redis as it came. A redis.Error is the server's; after all others, such as a lost connection, it is not known whether the script has run. Nothing was sent twice."),
	))
	g.Type().Id(name).Struct(jen.Id("client").Id("Client"))
	g.Add(comment("New" + name + " makes the calls of the module " + m.Name + " through a client, which stays the caller's to close."))
	g.Func().Id("New" + name).Params(jen.Id("client").Id("Client")).Op("*").Id(name).
		Block(jen.Return(jen.Op("&").Id(name).Values(jen.Id("client"))))
	pipe := name + "Pipe"
	g.Add(comment(pipe + " queues calls of the module " + m.Name + " on a pipeline. Their answers are there once the pipeline's Exec has returned."))
	g.Type().Id(pipe).Struct(jen.Id("batch").Op("*").Id("batch"))
	g.Add(comment("New" + pipe + " queues calls on a pipeline of a client, of a cluster or of a transaction. What a server has cached does not matter: the first call of a script carries its source. Like the pipeline, it serves one goroutine."))
	g.Func().Id("New" + pipe).Params(jen.Id("pipe").Qual(redisPath, "Pipeliner")).Op("*").Id(pipe).
		Block(jen.Return(jen.Op("&").Id(pipe).Values(jen.Id("newBatch").Call(jen.Id("pipe")))))
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
func (n *names) call(g *jen.Group, s *protocol.Script) {
	sn, module := n.scriptOf[s], n.moduleOf[s.Module]
	pass := jen.Id(prefixCall + sn.base).CallFunc(func(g *jen.Group) {
		for _, cp := range s.Call {
			g.Id(sn.params[cp])
		}
	})
	params := func(g *jen.Group) {
		g.Id("ctx").Qual("context", "Context")
		n.callParams(s)(g)
	}
	g.Add(comment(n.callDoc(s)...))
	g.Func().Params(jen.Id("m").Op("*").Id(module)).Id(sn.method).ParamsFunc(params).Params(n.result(s), jen.Error()).
		Block(jen.Return(jen.Id("run").Call(jen.Id("ctx"), jen.Id("m").Dot("client"), pass)))
	g.Add(comment(sn.method + " queues the call that " + module + "." + sn.method + " makes."))
	g.Func().Params(jen.Id("m").Op("*").Id(module + "Pipe")).Id(sn.method).ParamsFunc(params).Op("*").Id("Deferred").Types(n.result(s)).
		Block(jen.Return(jen.Id("enqueue").Call(jen.Id("ctx"), jen.Id("m").Dot("batch"), pass.Clone())))
	n.callFunc(g, s)
	n.reply(g, s)
}

// callParams writes the parameters of a call, without the context.
func (n *names) callParams(s *protocol.Script) func(g *jen.Group) {
	return func(g *jen.Group) {
		for _, cp := range s.Call {
			t := n.goType(n.callType(s, cp))
			param := g.Id(n.scriptOf[s].params[cp])
			switch {
			case cp.Flag:
				param.Bool()
			case cp.Variadic:
				param.Index().Add(t.name())
			case cp.Optional && !t.nilable:
				param.Op("*").Add(t.name())
			default:
				param.Add(t.name())
			}
		}
	}
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

// callFunc writes
//
//	func callEnqueue(queue string, id ID, payload []byte) *call[EnqueueReply] {
//		c := newCall(scriptEnqueue, replyEnqueue)
//		c.Key(JobKey(queue, id))
//		c.Key(PendingKey(queue))
//		c.Arg(wireID[ID]{}.Encode("id", id))
//		c.Arg(wireBytes[[]byte]{}.Encode("payload", payload))
//		return c
//	}
func (n *names) callFunc(g *jen.Group, s *protocol.Script) {
	sn := n.scriptOf[s]
	g.Line()
	g.Func().Id(prefixCall + sn.base).ParamsFunc(n.callParams(s)).Op("*").Id("call").Types(n.result(s)).BlockFunc(func(g *jen.Group) {
		g.Id("c").Op(":=").Id("newCall").Call(jen.Id(prefixScript+sn.base), n.reader(s))
		for _, u := range s.Keys {
			n.useKey(g, s, u)
		}
		for _, a := range s.Args {
			n.useArg(g, s, a)
		}
		g.Return(jen.Id("c"))
	})
}

// useKey appends a key to KEYS, or one for each element of what varies in it.
func (n *names) useKey(g *jen.Group, s *protocol.Script, u *protocol.KeyUse) {
	sn := n.scriptOf[s]
	name := n.keyOf[u.Key] + "Key"
	var varying, optional []*protocol.CallParam
	add := jen.Id("c").Dot("Key").Call(jen.Id(name), jen.Nil())
	if holes := u.Key.Holes(); len(holes) > 0 {
		add = jen.Id("c").Dot("Key").Call(jen.Id(name).CallFunc(func(g *jen.Group) {
			for i, cp := range u.Holes {
				value := jen.Id(sn.params[cp])
				switch {
				case cp.Variadic:
					value.Index(jen.Id("i"))
					varying = append(varying, cp)
				case cp.Optional && !n.goType(n.callType(s, cp)).nilable:
					value = jen.Op("*").Add(value)
				}
				if cp.Optional {
					optional = append(optional, cp)
				}
				g.Add(n.asHole(s, cp, holes[i], value))
			}
		}))
	}
	if len(varying) > 0 {
		first := varying[0]
		for _, cp := range varying[1:] {
			g.Id("c").Dot("SameLen").Call(ascii(first.Name), jen.Len(jen.Id(sn.params[first])), ascii(cp.Name), jen.Len(jen.Id(sn.params[cp])))
		}
		if !u.Optional {
			g.Id("c").Dot("AtLeastOne").Call(ascii(first.Name), jen.Len(jen.Id(sn.params[first])))
		}
		loop := jen.For(jen.Id("i").Op(":=").Range().Id("c").Dot("Shortest").CallFunc(func(g *jen.Group) {
			for _, cp := range varying {
				g.Len(jen.Id(sn.params[cp]))
			}
		})).Block(add)
		if len(varying) == 1 {
			loop = jen.For(jen.Id("i").Op(":=").Range().Id(sn.params[first])).Block(add)
		}
		if u.Optional {
			g.If(jen.Id("c").Dot("OptionalKey").Call(ascii(first.Name), jen.Len(jen.Id(sn.params[first])).Op(">").Lit(0))).Block(loop)
			return
		}
		g.Add(loop)
		return
	}
	switch {
	case !u.Optional:
		g.Add(add)
	case u.Given != nil:
		g.If(jen.Id("c").Dot("OptionalKey").Call(ascii(u.Given.Name), jen.Id(sn.params[u.Given]))).Block(add)
	default:
		present := jen.Empty()
		var absent []string
		for i, cp := range optional {
			if i > 0 {
				present.Op("&&")
			}
			present.Id(sn.params[cp]).Op("!=").Nil()
			absent = append(absent, cp.Name)
		}
		g.If(jen.Id("c").Dot("OptionalKey").Call(ascii(strings.Join(absent, ", ")), present)).Block(add)
	}
}

// asHole converts a value of a call to what the key builder takes, where an
// argument has given it a name of its own.
func (n *names) asHole(s *protocol.Script, cp *protocol.CallParam, hole *protocol.Param, value *jen.Statement) *jen.Statement {
	if n.callType(s, cp) == &hole.Type {
		return value
	}
	return n.goType(&hole.Type).name().Call(value)
}

// useArg appends an argument to ARGV, or all that vary in it.
func (n *names) useArg(g *jen.Group, s *protocol.Script, a *protocol.Arg) {
	param := n.scriptOf[s].params[a.Param]
	t := n.goType(n.callType(s, a.Param))
	encode := func(value *jen.Statement) *jen.Statement {
		return jen.Id("c").Dot("Arg").Call(t.wire().Dot("Encode").Call(ascii(a.Name), value))
	}
	switch {
	case a.Variadic:
		loop := jen.For(jen.List(jen.Id("_"), jen.Id("value")).Op(":=").Range().Id(param)).Block(encode(jen.Id("value")))
		if !a.Optional {
			g.Id("c").Dot("AtLeastOne").Call(ascii(a.Name), jen.Len(jen.Id(param)))
			g.Add(loop)
			return
		}
		g.If(jen.Id("c").Dot("OptionalArg").Call(ascii(a.Name), jen.Len(jen.Id(param)).Op(">").Lit(0))).Block(loop)
	case a.Optional:
		value := jen.Id(param)
		if !t.nilable {
			value = jen.Op("*").Id(param)
		}
		g.If(jen.Id("c").Dot("OptionalArg").Call(ascii(a.Name), jen.Id(param).Op("!=").Nil())).Block(encode(value))
	default:
		g.Add(encode(jen.Id(param)))
	}
}
