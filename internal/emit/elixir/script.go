package elixir

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// scriptView writes one script. It does without a template, because a protocol
// may have a thousand of them.
type scriptView struct {
	*view
	script *protocol.Script
	names  *scriptNames
	path   string
}

// write writes
//
//	@enqueue_source […]
//	@enqueue_script %Script{…}
//	@type enqueue_result :: …
//	def enqueue(conn, queue, id, payload) do …
//	def enqueue!(conn, queue, id, payload) do …
//	def enqueue_call(queue, id, payload) do …
//	defp enqueue_reply(…), do: …
func (s *scriptView) write(b *bytes.Buffer) {
	base := s.names.base
	s.writeSource(b)
	s.writeStruct(b)
	b.WriteString("\n")
	writeType(b, base+"_result", s.result())
	b.WriteString("\n")

	vars, types := s.parameters()
	run := runner{params: leaves(append([]string{"conn"}, vars...)...), types: append([]node{s.connType()}, types...)}
	run.body = call("", call(s.names.call, leaves(bare(vars)...)...), leaf("conn"))
	ref := s.names.function + "/" + strconv.Itoa(len(run.params))
	run.write(b, s.doc(), s.names.function, "Call.run", leaf(base+"_result()"))
	run.write(b, "As `"+ref+"`, but gives the bare answer and raises `"+s.Root+".Error` where there is none.",
		s.names.function+"!", "Call.run!", s.bare())

	writeDoc(b, "Checks the arguments of `"+ref+"` and gives the call, to be sent on its own or with others.")
	writeSpec(b, s.names.call, types, leaf("Call.t()"))
	b.WriteString("\n")
	writeHead(b, "def", s.names.call, leaves(vars...))
	b.WriteString("\n")
	s.writeRequest(b)
	b.WriteString("\n  end\n")
	if s.sendsMany() {
		s.writeMany(b, ref, vars, types)
	}
	b.WriteString("\n")
	s.writeReply(b)
	b.WriteString("\n")
}

// runner is a function that builds a call and runs it.
type runner struct {
	params, types []node
	body          node
}

func (r runner) write(b *bytes.Buffer, doc, name, run string, result node) {
	writeDoc(b, doc)
	writeSpec(b, name, r.types, result)
	b.WriteString("\n")
	writeHead(b, "def", name, r.params)
	r.body.text = run
	writeBody(b, r.body)
	b.WriteString("\n")
}

// sendsMany reports whether there is a function for many calls. A connector of
// the host has no way to send them in one round trip.
func (s *scriptView) sendsMany() bool { return s.script.Many && s.OwnConnector() }

// writeMany writes the function that sends many calls.
func (s *scriptView) writeMany(b *bytes.Buffer, ref string, vars []string, types []node) {
	vars = bare(vars)
	each, eachType := group("", "{", leaves(vars...)...), group("", "{", types...)
	if len(vars) == 1 {
		each, eachType = leaf(vars[0]), types[0]
	}
	result := union(leaf(s.names.base+"_result()"), failed("{:unsent, term()}"))
	writeDoc(b, "Sends many calls of `"+ref+"` in as few round trips as is kind to the server, and gives a result for each, in order. "+
		"Takes a list of `"+each.flat()+"`.\n\nSee `"+s.Root+".Call.run_many/2` for what happens when the connection fails.")
	writeSpec(b, s.names.many, []node{s.connType(), group("", "[", eachType)}, group("", "[", result))
	b.WriteString("\n")
	writeHead(b, "def", s.names.many, leaves("conn", "calls"))
	b.WriteString("\n    calls\n    ")
	check := call("|> Gate.calls!", leaf("&"+s.names.call+"/"+strconv.Itoa(len(vars))))
	check.write(b, 4, 4, 0)
	b.WriteString("\n    |> Call.run_many(conn)\n  end\n")
}

func writeDoc(b *bytes.Buffer, text string) {
	b.WriteString("\n  @doc ")
	writeHeredoc(b, text, 2)
	b.WriteString("\n")
}

// writeSource writes the bytes of the script, a literal for each line of Lua.
func (s *scriptView) writeSource(b *bytes.Buffer) {
	b.WriteString("\n  @" + s.names.base + "_source [")
	separator := ""
	for line := range strings.Lines(string(s.script.Source)) {
		b.WriteString(separator)
		b.WriteString("\n    ")
		writeQuoted(b, line)
		separator = ","
	}
	if separator != "" {
		b.WriteString("\n  ")
	}
	b.WriteString("]\n")
}

// writeStruct writes the script itself. What it can answer has no place in a
// struct of the host.
func (s *scriptView) writeStruct(b *bytes.Buffer) {
	base := s.names.base
	fields := []node{
		pair("name: ", leaf(quote(s.script.Name))),
		pair("source: ", call("IO.iodata_to_binary", leaf("@"+base+"_source"))),
		pair("sha: ", leaf(quote(s.script.SHA1))),
	}
	if integers := s.integers(); len(integers) > 0 && s.OwnScript() {
		fields = append(fields, pair("integers: ", group("", "[", integers...)))
	}
	if !mayAnswerText(s.script.Reply) && s.OwnScript() {
		fields = append(fields, pair("text: ", leaf("false")))
	}
	list := group("@"+base+"_script %Script", "{", fields...)
	b.WriteString("\n  ")
	list.writeBroken(b, 2, 0)
	b.WriteString("\n")
}

// mayAnswerText reports whether the whole reply may be text that is no integer.
func mayAnswerText(r *protocol.Reply) bool {
	if r.Undescribed() || slices.ContainsFunc(r.Verdicts, func(v *protocol.Verdict) bool { return v.Match.IsString }) {
		return true
	}
	if r.Value == nil || r.Value.Kind != protocol.Scalar {
		return false
	}
	switch r.Value.Type.Kind {
	case protocol.Int, protocol.Count, protocol.Bool:
		return false
	}
	return true
}

func (s *scriptView) integers() []node {
	var integers []node
	for _, verdict := range s.script.Reply.Verdicts {
		if !verdict.Match.IsString {
			integers = append(integers, leaf(integer(verdict.Match.Int)))
		}
	}
	return integers
}

// result is the type of what a call gives.
func (s *scriptView) result() node {
	var results []node
	for _, answer := range s.answers() {
		results = append(results, ok(answer))
	}
	for _, kind := range s.kinds() {
		results = append(results, failed(atom(s.errors[kind])))
	}
	return union(append(results, failed("Call.reason()"))...)
}

// bare is the type of an answer on its own.
func (s *scriptView) bare() node {
	if answers := s.answers(); len(answers) > 0 {
		return union(answers...)
	}
	return leaf("no_return()")
}

// answers lists the types of what the script can answer.
func (s *scriptView) answers() []node {
	var answers []node
	reply := s.script.Reply
	for _, answer := range reply.Answers() {
		answers = append(answers, leaf(atom(s.verdicts[answer])))
	}
	switch {
	case reply.Undescribed():
		answers = append(answers, leaf("term()"))
	case reply.Value != nil:
		answers = append(answers, s.replyType(reply.Value, s.path+".returns"))
	}
	return answers
}

func ok(answer node) node       { return group("", "{", leaf(":ok"), answer) }
func failed(reason string) node { return group("", "{", leaf(":error"), leaf(reason)) }

// kinds lists the declared errors that the script can end with.
func (s *scriptView) kinds() []*protocol.Error {
	kinds := slices.Clone(s.script.Refuses)
	add := func(v *protocol.Verdict) {
		if v != nil && v.Error != nil && !slices.Contains(kinds, v.Error) {
			kinds = append(kinds, v.Error)
		}
	}
	add(s.script.Reply.None)
	for _, v := range s.script.Reply.Verdicts {
		add(v)
	}
	return kinds
}

// doc describes the call.
func (s *scriptView) doc() string {
	var arguments, answers, errors []string
	for _, c := range s.script.Call {
		name := "`" + s.vars[c] + "`"
		if isOption(c) {
			name = "`" + keyword(s.options[c]) + "` (option)"
		}
		arguments = append(arguments, item(name, paramDoc(c)))
	}
	reply := s.script.Reply
	for _, a := range reply.Answers() {
		answers = append(answers, "`{:ok, "+atom(s.verdicts[a])+"}`")
	}
	if reply.Value != nil {
		t := ok(s.replyType(reply.Value, s.path+".returns"))
		answers = append(answers, "`"+t.flat()+"`")
	}
	for _, kind := range s.kinds() {
		errors = append(errors, item("`{:error, "+atom(s.errors[kind])+"}`", kind.Doc))
	}
	parts := []string{or(s.script.Doc, "Runs the script "+s.script.Name+".")}
	if len(arguments) > 0 {
		parts = append(parts, strings.Join(arguments, "\n"))
	}
	if len(answers) > 0 {
		parts = append(parts, "Answers "+strings.Join(answers, ", ")+".")
	}
	if len(errors) > 0 {
		parts = append(parts, "Errors:", strings.Join(errors, "\n"))
	}
	if len(arguments) > 0 {
		parts = append(parts, "Raises `ArgumentError` on ill-formed arguments, before anything is sent.")
	}
	return paragraphs(parts...)
}

// paramDoc says what a parameter is, what it admits and what it measures.
func paramDoc(c *protocol.CallParam) string {
	text := c.Doc
	if limits := c.Hole.Limits(); limits != "" {
		text = protocol.Sentence(text) + " " + limits
	}
	switch c.Type.Unit {
	case protocol.Millis:
		text += " In milliseconds."
	case protocol.UnixMs:
		text += " In unix milliseconds."
	}
	return strings.TrimSpace(text)
}

// parameters lists what a caller passes, and its types; options come last.
func (s *scriptView) parameters() (vars []string, types []node) {
	var options []node
	for _, c := range s.script.Call {
		if t := s.paramType(c); isOption(c) {
			options = append(options, pair(keyword(s.options[c])+" ", t))
		} else {
			vars = append(vars, s.vars[c])
			types = append(types, t)
		}
	}
	if len(options) > 0 {
		vars = append(vars, `opts \\ []`)
	}
	return vars, append(types, options...)
}

// bare lists parameters as they are passed on, without defaults.
func bare(vars []string) []string {
	vars = slices.Clone(vars)
	for i, v := range vars {
		vars[i], _, _ = strings.Cut(v, " ")
	}
	return vars
}

func (s *scriptView) connType() node {
	if s.OwnConnector() {
		return leaf("Connector.conn()")
	}
	return leaf("term()")
}

func (s *scriptView) paramType(c *protocol.CallParam) node {
	if c.Flag {
		return leaf("boolean()")
	}
	t := s.typespec(c.Type, s.path+".args."+c.Name)
	switch {
	case c.Variadic:
		return group("", "[", t)
	case c.Optional:
		return orNil(t)
	}
	return t
}
