package elixir

import (
	"bytes"
	"slices"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

// moduleView writes a module of scripts.
type moduleView struct {
	*view
	module *protocol.Module
}

// aliases are the lines that make known the modules the scripts use.
func (m moduleView) aliases() []string {
	scripts := m.module.Scripts
	lines := []string{m.alias("Call", "")}
	if m.OwnConnector() {
		lines = append(lines, m.ConnectorAlias())
	}
	if slices.ContainsFunc(scripts, usesGate) {
		lines = append(lines, m.alias("Gate", ""))
	}
	if slices.ContainsFunc(scripts, func(s *protocol.Script) bool { return len(s.Keys) > 0 }) {
		lines = append(lines, m.alias("Keyspace", ""))
	}
	if slices.ContainsFunc(scripts, func(s *protocol.Script) bool { return !s.Reply.Undescribed() }) {
		lines = append(lines, m.alias("Reply", ""))
	}
	return append(lines, m.ScriptAlias())
}

func usesGate(s *protocol.Script) bool {
	return s.Many || len(s.Args) > 0 || slices.ContainsFunc(s.Keys, func(u *protocol.KeyUse) bool { return u.Variadic || u.Optional })
}

// render writes the module. It does without a template, because it may hold a
// thousand scripts.
func (m moduleView) render() ([]byte, error) { return emit.Written(m.write) }

func (m moduleView) write(b *bytes.Buffer) error {
	b.WriteString("# " + m.Header + "\n\ndefmodule " + m.modules[m.module] + " do\n  @moduledoc ")
	writeHeredoc(b, or(m.module.Doc, "The scripts of "+m.module.Name+"."), 2)
	b.WriteString("\n\n")
	for _, alias := range m.aliases() {
		b.WriteString(alias + "\n")
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
	return nil
}

// scriptType is the type of a script; a struct of the host may not declare one.
func (v *view) scriptType() string {
	if v.OwnScript() {
		return "Script.t()"
	}
	return "%Script{}"
}
