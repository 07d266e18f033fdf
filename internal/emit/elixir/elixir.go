// Package elixir emits the Elixir SDK: a mix project, or its sources for an
// application that has a connector, a script struct or an id module of its own.
//
// The text is laid out as the Elixir formatter would, so that nothing has to be
// formatted afterwards: see node.
package elixir

import (
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

// Emitter emits Elixir.
type Emitter struct{}

var _ emit.Emitter = Emitter{}

// Language is the word for it on the command line.
func (Emitter) Language() string { return language }

// Prepare parses the templates. Emit tells when one of them does not parse.
func (Emitter) Prepare() { _, _ = parsed() }

// Check finds names that Elixir cannot spell, reserves, or would spell alike.
func (Emitter) Check(p *protocol.Protocol) []diag.Finding { return namesOf(p).list.Sorted() }

// Emit renders the SDK.
func (Emitter) Emit(p *protocol.Protocol, layout emit.Layout) ([]emit.File, error) {
	v := newView(p)
	if err := v.list.Err(); err != nil {
		return nil, err
	}
	var sources []source
	add := func(path, template string, data any) {
		sources = append(sources, source{path, func() ([]byte, error) { return execute(template+".tmpl", data) }})
	}
	if layout == emit.Standalone {
		add("mix.exs", "mix.exs", v)
		add(".formatter.exs", "formatter.exs", v)
	}
	add(v.file(v.Root), "root.ex", v)
	for _, part := range v.runtime(layout) {
		add(v.file(v.Root+"."+part.module), part.template, v)
	}
	for _, k := range p.Keys {
		if k.IsRecord() {
			add(v.file(v.keys[k].record), "record.ex", recordView{v, k})
		}
	}
	for _, part := range v.driver(layout) {
		add(v.file(v.Root+"."+part.module), part.template, driverView{v})
	}
	for _, m := range p.Modules {
		sources = append(sources, source{v.file(v.modules[m]), moduleView{v, m}.render})
	}
	return render(sources)
}

// file gives the path of a module.
func (v *view) file(module string) string {
	return "lib/" + or(v.files[module], underscore(module)) + ".ex"
}

type part struct{ module, template string }

// runtime lists the modules that do not depend on the spec, as far as this
// protocol needs them.
func (v *view) runtime(layout emit.Layout) []part {
	host := v.p.Names.Elixir
	scripts, keys, fence := len(v.p.Scripts()) > 0, len(v.p.Keys) > 0, v.Fence()
	records, connector := slices.ContainsFunc(v.p.Keys, (*protocol.Key).IsRecord), v.Connects()
	var parts []part
	add := func(needed bool, module, template string) {
		if needed {
			parts = append(parts, part{module, template})
		}
	}
	add(keys, "Keyspace", "keyspace.ex")
	// The driver finds the node of a command by its slot, whatever the spec declares.
	add(keys || len(v.driver(layout)) > 0, "Slot", "slot.ex")
	add(v.p.IDs != nil && host.ID == "", "BrandedId", "branded_id.ex")
	add(scripts || len(v.holes()) > 0, "Gate", "gate.ex")
	add(scripts || records, "Reply", "reply.ex")
	add(scripts, "Call", "call.ex")
	add(scripts, "Error", "error.ex")
	add(scripts && v.OwnScript(), "Script", "script.ex")
	add(fence, "Fence", "fence.ex")
	add(fence, "FenceError", "fence_error.ex")
	add(connector, "Connector", "connector.ex")
	add(connector, "Connector.Redix", "connector_redix.ex")
	add(connector, "Connector.Eredis", "connector_eredis.ex")
	add(connector, "Executor", "executor.ex")
	add(connector && fence, "Connection", "connection.ex")
	return parts
}
