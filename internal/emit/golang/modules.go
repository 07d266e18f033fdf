package golang

import (
	"github.com/dave/jennifer/jen"
)

// modules writes, for each module,
//
//	type Jobs struct{ client Client }
//
//	func NewJobs(client Client) *Jobs { return &Jobs{client} }
//
//	type JobsPipe struct{ batch *batch }
//
//	func NewJobsPipe(pipe redis.Pipeliner) *JobsPipe { return &JobsPipe{newBatch(pipe)} }
func (n *names) modules(f *jen.File) {
	for _, m := range n.p.Modules {
		name, pipe := n.moduleOf[m], n.moduleOf[m]+"Pipe"
		f.Add(comment(
			name+" calls the scripts of the module "+m.Name+". Any number of goroutines may share it.",
			m.Doc,
			"A call that fails returns, to be told apart with errors.Is and errors.As:",
			item("an Err variable and *Error, when the script refused with a declared class;"),
			item("*InputError, when a value may not be sent: nothing was;"),
			item("*ReplyError, when the script answered something undeclared: it has run;"),
			item("any other error of go-redis as it came. A redis.Error is the server's; after all others, such as a lost connection, it is not known whether the script has run. Nothing was sent twice."),
		))
		f.Type().Id(name).Struct(jen.Id("client").Id("Client"))
		f.Add(comment("New" + name + " makes the calls of the module " + m.Name + " through a client, which stays the caller's to close."))
		f.Func().Id("New" + name).Params(jen.Id("client").Id("Client")).Op("*").Id(name).
			Block(jen.Return(jen.Op("&").Id(name).Values(jen.Id("client"))))
		f.Add(comment(pipe + " queues calls of the module " + m.Name + " on a pipeline. Their answers are there once the pipeline's Exec has returned."))
		f.Type().Id(pipe).Struct(jen.Id("batch").Op("*").Id("batch"))
		f.Add(comment("New" + pipe + " queues calls on a pipeline of a client, of a cluster or of a transaction. What a server has cached does not matter: the first call of a script carries its source. Like the pipeline, it serves one goroutine."))
		f.Func().Id("New" + pipe).Params(jen.Id("pipe").Qual(redisPath, "Pipeliner")).Op("*").Id(pipe).
			Block(jen.Return(jen.Op("&").Id(pipe).Values(jen.Id("newBatch").Call(jen.Id("pipe")))))
	}
}
