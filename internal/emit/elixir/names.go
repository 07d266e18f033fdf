package elixir

import (
	"fmt"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/emit"
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
	vars     map[*protocol.CallParam]string // of parameters that are always there
	options  map[*protocol.CallParam]string // of those that are options
	items    map[*protocol.CallParam]string // of one element of those that are lists
	verdicts map[*protocol.Verdict]string   // those that are answers, as atoms without the colon
	errors   map[*protocol.Error]string
	fields   map[*protocol.Field]string
	atoms    map[string]string // by path: enum values and members
	families []*family
	used     map[string]bool // paths of overrides that were asked for
	list     diag.List
}

type keyNames struct {
	builder string // job_key
	record  string // EchoMQ.Record.Job; only of records
	vars    []string
}

type scriptNames struct {
	function string // enqueue
	call     string // enqueue_call
	reply    string // enqueue_reply
	many     string // enqueue_many; only where many calls may be sent at a time
	base     string // enqueue, from which attributes and types derive
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

// namesOf gives the names of a protocol.
var namesOf = emit.Last(spell)

func spell(p *protocol.Protocol) *names {
	n := &names{
		p:        p,
		root:     p.Names.Elixir.Module,
		keys:     map[*protocol.Key]*keyNames{},
		modules:  map[*protocol.Module]string{},
		files:    map[string]string{},
		scripts:  map[*protocol.Script]*scriptNames{},
		vars:     map[*protocol.CallParam]string{},
		options:  map[*protocol.CallParam]string{},
		items:    map[*protocol.CallParam]string{},
		verdicts: map[*protocol.Verdict]string{},
		errors:   map[*protocol.Error]string{},
		fields:   map[*protocol.Field]string{},
		atoms:    map[string]string{},
		used:     map[string]bool{},
	}
	n.spellRoot()
	n.spellModules()
	n.spellKeyspace()
	n.spellRecords()
	n.spellErrors()
	for _, m := range p.Modules {
		n.spellScripts(m)
	}
	n.unusedOverrides()
	return n
}

// spellRoot looks at what names the whole SDK, which nothing may be called yet.
func (n *names) spellRoot() {
	if e := n.p.Names.Elixir; elixirModules[e.Module] {
		n.refuse("module", e.Module, "is a module of Elixir itself")
	} else if elixirApps[e.App] {
		n.refuse("app", e.App, "is an application of Elixir or Erlang itself")
	}
}

func (n *names) refuse(key, name, why string) {
	n.list.Errorf(n.p.Place("names.elixir."+key, "protocol"), "name-reserved", "%q %s", name, why).
		Help = fmt.Sprintf("choose another one with names: {elixir: {%s: …}}", key)
}

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
