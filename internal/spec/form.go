package spec

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
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

// scalar is a single word or text.
type scalar struct {
	what    string            // completes "expected …"
	pattern string            // for the schema; empty for any text
	words   []string          // for the schema: the whole choice
	ok      func(string) bool // nil accepts everything
	mend    func(string) string
	help    string
}

var text form[Text] = scalar{what: "a text"}

func (f scalar) read(r *reader, n *yaml.Node, v *Text) bool {
	if !r.isScalar(n, f.what) {
		return false
	}
	*v = r.text(n)
	if f.ok == nil || f.ok(v.Value) {
		return true
	}
	help := f.help
	near := diag.Nearest(v.Value, f.words)
	if f.mend != nil && near == "" {
		near = f.mend(v.Value)
	}
	if near != "" && f.ok(near) {
		help = fmt.Sprintf("did you mean %q?", near)
	}
	r.list.Errorf(v.Pos, RuleValue, "%q is not %s", v.Value, f.what).Help = help
	return false
}

// choice is one of a few words.
func choice(what string, words ...string) form[Text] {
	return scalar{
		what:  what,
		words: words,
		ok: func(s string) bool {
			for _, w := range words {
				if s == w {
					return true
				}
			}
			return false
		},
		help: "it is one of " + strings.Join(words, ", "),
	}
}

// integer is a decimal integer of 64 bits.
var integer form[Int] = integerForm{}

type integerForm struct{}

func (integerForm) read(r *reader, n *yaml.Node, v *Int) bool {
	if !r.isScalar(n, "an integer") {
		return false
	}
	i, err := strconv.ParseInt(n.Value, 10, 64)
	if err != nil || n.IsText() {
		r.list.Errorf(r.pos(n), RuleValue, "%q is not an integer of 64 bits", n.Value).Help = "write plain decimal digits, without quotes"
		return false
	}
	*v = Int{Pos: r.pos(n), Value: i}
	return true
}

// boolean is true or false, in these words only.
var boolean form[Bool] = booleanForm{}

type booleanForm struct{}

func (booleanForm) read(r *reader, n *yaml.Node, v *Bool) bool {
	if !r.isScalar(n, "true or false") {
		return false
	}
	if n.IsText() || n.Value != "true" && n.Value != "false" {
		r.list.Errorf(r.pos(n), RuleValue, "%q is neither true nor false", n.Value).Help = "write true or false, in lower case and without quotes"
		return false
	}
	*v = Bool{Pos: r.pos(n), Value: n.Value == "true"}
	return true
}

// pointer makes a part of the tree nil unless it is given.
func pointer[V any](f form[V]) form[*V] { return pointerForm[V]{f} }

type pointerForm[V any] struct{ form form[V] }

func (f pointerForm[V]) read(r *reader, n *yaml.Node, v **V) bool {
	*v = new(V)
	return f.form.read(r, n, *v)
}

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
	v.Items = make([]V, 0, len(n.Children))
	r.enter(n, true)
	defer r.leave()
	for _, c := range n.Children {
		var item V
		if f.item.read(r, c, &item) {
			v.Items = append(v.Items, item)
		} else {
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
	v.Pos = r.pos(n)
	v.Entries = make([]Entry[V], 0, len(n.Children)/2)
	for k, value := range pairs(n) {
		var e Entry[V]
		known := f.key.read(r, k, &e.Key)
		r.enter(k, false)
		e.Broken = !f.value.read(r, value, &e.Value) || !known
		r.leave()
		v.Broken = v.Broken || e.Broken
		if e.Key.Given() {
			v.Entries = append(v.Entries, e)
		}
	}
	return !v.Broken
}

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
	ok := true
	var seen uint64
	for k, value := range pairs(n) {
		i, known := f.byKey[k.Value]
		if !known {
			// What was meant is not missing.
			if meant := r.unknownKey(k, f.what, f.keys); meant != "" {
				seen |= 1 << f.byKey[meant]
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
		if field.required && seen&(1<<i) == 0 {
			r.missingKey(n, f.what, field.key, field.doc)
			ok = false
		}
	}
	return ok
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
