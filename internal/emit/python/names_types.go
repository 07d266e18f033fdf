package python

import (
	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/naming"
	"github.com/echomq/emqgen/internal/protocol"
)

func (n *names) nameTypes() {
	for _, param := range n.p.Params {
		path := "params." + param.Name
		n.holes[param] = n.spell(path, func() string { return evade(param.Name, keywords, readerParams) })
		n.typeOf(param, param.Type, n.holes[param], path, param.Pos, param.Doc)
	}
}

// hasClass reports whether a type has a class of its own.
func hasClass(t protocol.Type) bool { return t.Named != "" || t.Kind == protocol.Enum }

// typeOf names the class of an enum and the type that an `is:` gives a name; at
// is where it stands, and words what an unnamed enum is called after there.
func (n *names) typeOf(at any, t protocol.Type, words, path string, pos diag.Pos, doc string) {
	if !hasClass(t) {
		return
	}
	name, known := n.types[t.Named]
	_, ofParam := at.(*protocol.Param)
	shared := t.Named != "" || ofParam
	if t.Named != "" && !known {
		path = "types." + t.Named
		name = n.spell(path, func() string { return class(t.Named) })
		n.types[t.Named] = name
	}
	if t.Named == "" {
		name = class(words)
	}
	if known {
		n.enums[at] = n.namedEnum(name)
		return
	}
	var members *enum
	if t.Kind == protocol.Enum {
		members = n.words(name, t.Values, path, pos, doc)
		members.shared = shared
		n.enums[at] = members
	}
	if !shared {
		n.root.Claim(name, path, pos)
		return
	}
	n.typing.Claim(name, path, pos)
	n.shared = append(n.shared, sharedType{class: name, typ: t, enum: members})
}

// namedEnum finds the enum of a type that was met before.
func (n *names) namedEnum(class string) *enum {
	for _, shared := range n.shared {
		if shared.class == class {
			return shared.enum
		}
	}
	return nil
}

// words names the members of an enum.
func (n *names) words(class string, values []string, path string, pos diag.Pos, doc string) *enum {
	e := &enum{class: class, doc: doc, values: values}
	n.scope("the Python enum "+class, func(s *naming.Scope) {
		for _, value := range values {
			at := path + "." + value
			name := n.spell(at, func() string { return naming.UpperSnake(value) })
			s.Claim(name, at, pos)
			e.members = append(e.members, name)
		}
	})
	return e
}
