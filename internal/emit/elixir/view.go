package elixir

import (
	"bytes"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

// view is what the templates of one protocol see.
type view struct {
	*names
	Header string
	Root   string
	App    string
}

func newView(p *protocol.Protocol) *view {
	return &view{names: namesOf(p), Header: emit.Header(p), Root: p.Names.Elixir.Module, App: p.Names.Elixir.App}
}

// OwnConnector reports whether the SDK brings its own connector.
func (v *view) OwnConnector() bool { return v.p.Names.Elixir.Connector == "" }

// Connects reports whether the SDK talks to a server through a connector of its
// own.
func (v *view) Connects() bool {
	needed := v.Fence() || len(v.p.Scripts()) > 0 || slices.ContainsFunc(v.p.Keys, (*protocol.Key).IsRecord)
	return v.OwnConnector() && needed
}

// OwnScript reports whether the SDK brings its own struct for scripts.
func (v *view) OwnScript() bool { return v.p.Names.Elixir.Script == "" }

// ConnectorAlias, ScriptAlias and IDAlias make the modules known that are ours
// or the host's, under one name. IDAlias is empty without ids.
func (v *view) ConnectorAlias() string { return v.alias("Connector", v.p.Names.Elixir.Connector) }
func (v *view) ScriptAlias() string    { return v.alias("Script", v.p.Names.Elixir.Script) }

func (v *view) IDAlias() string {
	if v.p.IDs == nil {
		return ""
	}
	return v.alias("BrandedId", v.p.Names.Elixir.ID)
}

func (v *view) alias(name, host string) string {
	switch line := "  alias " + host + ", as: " + name; {
	case host == "":
		return "  alias " + v.Root + "." + name
	case host == name || strings.HasSuffix(host, "."+name):
		return "  alias " + host
	case len(line) <= width:
		return line
	}
	return "  alias " + host + ",\n    as: " + name
}

// AppAtom writes the name of the application.
func (v *view) AppAtom() string { return atom(v.App) }

// Protocol, Version and Description describe the protocol as literals.
func (v *view) Protocol() string { return quote(v.p.Name) }
func (v *view) Version() string  { return quote(v.p.Version) }
func (v *view) Description() string {
	line := pair("description: ", leaf(quote(firstLine(or(v.p.Doc, "The "+v.p.Name+" protocol")))))
	return written(func(b *bytes.Buffer) { line.write(b, 6, 6, len(",")) })
}

// Doc describes the protocol.
func (v *view) Doc() string {
	return heredoc(or(v.p.Doc, "The "+v.p.Name+" protocol, version "+v.p.Version+"."), 2)
}

// Modules lists the modules of scripts, spelled out.
func (v *view) Modules() []string {
	var modules []string
	for _, m := range v.p.Modules {
		modules = append(modules, v.modules[m])
	}
	return modules
}

// ScriptsDef is the body of scripts/0 of the root module.
func (v *view) ScriptsDef() string {
	return written(func(b *bytes.Buffer) {
		writeFunction(b, "def", "scripts", nil, call("Enum.flat_map",
			group("", "[", leaves(v.Modules()...)...), leaf("& &1.scripts()")))
	})
}

// HasErrors reports whether there are kinds of errors at all.
func (v *view) HasErrors() bool { return len(v.p.Errors) > 0 }

// Kinds documents the kinds of errors.
func (v *view) Kinds() string {
	if !v.HasErrors() {
		return ""
	}
	lines := []string{"", "The kinds of errors that the protocol declares:", ""}
	for _, e := range v.p.Errors {
		text := "`" + atom(v.errors[e]) + "`"
		if e.Class != "" {
			text += " (" + e.Class + ")"
		}
		lines = append(lines, item(text, e.Doc))
	}
	return "\n" + docBlock(strings.Join(lines, "\n"), 2)
}

// KindType declares the kinds of errors.
func (v *view) KindType() string {
	if !v.HasErrors() {
		return ""
	}
	var kinds []node
	for _, e := range v.p.Errors {
		kinds = append(kinds, leaf(atom(v.errors[e])))
	}
	return "\n\n  @typedoc \"A kind of error that the protocol declares.\"\n" + written(func(b *bytes.Buffer) {
		writeType(b, "kind", union(kinds...))
	})
}

// Clauses are those of Error.refusal/1: a wire class and its kind each.
func (v *view) Clauses() string {
	var clauses []clause
	for _, e := range v.p.Errors {
		if e.Class != "" {
			clauses = append(clauses, clause{quote(e.Class), leaf(atom(v.errors[e]))})
		}
	}
	if len(clauses) == 0 {
		return ""
	}
	clauses = append(clauses, clause{"_", group("", "{", leaves(":server", "message")...)})
	return written(func(b *bytes.Buffer) { writeClauses(b, clauses, 6) })
}

// Reason is the type of what a call can fail with.
func (v *view) Reason() string {
	var reasons []node
	if v.HasErrors() {
		reasons = leaves("Error.kind()")
	}
	if v.OwnConnector() {
		reasons = append(reasons, leaf("Connector.reason()"))
	} else {
		reasons = append(reasons, leaf("{:server, binary()}"))
	}
	reasons = append(reasons, leaf("{:unexpected_reply, term()}"))
	if !v.OwnConnector() {
		reasons = append(reasons, leaf("term()"))
	}
	return written(func(b *bytes.Buffer) { writeType(b, "reason", union(reasons...)) })
}

// Ids.

func (v *view) EpochMs() string { return integer(v.p.IDs.Epoch.UnixMilli()) }

func (v *view) EpochText() string { return v.p.IDs.Epoch.UTC().Format("2006-01-02T15:04:05.999Z07:00") }
func (v *view) TimeBits() int     { return v.p.IDs.TimeBits }
func (v *view) NodeBits() int     { return v.p.IDs.NodeBits }
func (v *view) SeqBits() int      { return v.p.IDs.SeqBits }
func (v *view) MaxNode() int      { return 1<<v.p.IDs.NodeBits - 1 }

// Example is an id of the first brand.
func (v *view) Example() string {
	brand := "ABC"
	if len(v.p.IDs.Brands) > 0 {
		brand = v.p.IDs.Brands[0].Name
	}
	return brand + "00000000000"
}

// Brands documents the brands that the protocol declares.
func (v *view) Brands() string {
	if len(v.p.IDs.Brands) == 0 {
		return ""
	}
	lines := []string{"", "The brands of the protocol:", ""}
	for _, b := range v.p.IDs.Brands {
		lines = append(lines, item("`"+b.Name+"`", b.Doc))
	}
	return docBlock(strings.Join(lines, "\n"), 2)
}

// Fence reports whether the protocol has a version fence.
func (v *view) Fence() bool { return v.p.Fence != nil }

func (v *view) Key() string         { return escapeDoc(v.p.Fence.At.String()) }
func (v *view) KeyLiteral() string  { return quote(v.p.Fence.At.String()) }
func (v *view) WireLiteral() string { return quote(v.p.Wire) }
