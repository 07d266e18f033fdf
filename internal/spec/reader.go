package spec

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/echomq/emqgen/internal/diag"
)

const (
	scalarNode   = yaml.ScalarNode
	sequenceNode = yaml.SequenceNode
	mappingNode  = yaml.MappingNode
)

// reader gathers what is wrong while forms walk the nodes.
type reader struct {
	file string
	list *diag.List
	path []*yaml.Node // the keys that lead to where we are
}

func (r *reader) pos(n *yaml.Node) diag.Pos {
	return diag.Pos{File: r.file, Line: n.Line, Col: n.Column}
}

func (r *reader) text(n *yaml.Node) Text {
	return Text{Pos: r.pos(n), Value: n.Value, Quoted: isQuoted(n)}
}

// enter notes that the value of a key is read now, for messages that name it.
func (r *reader) enter(key *yaml.Node) (leave func()) {
	r.path = append(r.path, key)
	return r.leave
}

func (r *reader) leave() { r.path = r.path[:len(r.path)-1] }

// place names the value that is read now and where to point for it.
func (r *reader) place(n *yaml.Node) (string, diag.Pos) {
	if len(r.path) == 0 {
		return "the spec", r.pos(n)
	}
	key := r.path[len(r.path)-1]
	return fmt.Sprintf("%q", key.Value), r.pos(key)
}

func (r *reader) isScalar(n *yaml.Node, want string) bool {
	if n.Kind != scalarNode {
		r.wrongKind(n, want)
		return false
	}
	if n.Tag == "!!null" && !isQuoted(n) {
		name, pos := r.place(n)
		if n.Value == "" {
			r.list.Errorf(pos, RuleKind, "%s has no value, expected %s", name, want).Help = "write a value, or leave the key out"
		} else {
			r.list.Errorf(r.pos(n), RuleKind, "%q is YAML for no value, expected %s", n.Value, want).Help = fmt.Sprintf("write \"%s\" in quotes if the word is meant", n.Value)
		}
		return false
	}
	return true
}

func (r *reader) wrongKind(n *yaml.Node, want string) {
	name, pos := r.place(n)
	found := "a list"
	switch {
	case n.Kind == mappingNode:
		found = "a mapping"
	case n.Kind == scalarNode && n.Tag == "!!null" && n.Value == "":
		r.list.Errorf(pos, RuleKind, "%s has no value, expected %s", name, want).Help = "write a value, or leave the key out"
		return
	case n.Kind == scalarNode:
		found = fmt.Sprintf("%q", n.Value)
	}
	r.list.Errorf(r.pos(n), RuleKind, "%s is %s, expected %s", name, found, want)
}

func (r *reader) unknownKey(key *yaml.Node, what string, known []string) {
	f := r.list.Errorf(r.pos(key), RuleUnknownKey, "unknown key %q in %s", key.Value, what)
	if near := diag.Nearest(key.Value, known); near != "" {
		f.Help = fmt.Sprintf("did you mean %q?", near)
	} else {
		sorted := slices.Sorted(slices.Values(known))
		f.Help = "known here: " + strings.Join(sorted, ", ")
	}
}

func (r *reader) missingKey(n *yaml.Node, what, key, doc string) {
	name, pos := r.place(n)
	if len(r.path) == 0 || n.Style&yaml.FlowStyle != 0 {
		pos = r.pos(n)
	}
	r.list.Errorf(pos, RuleMissingKey, "%s lacks the key %q of %s", name, key, what).Help = fmt.Sprintf("add %s: %s", key, doc)
}

// follow resolves an alias to what it stands for; check has made sure that
// this comes to an end.
func follow(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

func isQuoted(n *yaml.Node) bool {
	const quoted = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	return n.Style&quoted != 0 || n.Style&yaml.TaggedStyle != 0 && n.Tag == "!!str"
}

// pairs iterates over the keys and values of a mapping.
func pairs(n *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(k, v *yaml.Node) bool) {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if !yield(follow(n.Content[i]), n.Content[i+1]) {
				return
			}
		}
	}
}
