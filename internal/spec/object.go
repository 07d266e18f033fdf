package spec

import (
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec/yaml"
)

// object is a mapping with a fixed set of keys.
func object[T any](what string, fields ...field[T]) form[T] { return newObject(what, fields...) }

func newObject[T any](what string, fields ...field[T]) objectForm[T] {
	f := objectForm[T]{what: what, byKey: map[string]int{}}
	for _, field := range fields {
		if field.at != nil {
			f.at = field.at
			continue
		}
		f.byKey[field.key] = len(f.fields)
		f.keys = append(f.keys, field.key)
		f.fields = append(f.fields, field)
	}
	return f
}

type objectForm[T any] struct {
	what   string
	fields []field[T]
	keys   []string
	byKey  map[string]int
	at     func(*T) *diag.Pos
}

// field is one key of an object.
type field[T any] struct {
	key      string
	doc      string
	required bool
	read     func(*reader, *yaml.Node, *T) bool
	schema   func(*schemas) any
	at       func(*T) *diag.Pos // of the pseudo field that keeps the position
}

// must is a field that has to be given.
func must[T, V any](key string, f form[V], part func(*T) *V, doc string) field[T] {
	field := may(key, f, part, doc)
	field.required = true
	return field
}

// may is a field that can be left out.
func may[T, V any](key string, f form[V], part func(*T) *V, doc string) field[T] {
	return field[T]{
		key:    key,
		doc:    doc,
		read:   func(r *reader, n *yaml.Node, t *T) bool { return f.read(r, n, part(t)) },
		schema: f.schema,
	}
}

// at keeps the position of the object itself.
func at[T any](part func(*T) *diag.Pos) field[T] { return field[T]{at: part} }

func (f objectForm[T]) read(r *reader, n *yaml.Node, v *T) bool {
	if n.Kind != yaml.Mapping {
		r.wrongKind(n, "a mapping").Help = "its keys: " + strings.Join(f.keys, ", ")
		return false
	}
	if f.at != nil {
		*f.at(v) = r.pos(n)
	}
	ok := !n.Partial
	var seen uint64
	for k, value := range pairs(n) {
		i, known := f.byKey[k.Value]
		if !known {
			// What was meant is not missing.
			if meant := r.unknownKey(k, f.what, f.keys); meant != "" && lookup(n, meant) == nil {
				i := f.byKey[meant]
				seen |= 1 << i
				f.fields[i].read(r, &yaml.Node{Kind: yaml.Unread}, v)
			}
			ok = false
			continue
		}
		seen |= 1 << i
		r.enter(k, false)
		ok = f.fields[i].read(r, value, v) && ok
		r.leave()
	}
	for i, field := range f.fields {
		switch {
		case seen&(1<<i) != 0:
		case n.Partial:
			field.read(r, &yaml.Node{Kind: yaml.Unread}, v) // it may be there
		case field.required:
			r.missingKey(n, f.what, field.key, field.doc)
			ok = false
		}
	}
	return ok
}

// strange reports whether a mapping has a key that is not known.
func (f objectForm[T]) strange(n *yaml.Node) bool {
	for k := range entries(n) {
		if _, known := f.byKey[k]; !known {
			return true
		}
	}
	return false
}

// named is a mapping in which one key is the name of the thing and its value
// the type, and the others are options: {limit: int, optional: true}.
func named[T, V any](what string, typ form[V], name func(*T) *Text, part func(*T) *V, options ...field[T]) form[T] {
	return namedForm[T, V]{what, typ, name, part, newObject(what, options...)}
}

type namedForm[T, V any] struct {
	what    string
	typ     form[V]
	name    func(*T) *Text
	part    func(*T) *V
	options objectForm[T]
}

func (f namedForm[T, V]) read(r *reader, n *yaml.Node, v *T) bool {
	if n.Kind != yaml.Mapping || len(n.Children) == 0 {
		r.wrongKind(n, f.what).Help = "name it and say its type: {limit: int}"
		return false
	}
	// The name is the first key that is no option, so an option may come first;
	// if all of them are, the first one is a name that happens to look like one.
	at := 0
	for i := 0; i < len(n.Children); i += 2 {
		if _, option := f.options.byKey[n.Children[i].Value]; !option {
			at = i
			break
		}
	}
	key, typ := n.Children[at], n.Children[at+1]
	ok := name.read(r, key, f.name(v))
	r.enter(key, false)
	ok = f.typ.read(r, typ, f.part(v)) && ok
	r.leave()
	rest := *n
	rest.Children = append(append([]*yaml.Node{}, n.Children[:at]...), n.Children[at+2:]...)
	return f.options.read(r, &rest, v) && ok
}
