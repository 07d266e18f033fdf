package spec

import (
	"slices"

	"github.com/echomq/emqgen/internal/spec/yaml"
)

// listOf is a sequence.
func listOf[V any](what string, item form[V]) form[List[V]] { return listForm[V]{what, item} }

type listForm[V any] struct {
	what string
	item form[V]
}

func (f listForm[V]) read(r *reader, n *yaml.Node, v *List[V]) bool {
	if n.Kind != yaml.Sequence {
		r.wrongKind(n, "a list of "+f.what).Help = "write [first, second], or a line with - for each"
		v.Broken = true
		return false
	}
	v.Pos = r.pos(n)
	v.Items = slices.Grow(v.Items, len(n.Children))
	r.enter(n, true)
	defer r.leave()
	for _, c := range n.Children {
		last := len(v.Items)
		v.Items = append(v.Items, *new(V))
		if !f.item.read(r, c, &v.Items[last]) {
			v.Items = v.Items[:last]
			v.Broken = true
		}
	}
	return !v.Broken
}

// mapOf is a mapping from names to values.
func mapOf[V any](what string, key form[Text], value form[V]) form[Map[V]] {
	return mapForm[V]{what, key, value}
}

type mapForm[V any] struct {
	what  string
	key   form[Text]
	value form[V]
}

func (f mapForm[V]) read(r *reader, n *yaml.Node, v *Map[V]) bool {
	if n.Kind != yaml.Mapping {
		r.wrongKind(n, "a mapping of "+f.what).Help = "write {name: value}, or a line for each"
		v.Broken = true
		return false
	}
	if n.Partial {
		v.Broken = true
	} else {
		v.Pos = r.pos(n)
	}
	v.Entries = slices.Grow(v.Entries, len(n.Children)/2)
	for k, value := range pairs(n) {
		last := len(v.Entries)
		v.Entries = append(v.Entries, Entry[V]{})
		e := &v.Entries[last]
		known := f.key.read(r, k, &e.Key)
		r.enter(k, false)
		e.NoName = !known
		e.Broken = !f.value.read(r, value, &e.Value) || !known
		r.leave()
		v.Broken = v.Broken || e.Broken
		if !e.Key.Given() {
			v.Entries = v.Entries[:last]
		}
	}
	return !v.Broken
}
