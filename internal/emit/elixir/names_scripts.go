package elixir

import (
	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/naming"
	"github.com/echomq/emqgen/internal/protocol"
)

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
		}
		if reserved[base] || special[base] {
			names.function += "_"
		}
		n.scripts[s] = names
		n.claim(functions, path, s.Pos, names.function, names.call, names.reply)
		if s.Many {
			names.many = base + "_many"
			n.claim(functions, path, s.Pos, names.many)
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
			n.claim(options, path, c.Pos, name)
			n.options[c] = name
		} else {
			n.vars[c] = vars.claim(name)
		}
	}
	for _, c := range s.Call {
		if c.Variadic {
			n.items[c] = vars.claim("item")
		}
	}
	n.close(options)
}

// spellReply names what a script answers.
func (n *names) spellReply(s *protocol.Script) {
	path := scriptPath(s) + ".returns"
	answers := n.scope("the answers of " + n.modules[s.Module] + "." + n.scripts[s].function)
	for _, answer := range s.Reply.Answers() {
		n.verdicts[answer] = n.claimAtom(answers, path+"."+answer.Name, answer.Name, answer.Pos)
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
		at := path + "." + m.Name
		n.atoms[at] = n.claimAtom(members, at, m.Name, m.Pos)
		n.spellShape(m.Shape, at)
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
		at := path + "." + value
		n.atoms[at] = n.claimAtom(values, at, value, pos)
	}
	n.close(values)
}

func (n *names) claimAtom(s *naming.Scope, path, name string, pos diag.Pos) string {
	atom := n.overrideAtom(path, name)
	n.claim(s, path, pos, atom)
	return atom
}

// isOption reports whether a parameter is passed in the options, behind those
// that are always there.
func isOption(c *protocol.CallParam) bool { return c.Optional || c.Flag }

func scriptPath(s *protocol.Script) string { return s.Module.Name + "." + s.Name }
