package elixir

import (
	"bytes"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// moduleView writes a module of scripts.
type moduleView struct {
	*view
	module *protocol.Module
}

// aliases lists the modules that the scripts use by their last name.
func (m moduleView) aliases() []string {
	scripts := m.module.Scripts
	aliases := []string{m.Root + ".Call"}
	if m.OwnConnector() {
		aliases = append(aliases, m.Root+".Connector")
	}
	if slices.ContainsFunc(scripts, usesGate) {
		aliases = append(aliases, m.Root+".Gate")
	}
	if slices.ContainsFunc(scripts, func(s *protocol.Script) bool { return len(s.Keys) > 0 }) {
		aliases = append(aliases, m.Root+".Keyspace")
	}
	if slices.ContainsFunc(scripts, func(s *protocol.Script) bool { return !s.Reply.Undescribed() }) {
		aliases = append(aliases, m.Root+".Reply")
	}
	return append(aliases, m.scriptAlias())
}

func usesGate(s *protocol.Script) bool {
	return len(s.Args) > 0 || slices.ContainsFunc(s.Keys, func(u *protocol.KeyUse) bool { return u.Variadic || u.Optional })
}

func (v *view) scriptAlias() string {
	host := v.p.Names.Elixir.Script
	switch {
	case v.OwnScript():
		return v.Root + ".Script"
	case strings.HasSuffix(host, ".Script"):
		return host
	}
	return host + ", as: Script"
}

// write writes the module. It does without a template, because it may hold a
// thousand scripts.
func (m moduleView) write(b *bytes.Buffer) {
	b.Grow(m.size())
	b.WriteString("# " + m.Header + "\n\ndefmodule " + m.modules[m.module] + " do\n  @moduledoc ")
	writeHeredoc(b, or(m.module.Doc, "The scripts of "+m.module.Name+"."), 2)
	b.WriteString("\n\n")
	for _, alias := range m.aliases() {
		b.WriteString("  alias " + alias + "\n")
	}
	attributes := make([]node, len(m.module.Scripts))
	for i, s := range m.module.Scripts {
		view := scriptView{view: m.view, script: s, names: m.scripts[s], path: scriptPath(s)}
		view.write(b)
		attributes[i] = leaf("@" + m.scripts[s].base + "_script")
	}
	writeDoc(b, "The scripts of this module.")
	b.WriteString("  @spec scripts() :: [" + m.scriptType() + "]\n")
	writeFunction(b, "def", "scripts", nil, group("", "[", attributes...))
	b.WriteString("\nend\n")
}

// scriptType is the type of a script; a struct of the host may not declare one.
func (v *view) scriptType() string {
	if v.OwnScript() {
		return "Script.t()"
	}
	return "%Script{}"
}

// size guesses how long the text gets, so that it need not be moved as it grows.
func (m moduleView) size() int {
	size := 1 << 10
	for _, s := range m.module.Scripts {
		size += 3<<10 + len(s.Source)*3/2
	}
	return size
}
