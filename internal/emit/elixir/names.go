package elixir

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/naming"
	"github.com/echomq/emqgen/internal/protocol"
)

const language = "elixir"

// names holds the spelling of everything the spec names, computed once: Check
// reports what went wrong on the way, Emit uses the result.
type names struct {
	p        *protocol.Protocol
	root     string // EchoMQ
	keys     map[*protocol.Key]*keyNames
	modules  map[*protocol.Module]string
	files    map[string]string // by module, where the spec names it
	scripts  map[*protocol.Script]*scriptNames
	errors   map[*protocol.Error]string
	fields   map[*protocol.Field]string
	atoms    map[string]string // by path: enum values, verdicts and members
	families []*family
	findings []diag.Finding
}

type keyNames struct {
	builder string // job_key
	record  string // EchoMQ.Record.Job; only of records
	vars    []string
}

type scriptNames struct {
	function string                         // enqueue
	call     string                         // enqueue_call
	reply    string                         // enqueue_reply
	base     string                         // enqueue, from which attributes and types derive
	vars     map[*protocol.CallParam]string // as an expression
	options  map[*protocol.CallParam]string // the name of an option
}

// runtimeModules are the modules below the root that every SDK may hold.
var runtimeModules = []string{
	"BrandedId", "Call", "Connection", "Connector", "Driver", "Error", "Executor", "Fence", "FenceError", "Gate",
	"Keyspace", "MixProject", "Record", "Reply", "Script", "Slot",
}

// elixirModules are modules of Elixir itself, which a root module would replace.
var elixirModules = words(`Access Agent Application ArgumentError Atom Base Behaviour Bitwise Calendar Code
	Collectable Config Date DateTime Dict DynamicSupervisor EEx Enum Enumerable Error ErlangError Exception
	ExUnit File Float Function GenEvent GenServer HashDict HashSet IEx IO Inspect Integer Kernel Keyword List
	Logger Macro Map MapSet Mix Module NaiveDateTime Node OptionParser Partition Path Port Process Protocol
	Range Record Regex Registry RuntimeError Set Stream String StringIO Supervisor System Task Time Tuple
	URI Version`)

// elixirApps are applications that a project cannot be called.
var elixirApps = words(`compiler crypto eex elixir erts ex_unit iex kernel logger mix ssl stdlib`)

var appName = regexp.MustCompile(`\A[a-z][a-z0-9_]*\z`)

func spell(p *protocol.Protocol) *names {
	n := &names{
		p:       p,
		root:    p.Names.Elixir.Module,
		keys:    map[*protocol.Key]*keyNames{},
		modules: map[*protocol.Module]string{},
		files:   map[string]string{},
		scripts: map[*protocol.Script]*scriptNames{},
		errors:  map[*protocol.Error]string{},
		fields:  map[*protocol.Field]string{},
		atoms:   map[string]string{},
	}
	n.spellRoot()
	n.spellModules()
	n.spellKeyspace()
	n.spellRecords()
	n.spellErrors()
	for _, m := range p.Modules {
		n.spellScripts(m)
	}
	return n
}

func (n *names) spellRoot() {
	e := n.p.Names.Elixir
	switch {
	case !moduleName.MatchString(e.Module):
		n.refuse(n.p.Pos, "module", e.Module, "is not a module name, such as MyApp.Queue")
	case elixirModules[e.Module]:
		n.refuse(n.p.Pos, "module", e.Module, "is a module of Elixir itself")
	}
	switch {
	case !appName.MatchString(e.App):
		n.refuse(n.p.Pos, "app", e.App, "is not an application name, such as my_queue")
	case elixirApps[e.App]:
		n.refuse(n.p.Pos, "app", e.App, "is an application of Elixir or Erlang itself")
	}
	for _, host := range []struct{ key, module string }{{"connector", e.Connector}, {"script", e.Script}, {"id", e.ID}} {
		if host.module != "" && !moduleName.MatchString(host.module) {
			n.refuse(n.p.Pos, host.key, host.module, "is not a module name, such as MyApp.Connector")
		}
	}
}

func (n *names) refuse(pos diag.Pos, key, name, why string) {
	n.findings = append(n.findings, diag.Finding{
		Pos:     pos,
		Rule:    "name-reserved",
		Message: fmt.Sprintf("%q %s", name, why),
		Help:    fmt.Sprintf("choose another one with names: {elixir: {%s: …}}", key),
	})
}

func (n *names) scope(title string) *naming.Scope { return naming.NewScope(language, title) }

func (n *names) close(scopes ...*naming.Scope) {
	for _, s := range scopes {
		n.findings = append(n.findings, s.Findings...)
	}
}

// renamed gives the override of a path, if there is one that fits.
func (n *names) renamed(path string, fits *regexp.Regexp, what string) (string, bool) {
	s, ok := n.p.Names.Elixir.Rename[path]
	if !ok {
		return "", false
	}
	if !fits.MatchString(s.Name) || reserved[s.Name] {
		n.findings = append(n.findings, diag.Finding{
			Pos:     s.Pos,
			Rule:    "name-unspellable",
			Message: fmt.Sprintf("%q is spelled %q, which is not %s in Elixir", path, s.Name, what),
			Help:    "write another spelling here",
		})
		return "", false
	}
	return s.Name, true
}

// override gives the spelling of a path, or what it is without one.
func (n *names) override(path, derived string) string {
	if name, ok := n.renamed(path, functionName, "a name"); ok {
		return name
	}
	return derived
}

func (n *names) overrideModule(path, derived string) string {
	if name, ok := n.renamed(path, moduleName, "a module"); ok {
		return name
	}
	return derived
}

// overrideAtom gives the spelling of a path that becomes an atom, which may be
// any text.
func (n *names) overrideAtom(path, derived string) string {
	return or(n.p.Names.Elixir.Rename[path].Name, derived)
}

// spellModules names the modules of scripts, which stand below the root, and
// those of records, which have a place of their own.
func (n *names) spellModules() {
	modules := n.scope("the modules below " + n.root)
	modules.Reserve("a module of the Elixir SDK itself", runtimeModules...)
	files := n.scope("the files of " + n.root)
	claim := func(name, file, path string, pos diag.Pos) string {
		module := n.root + "." + name
		if modules.Claim(name, path, pos) {
			files.Claim(file, path, pos)
		}
		n.files[module] = underscore(n.root) + "/" + file
		return module
	}
	for _, m := range n.p.Modules {
		path, name, file := "modules."+m.Name, naming.Pascal(m.Name, nil), m.Name
		if renamed := n.overrideModule(path, name); renamed != name {
			name, file = renamed, underscore(renamed)
		}
		n.modules[m] = claim(name, file, path, m.Pos)
	}
	for _, k := range n.p.Keys {
		n.keys[k] = &keyNames{}
		if k.IsRecord() {
			path := "keys." + k.Name
			name := n.override(path, k.Name)
			n.keys[k].record = claim("Record."+naming.Pascal(name, nil), "record/"+name, path, k.Pos)
		}
	}
	n.close(modules, files)
}

func (n *names) spellKeyspace() {
	functions := n.scope(n.root + ".Keyspace")
	functions.Reserve("a function of the module itself", "gate", "module_info")
	for _, k := range n.p.Keys {
		path := "keys." + k.Name
		names := n.keys[k]
		names.builder = n.override(path, k.Name) + "_key"
		functions.Claim(names.builder, path, k.Pos)
		vars := variables{}
		for _, hole := range k.Holes() {
			n.spellEnum(hole.Type, "params."+hole.Name, hole.Pos)
			names.vars = append(names.vars, vars.claim(n.override("params."+hole.Name, hole.Name)))
		}
	}
	n.families = families(n)
	n.close(functions)
}

func (n *names) spellRecords() {
	for _, k := range n.p.Keys {
		if !k.IsRecord() {
			continue
		}
		fields := n.scope("the fields of " + n.keys[k].record)
		for _, f := range k.Fields {
			path := "keys." + k.Name + ".fields." + f.Name
			n.fields[f] = n.overrideAtom(path, underscore(strings.NewReplacer(".", "_", "-", "_").Replace(f.Name)))
			fields.Claim(n.fields[f], path, f.Pos)
			n.spellEnum(f.Type, path, f.Pos)
		}
		n.close(fields)
	}
}

func (n *names) spellErrors() {
	kinds := n.scope("the kinds of " + n.root + ".Error")
	for _, e := range n.p.Errors {
		path := "errors." + or(e.Class, e.Name)
		n.errors[e] = n.overrideAtom(path, e.Name)
		kinds.Claim(n.errors[e], path, e.Pos)
	}
	n.close(kinds)
}

func (n *names) spellScripts(m *protocol.Module) {
	functions := n.scope(n.modules[m])
	functions.Reserve("a function that every Erlang module has", "module_info", "behaviour_info")
	for _, s := range m.Scripts {
		path := scriptPath(s)
		base := n.override(path, s.Name)
		names := &scriptNames{
			function: base,
			base:     base,
			call:     base + "_call",
			reply:    base + "_reply",
			vars:     map[*protocol.CallParam]string{},
			options:  map[*protocol.CallParam]string{},
		}
		if reserved[base] || special[base] {
			names.function += "_"
		}
		n.scripts[s] = names
		for _, name := range []string{names.function, names.call, names.reply} {
			if !functions.Claim(name, path, s.Pos) {
				break
			}
		}
		n.spellParams(s, names)
		n.spellReply(s)
	}
	n.close(functions)
}

func (n *names) spellParams(s *protocol.Script, names *scriptNames) {
	vars := variables{}
	options := n.scope("the options of " + n.modules[s.Module] + "." + names.function)
	for _, c := range s.Call {
		path := scriptPath(s) + ".args." + c.Name
		derived := c.Name
		if c.Hole != nil && c.Hole.Name == c.Name {
			derived = n.override("params."+c.Hole.Name, c.Name)
		}
		name := n.override(path, derived)
		n.spellEnum(c.Type, path, c.Pos)
		if isOption(c) {
			options.Claim(name, path, c.Pos)
			names.options[c] = name
			names.vars[c] = "opts[" + atom(name) + "]"
		} else {
			names.vars[c] = vars.claim(name)
		}
	}
	n.close(options)
}

// spellReply names what a script answers.
func (n *names) spellReply(s *protocol.Script) {
	path := scriptPath(s) + ".returns"
	answers := n.scope("the answers of " + n.modules[s.Module] + "." + n.scripts[s].function)
	for _, answer := range s.Reply.Answers() {
		n.claimAtom(answers, path, answer.Name, answer.Pos)
	}
	n.close(answers)
	n.spellShape(s.Reply.Value, path)
}

func (n *names) spellShape(s *protocol.Shape, path string) {
	if s == nil {
		return
	}
	members := n.scope("the members of " + path)
	for _, m := range s.Members {
		n.claimAtom(members, path, m.Name, m.Pos)
		n.spellShape(m.Shape, path+"."+m.Name)
	}
	n.close(members)
	n.spellEnum(s.Type, path, s.Pos)
	n.spellEnum(s.Key, path, s.Pos)
	n.spellShape(s.Elem, path)
}

func (n *names) spellEnum(t protocol.Type, path string, pos diag.Pos) {
	if len(t.Values) == 0 {
		return
	}
	values := n.scope("the values of " + path)
	for _, value := range t.Values {
		n.claimAtom(values, path, value, pos)
	}
	n.close(values)
}

func (n *names) claimAtom(s *naming.Scope, path, name string, pos diag.Pos) {
	path += "." + name
	n.atoms[path] = n.overrideAtom(path, name)
	s.Claim(n.atoms[path], path, pos)
}

// isOption reports whether a parameter is passed in the options, behind those
// that are always there.
func isOption(c *protocol.CallParam) bool { return c.Optional || c.Flag }

func scriptPath(s *protocol.Script) string { return s.Module.Name + "." + s.Name }

// variables are the parameters of one function. Callers do not see their names,
// so what cannot be a variable, or is one already, simply gets an underscore.
type variables map[string]bool

func (v variables) claim(name string) string {
	name = strings.TrimLeft(name, "_")
	for name == "" || reserved[name] || locals[name] || v[name] {
		name += "_"
	}
	v[name] = true
	return name
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
