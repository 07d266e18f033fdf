package spec

import (
	"iter"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec/yaml"
)

// reader gathers what is wrong while forms walk the nodes.
type reader struct {
	file string
	list *diag.List
	path []step // what leads to where we are
}

// step is a key whose value is read, or a list whose items are.
type step struct {
	node *yaml.Node
	list bool
}

func (r *reader) pos(n *yaml.Node) diag.Pos {
	return diag.Pos{File: r.file, Line: int(n.Line), Col: int(n.Col)}
}

func (r *reader) text(n *yaml.Node) Text {
	return Text{Pos: r.pos(n), Value: n.Value, Quoted: n.IsText(), inner: n.Inner()}
}

// enter notes that the value of a key, or the items of a list, are read from here
// to leave, for messages that name it.
func (r *reader) enter(n *yaml.Node, list bool) { r.path = append(r.path, step{n, list}) }

func (r *reader) leave() { r.path = r.path[:len(r.path)-1] }

// place names the value n that is read now, and where to point for it as a whole.
func (r *reader) place(n *yaml.Node) (string, diag.Pos) {
	name, pos := "the spec", r.pos(n)
	for i := len(r.path) - 1; i >= 0; i-- {
		if s := r.path[i]; !s.list {
			name = diag.Sprintf("%q", s.node.Value)
			if i == len(r.path)-1 {
				return name, r.pos(s.node)
			}
			return "an item of " + name, pos
		}
	}
	return name, pos
}

func (r *reader) isScalar(n *yaml.Node, want string) bool {
	if n.Kind == yaml.Unread {
		return false
	}
	if n.Kind != yaml.Scalar {
		r.wrongKind(n, want).Help = "text that looks like a list or mapping stands in quotes"
		return false
	}
	if n.IsNull() {
		name, pos := r.place(n)
		if n.Value == "" {
			r.list.Errorf(pos, RuleKind, "%s has no value, expected %s", name, want).Help = "write a value, or leave the key out"
		} else {
			r.list.Errorf(r.pos(n), RuleKind, "%q is YAML for no value, expected %s", n.Value, want).Help = diag.Sprintf("write \"%s\" in quotes if the word is meant", n.Value)
		}
		return false
	}
	return true
}

func (r *reader) wrongKind(n *yaml.Node, want string) *diag.Finding {
	if n.Kind == yaml.Unread {
		return new(diag.Finding) // which is in no list: the node has one already
	}
	name, pos := r.place(n)
	found := diag.Sprintf("%q", n.Value)
	switch {
	case n.Kind == yaml.Mapping:
		found = "a mapping"
	case n.Kind == yaml.Sequence:
		found = "a list"
	case n.IsNull() && n.Value == "":
		f := r.list.Errorf(pos, RuleKind, "%s has no value, expected %s", name, want)
		f.Help = "write a value, or leave the key out"
		return f
	}
	return r.list.Errorf(r.pos(n), RuleKind, "%s is %s, expected %s", name, found, want)
}

// unknownKey returns the key that was most likely meant, or nothing.
func (r *reader) unknownKey(key *yaml.Node, what string, known []string) string {
	f := r.list.Errorf(r.pos(key), RuleUnknownKey, "unknown key %q in %s", key.Value, what)
	near := diag.Nearest(key.Value, known)
	if near != "" {
		f.Help = diag.Sprintf("did you mean %q?", near)
	} else {
		f.Help = "known here: " + strings.Join(slices.Sorted(slices.Values(known)), ", ")
	}
	return near
}

func (r *reader) missingKey(n *yaml.Node, what, key, doc string) {
	_, pos := r.place(n)
	if n.Flow {
		pos = r.pos(n)
	}
	r.list.Errorf(pos, RuleMissingKey, "missing key %q in %s", key, what).Help = diag.Sprintf("add %s: %s", key, doc)
}

// pairs iterates over the keys and values of a mapping.
func pairs(n *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(k, v *yaml.Node) bool) {
		for i := 0; i+1 < len(n.Children); i += 2 {
			if !yield(n.Children[i], n.Children[i+1]) {
				return
			}
		}
	}
}
