package spec

import (
	"github.com/echomq/emqgen/internal/spec/yaml"
)

// A form says what may stand at one place of a spec: how it is read into the
// syntax tree, and how the JSON Schema describes it. Both come from the same
// value, so they cannot drift apart.
type form[V any] interface {
	// read fills v from n. It reports false when v is incomplete, in which case
	// it has told the reader why.
	read(r *reader, n *yaml.Node, v *V) bool
	schema(s *schemas) any
}

// pointer makes a part of the tree nil unless it is given.
func pointer[V any](f form[V]) form[*V] { return pointerForm[V]{f} }

type pointerForm[V any] struct{ form form[V] }

func (f pointerForm[V]) read(r *reader, n *yaml.Node, v **V) bool {
	*v = new(V)
	return f.form.read(r, n, *v)
}

// noting notes in the part itself that it could not be read as a whole.
func noting[V any](f form[V], broken func(*V) *bool) form[V] { return notingForm[V]{f, broken} }

type notingForm[V any] struct {
	form[V]
	broken func(*V) *bool
}

func (f notingForm[V]) read(r *reader, n *yaml.Node, v *V) bool {
	ok := f.form.read(r, n, v)
	*f.broken(v) = !ok
	return ok
}

// either is a scalar for the short way to say something, and a mapping for the
// long one.
func either[V any](what string, short, long form[V]) form[V] { return eitherForm[V]{what, short, long} }

type eitherForm[V any] struct {
	what        string
	short, long form[V]
}

func (f eitherForm[V]) read(r *reader, n *yaml.Node, v *V) bool {
	switch n.Kind {
	case yaml.Scalar:
		return f.short.read(r, n, v)
	case yaml.Mapping:
		return f.long.read(r, n, v)
	}
	r.wrongKind(n, f.what).Help = "write one value or a mapping, not a list"
	return false
}

// part reads a form into a part of a larger thing.
func part[T, V any](f form[V], of func(*T) *V) form[T] { return partForm[T, V]{f, of} }

type partForm[T, V any] struct {
	form form[V]
	of   func(*T) *V
}

func (f partForm[T, V]) read(r *reader, n *yaml.Node, v *T) bool { return f.form.read(r, n, f.of(v)) }
