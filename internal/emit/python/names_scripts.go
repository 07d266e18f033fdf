package python

import (
	"strings"

	"github.com/echomq/emqgen/internal/naming"
	"github.com/echomq/emqgen/internal/protocol"
)

func (n *names) nameModules() {
	files := naming.NewScope("python", "the Python package")
	for _, s := range n.p.Scripts() {
		n.namesakes[s.Name]++
	}
	for _, m := range n.p.Modules {
		path := "modules." + m.Name
		file := n.spell(path, func() string { return evade(m.Name, keywords, ownFiles) })
		names := moduleNames{file: strings.ToLower(file), sync: class(file)}
		files.Claim(names.file, path, m.Pos)
		for _, class := range []string{names.sync, names.async(), names.calls()} {
			n.root.Claim(class, path, m.Pos)
		}
		n.modules[m] = names
		n.scope("the Python class "+names.sync, func(s *naming.Scope) {
			for _, script := range m.Scripts {
				n.nameScript(s, script)
			}
		})
	}
	n.list.Add(files.Findings...)
}

func (n *names) nameScript(class *naming.Scope, s *protocol.Script) {
	path := s.Module.Name + "." + s.Name
	method := n.spell(path, member(s.Name))
	class.Claim(method, path, s.Pos)
	if s.Many {
		class.Claim(method+"_many", path, s.Pos)
	}
	base := pascal(method)
	if n.namesakes[s.Name] > 1 {
		base = n.modules[s.Module].sync + base
	}
	n.nameParams(s, path, base)
	names := scriptNames{method: method}
	returns := path + ".returns"
	if hasVerdicts(s.Reply) {
		names.reply = n.spell(returns, func() string { return base + "Reply" })
		n.root.Claim(names.reply, path, s.Pos)
		n.nameVerdicts(s, returns, names.reply)
	}
	if s.Reply.Value.Tuple() != nil {
		names.result = base + "Result"
		if !hasVerdicts(s.Reply) {
			names.result = n.spell(returns, func() string { return base + "Result" })
		}
		n.root.Claim(names.result, path, s.Pos)
	}
	n.scripts[s] = names
	n.nameShape(s, s.Reply.Value, returns, base, "Value", "")
}

func (n *names) nameParams(s *protocol.Script, path, base string) {
	n.scope("the Python method of "+path, func(scope *naming.Scope) {
		scope.Reserve("a parameter of every method", "self")
		for _, p := range s.Call {
			at := n.paramPath(s, path, p)
			n.params[p] = n.spell(at, func() string {
				if p.Hole != nil && p.Hole.Name == p.Name {
					return evade(n.holes[p.Hole], receivers)
				}
				return evade(p.Name, keywords, receivers)
			})
			scope.Claim(n.params[p], at, p.Pos)
			switch {
			case p.Hole != nil && n.enums[p.Hole] != nil:
				n.enums[p] = n.enums[p.Hole]
			case hasClass(p.Type):
				n.typeOf(p, p.Type, base+pascal(n.params[p]), at, p.Pos, p.Doc)
			}
		}
	})
}

// paramPath is where an override spells a parameter: among the arguments, or at
// the role of the key that it stands for alone.
func (n *names) paramPath(s *protocol.Script, path string, p *protocol.CallParam) string {
	if len(n.p.Names.Python.Rename) == 0 {
		return path + ".args." + p.Name
	}
	for _, u := range s.Keys {
		role := path + ".keys." + u.Name()
		if _, ok := n.p.Names.Python.Rename[role]; ok && (u.Given == p || p.Hole != nil && p.Name == u.As) {
			return role
		}
	}
	return path + ".args." + p.Name
}

func (n *names) nameVerdicts(s *protocol.Script, path, class string) {
	n.scope("the Python enum "+class, func(scope *naming.Scope) {
		for _, v := range s.Reply.Answers() {
			at := path + "." + v.Name
			n.verdicts[v] = n.spell(at, func() string { return strings.ToUpper(v.Name) })
			scope.Claim(n.verdicts[v], at, v.Pos)
		}
	})
}

// nameShape names the members of a tuple and the enums within a shape, which
// are called after what they are.
func (n *names) nameShape(s *protocol.Script, shape *protocol.Shape, path, base, what, doc string) {
	if shape == nil {
		return
	}
	switch shape.Kind {
	case protocol.Scalar:
		words := base + what
		if what == "Value" && shape.Type.Kind == protocol.Enum {
			words = n.spell(path, func() string { return base + what })
		}
		n.typeOf(shape, shape.Type, words, path, shape.Pos, doc)
	case protocol.Map:
		n.typeOf(mapKey{shape}, shape.Key, base+what+"Key", path+".key", shape.Pos, doc)
		n.nameShape(s, shape.Elem, path, base, what, doc)
	case protocol.List:
		n.nameShape(s, shape.Elem, path, base, what, doc)
	case protocol.Tuple:
		n.scope("the Python class "+n.scripts[s].result, func(scope *naming.Scope) {
			for _, m := range shape.Members {
				at := path + "." + m.Name
				n.members[m] = n.spell(at, member(m.Name))
				scope.Claim(n.members[m], at, m.Pos)
				n.nameShape(s, m.Shape, at, base, pascal(n.members[m]), m.Doc)
			}
		})
	}
}

// mapKey is where the key of a map stands, as apart from its values.
type mapKey struct{ of *protocol.Shape }

// hasVerdicts reports whether a reply needs an enum: it has answers that are no
// values. A reply that is nothing or a value needs none, as None says nothing.
func hasVerdicts(r *protocol.Reply) bool {
	answers := r.Answers()
	return len(answers) > 1 || len(answers) == 1 && (answers[0] != r.None || r.Value == nil)
}
