package elixir

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// moduleView is what the template of a module of scripts sees.
type moduleView struct {
	*view
	module *protocol.Module
}

// Module is the name of the module, spelled out.
func (m moduleView) Module() string { return m.modules[m.module] }

// Doc describes the module.
func (m moduleView) Doc() string {
	return heredoc(or(m.module.Doc, "The scripts of "+m.module.Name+"."), 2)
}

// Aliases lists the modules that the scripts use by their last name.
func (m moduleView) Aliases() []string {
	used := []string{m.Root + ".Call"}
	gate, keys := false, false
	for _, s := range m.module.Scripts {
		gate = gate || len(s.Args) > 0 || slices.ContainsFunc(s.Call, isOption) || slices.ContainsFunc(s.Keys, isList)
		keys = keys || len(s.Keys) > 0
	}
	if m.OwnConnector() {
		used = append(used, m.Root+".Connector")
	}
	if gate {
		used = append(used, m.Root+".Gate")
	}
	if keys {
		used = append(used, m.Root+".Keyspace")
	}
	if slices.ContainsFunc(m.module.Scripts, readsReply) {
		used = append(used, m.Root+".Reply")
	}
	return append(used, m.scriptAlias())
}

func (v *view) scriptAlias() string {
	host := v.p.Names.Elixir.Script
	switch {
	case host == "":
		return v.Root + ".Script"
	case host == "Script" || strings.HasSuffix(host, ".Script"):
		return host
	}
	return host + ", as: Script"
}

func isList(u *protocol.KeyUse) bool { return u.Variadic || u.Optional }

// readsReply reports whether the reply can be other than the protocol says.
func readsReply(s *protocol.Script) bool { return !s.Reply.Undescribed() }

// Scripts lists what the template needs to know of each script.
func (m moduleView) Scripts() []scriptView {
	var scripts []scriptView
	for _, s := range m.module.Scripts {
		scripts = append(scripts, scriptView{view: m.view, script: s, names: m.scripts[s], path: scriptPath(s)})
	}
	return scripts
}

// List is the body of scripts/0.
func (m moduleView) List() string {
	var attributes []node
	for _, s := range m.module.Scripts {
		attributes = append(attributes, leaf("@"+m.scripts[s].base+"_script"))
	}
	return function("def", "scripts", nil, group("", "[", attributes...))
}

// scriptView is what the template sees of one script.
type scriptView struct {
	*view
	script *protocol.Script
	names  *scriptNames
	path   string
}

// Base begins the names of the attributes and types of the script.
func (s scriptView) Base() string { return s.names.base }

// Lines are the bytes of the script, a literal for each line of Lua.
func (s scriptView) Lines() string {
	if len(s.script.Source) == 0 {
		return "[]"
	}
	var b strings.Builder
	b.Grow(len(s.script.Source) * 5 / 4)
	b.WriteByte('[')
	separator := ""
	for line := range bytes.Lines(s.script.Source) {
		b.WriteString(separator + "\n    ")
		writeQuoted(&b, line)
		separator = ","
	}
	b.WriteString("\n  ]")
	return b.String()
}

// Name and SHA identify the script.
func (s scriptView) Name() string { return quote(s.script.Name) }
func (s scriptView) SHA() string  { return quote(s.script.SHA1) }

// Integers are the verdicts that the host's own struct has no place for.
func (s scriptView) Integers() string {
	if s.p.Names.Elixir.Script != "" {
		return ""
	}
	var integers []node
	for _, verdict := range s.script.Reply.Verdicts {
		if !verdict.Match.IsString {
			integers = append(integers, leaf(integer(verdict.Match.Int)))
		}
	}
	if len(integers) == 0 {
		return ""
	}
	return ",\n    " + group("integers: ", "[", integers...).at(4, 4, 0)
}

// ResultType declares what a call gives.
func (s scriptView) ResultType() string {
	var results []node
	reply := s.script.Reply
	for _, answer := range reply.Answers() {
		results = append(results, group("", "{", leaf(":ok"), leaf(atom(s.answer(answer)))))
	}
	switch {
	case reply.Undescribed():
		results = append(results, group("", "{", leaves(":ok", "term()")...))
	case reply.Value != nil:
		results = append(results, group("", "{", leaf(":ok"), s.replyType(reply.Value, s.path+".returns")))
	}
	for _, kind := range s.kinds() {
		results = append(results, group("", "{", leaves(":error", atom(s.errors[kind]))...))
	}
	results = append(results, group("", "{", leaves(":error", "Call.reason()")...))
	return typeDef(s.names.base+"_result", union(results...))
}

func (s scriptView) answer(v *protocol.Verdict) string { return s.atoms[s.path+".returns."+v.Name] }

// kinds lists the declared errors that the script can end with.
func (s scriptView) kinds() []*protocol.Error {
	kinds := slices.Clone(s.script.Refuses)
	verdicts := s.script.Reply.Verdicts
	if s.script.Reply.None != nil {
		verdicts = append([]*protocol.Verdict{s.script.Reply.None}, verdicts...)
	}
	for _, v := range verdicts {
		if v.Error != nil && !slices.Contains(kinds, v.Error) {
			kinds = append(kinds, v.Error)
		}
	}
	return kinds
}

// Doc describes the call.
func (s scriptView) Doc() string {
	var arguments, answers, errors []string
	for _, c := range s.script.Call {
		name := "`" + s.names.vars[c] + "`"
		if isOption(c) {
			name = "`" + keyword(s.optionName(c)) + "` (option)"
		}
		arguments = append(arguments, item(name, paramDoc(c)))
	}
	for _, a := range s.script.Reply.Answers() {
		answers = append(answers, "`{:ok, "+atom(s.answer(a))+"}`")
	}
	if value := s.script.Reply.Value; value != nil {
		answers = append(answers, "`{:ok, "+s.replyType(value, s.path+".returns").flat()+"}`")
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
	return heredoc(paragraphs(parts...), 2)
}

// paramDoc says what a parameter is and what it measures.
func paramDoc(c *protocol.CallParam) string {
	unit := map[protocol.Unit]string{protocol.Millis: "In milliseconds.", protocol.UnixMs: "In unix milliseconds."}[c.Type.Unit]
	return strings.TrimSpace(c.Doc + " " + unit)
}

// Spec, Function and their kin are the functions of the script.
func (s scriptView) Spec() string {
	return spec(s.names.function, s.types(true), leaf(s.names.base+"_result()"))
}

func (s scriptView) BangSpec() string {
	return spec(s.names.function+"!", s.types(true), leaf("term()"))
}
func (s scriptView) CallSpec() string { return spec(s.names.call, s.types(false), leaf("Call.t()")) }
func (s scriptView) Function() string { return s.runs(s.names.function, "Call.run") }
func (s scriptView) Bang() string     { return s.runs(s.names.function+"!", "Call.run!") }

func (s scriptView) runs(name, run string) string {
	body := call(run, call(s.names.call, leaves(s.variables("opts")...)...), leaf("conn"))
	return head("def", name, leaves(append([]string{"conn"}, s.variables(`opts \\ []`)...)...)) +
		"\n    " + body.at(4, 4, 0) + "\n  end"
}

// Request is the function that checks the arguments and builds the call.
func (s scriptView) Request() string {
	var statements []string
	if options := s.options(); len(options) > 0 {
		var defaults []node
		for _, c := range options {
			absent := "nil"
			switch {
			case c.Flag:
				absent = "false"
			case c.Variadic:
				absent = "[]"
			}
			defaults = append(defaults, leaf(keyword(s.optionName(c))+" "+absent))
		}
		statements = append(statements, statement("opts", call("Gate.options!", append(leaves("opts"), defaults...)...)))
		statements = append(statements, s.order(s.keyOptions()), s.order(s.argOptions()))
	}
	var keys, args []node
	for _, u := range s.script.Keys {
		keys = append(keys, s.key(u))
	}
	for _, a := range s.script.Args {
		args = append(args, s.arg(a))
	}
	build := call("Call.new", leaf("@"+s.names.base+"_script"), group("", "[", keys...), group("", "[", args...),
		leaf("&"+s.names.reply+"/1"))
	statements = append(statements, "    "+build.at(4, 4, 0))
	body := strings.Join(slices.DeleteFunc(statements, func(s string) bool { return s == "" }), "\n\n")
	return head("def", s.names.call, leaves(s.variables(`opts \\ []`)...)) + "\n" + body + "\n  end"
}

// statement binds a variable; a call that does not fit moves below.
func statement(name string, value node) string {
	prefix := "    " + name + " ="
	if len(prefix)+1+len(value.flat()) <= width {
		return prefix + " " + value.flat()
	}
	return prefix + "\n      " + value.at(6, 6, 0)
}

// order writes the check that optional values are given from the front.
func (s scriptView) order(options []string) string {
	if len(options) < 2 {
		return ""
	}
	return "    " + call("Gate.in_order!", leaf("opts"), group("", "[", leaves(options...)...)).at(4, 4, 0)
}

func (s scriptView) keyOptions() []string {
	var options []string
	for _, u := range s.script.Keys {
		for _, c := range append(slices.Clone(u.Holes), u.Given) {
			options = s.addOption(options, c)
		}
	}
	return options
}

func (s scriptView) argOptions() []string {
	var options []string
	for _, a := range s.script.Args {
		options = s.addOption(options, a.Param)
	}
	return options
}

func (s scriptView) addOption(options []string, c *protocol.CallParam) []string {
	if c == nil || !isOption(c) || slices.Contains(options, atom(s.optionName(c))) {
		return options
	}
	return append(options, atom(s.optionName(c)))
}

// key writes an entry of KEYS.
func (s scriptView) key(u *protocol.KeyUse) node {
	builder := "Keyspace." + s.keys[u.Key].builder
	var values, given, lists []string
	for _, c := range u.Holes {
		value := s.names.vars[c]
		switch {
		case u.Variadic && c.Variadic:
			lists = append(lists, value)
			value = s.element(c)
		case c.Optional:
			given = append(given, value)
		}
		values = append(values, value)
	}
	build := call(builder, leaves(values...)...)
	switch {
	case u.Given != nil:
		return call("Gate.flag!", leaf(quote(u.Given.Name)), leaf(s.names.vars[u.Given]), fn("", build))
	case u.Variadic:
		var elements []string
		for _, c := range u.Holes {
			if c.Variadic {
				elements = append(elements, s.element(c))
			}
		}
		return each(u.Optional, u.Name(), lists, elements, build)
	case u.Optional && len(given) > 0:
		return call("Gate.optional", group("", "[", leaves(given...)...), fn("", build))
	}
	return build
}

// arg writes an entry of ARGV.
func (s scriptView) arg(a *protocol.Arg) node {
	c := a.Param
	path := s.path + ".args." + c.Name
	value := s.names.vars[c]
	switch {
	case c.Variadic:
		element := s.element(c)
		return each(c.Optional, a.Name, []string{value}, []string{element}, s.gate(a.Type, a.Name, element, path))
	case c.Optional:
		return call("Gate.optional", group("", "[", leaf(value)), fn("", s.gate(a.Type, a.Name, value, path)))
	}
	return s.gate(a.Type, a.Name, value, path)
}

// element is the variable for one element of a list.
func (s scriptView) element(c *protocol.CallParam) string {
	if isOption(c) {
		return variables{}.claim(s.optionName(c))
	}
	return s.names.vars[c]
}

func each(optional bool, label string, lists, elements []string, body node) node {
	name := "Gate.each!"
	if optional {
		name = "Gate.each"
	}
	return call(name, leaf(quote(label)), group("", "[", leaves(lists...)...),
		fn("["+strings.Join(elements, ", ")+"] ", body))
}

// fn writes an anonymous function.
func fn(params string, body node) node {
	return node{fn: true, text: "fn " + params + "->", items: []node{body}}
}

func (s scriptView) options() []*protocol.CallParam {
	return slices.DeleteFunc(slices.Clone(s.script.Call), func(c *protocol.CallParam) bool { return !isOption(c) })
}

// variables lists the parameters of the functions, with the options last.
func (s scriptView) variables(opts string) []string {
	var vars []string
	for _, c := range s.script.Call {
		if !isOption(c) {
			vars = append(vars, s.names.vars[c])
		}
	}
	if len(s.options()) > 0 {
		vars = append(vars, opts)
	}
	return vars
}

// types lists the types of the parameters.
func (s scriptView) types(conn bool) []node {
	var types, options []node
	if conn && s.OwnConnector() {
		types = append(types, leaf("Connector.conn()"))
	} else if conn {
		types = append(types, leaf("term()"))
	}
	for _, c := range s.script.Call {
		t := s.paramType(c)
		if isOption(c) {
			options = append(options, pair(keyword(s.optionName(c))+" ", t))
		} else {
			types = append(types, t)
		}
	}
	return append(types, options...)
}

func (s scriptView) paramType(c *protocol.CallParam) node {
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

func (s scriptView) optionName(c *protocol.CallParam) string { return s.names.options[c] }

// Replies are the clauses that read the reply.
func (s scriptView) Replies() string {
	reply := s.script.Reply
	var clauses []string
	clause := func(pattern, guard string, body node) {
		clauses = append(clauses, replyClause(s.names.reply, pattern, guard, body))
	}
	verdict := func(v *protocol.Verdict) node {
		if v.Error != nil {
			return group("", "{", leaves(":error", atom(s.errors[v.Error]))...)
		}
		return group("", "{", leaves(":ok", atom(s.answer(v)))...)
	}
	if reply.None != nil {
		clause("reply", " when reply in [nil, false, [], %{}]", verdict(reply.None))
	}
	for _, v := range reply.Verdicts {
		match := integer(v.Match.Int)
		if v.Match.IsString {
			match = quote(v.Match.Str)
		}
		clause(match, "", verdict(v))
	}
	switch {
	case reply.Undescribed():
		clause("reply", "", group("", "{", leaves(":ok", "reply")...))
	case reply.Value != nil:
		clause("reply", "", call("Reply.read", leaf("reply"), s.shape(reply.Value, s.path+".returns")))
	default:
		clause("reply", "", call("Reply.unexpected", leaf("reply")))
	}
	return strings.Join(spaced(clauses), "\n")
}

func replyClause(name, pattern, guard string, body node) string {
	head := "  defp " + name + "(" + pattern + ")" + guard
	if short := head + ", do: " + body.flat(); len(short) <= width {
		return short
	}
	return head + " do\n    " + body.at(4, 4, 0) + "\n  end"
}

// FunctionRef names the function in docs.
func (s scriptView) FunctionRef() string {
	return s.names.function + "/" + strconv.Itoa(1+len(s.variables("opts")))
}
