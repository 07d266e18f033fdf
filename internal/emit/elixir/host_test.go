package elixir_test

import (
	"testing"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

// Each host module may be there without the others.
func TestHostModules(t *testing.T) {
	dir := project(t, inHost(shipped(t), protocol.ElixirNames{App: "host", Module: "Plain"}), emit.Standalone)
	for _, names := range []protocol.ElixirNames{
		{Module: "OnlyScript", Script: "Host.Lua"},
		{Module: "OnlyId", ID: "Host.Ids"},
		{Module: "OnlyConnector", Connector: "Host.Wire"},
		{Module: "ConnectorAndScript", Connector: "Host.Wire", Script: "Host.Lua"},
		{Module: "ScriptAndId", Script: "Host.Lua", ID: "Host.Ids"},
		{Module: "Every.One", Connector: "Host.Wire", Script: "Host.Lua", ID: "Host.Ids"},
	} {
		write(t, dir, emitted(t, inHost(shipped(t), names), emit.Embedded))
	}
	write(t, dir, []emit.File{{Path: "lib/host.ex", Data: testdata(t, "host.ex")}})
	exunit(t, compiled(t, dir, "host"), "host_test.exs", engines(t))
}

// inHost gives the protocol other Elixir names.
func inHost(p *protocol.Protocol, names protocol.ElixirNames) *protocol.Protocol {
	changed := *p
	if names.App == "" {
		names.App = "host"
	}
	changed.Names.Elixir = names
	return &changed
}
