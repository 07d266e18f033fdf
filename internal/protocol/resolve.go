package protocol

import (
	"path"
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec"
)

// resolver turns the syntax tree into the model: names become pointers, and what
// does not fit together becomes a finding.
type resolver struct {
	file *spec.File
	p    *Protocol
	list diag.List

	params  index[*Param]
	keys    index[*Key]
	classes index[*Error]
	errors  index[*Error]    // by name
	scripts index[[]*Script] // by name, and by module.name
	types   map[string]namedType
	paths   *index[bool] // what an override may name
	lua     []luaFile
	used    map[*Param]bool
	broken  map[*Script]bool // scripts whose call is not fully known
	bound   map[string]bool  // what the steps of the current gate have bound so far
	repeats map[repeat]string

	answering bool // the value at hand is an answer, which may lack something

	unspelled map[string]bool // languages whose names the spec gives, but not as they can be used
}

func newResolver(file *spec.File) *resolver {
	return &resolver{
		file: file,
		p: &Protocol{
			Pos:      diag.Pos{File: file.Path},
			SpecName: path.Base(file.Path),
			Name:     file.Protocol.Value,
			Version:  file.Version.Value,
			Wire:     file.Wire.Value,
			Doc:      file.Doc.Value,
		},
		types:  map[string]namedType{},
		used:   map[*Param]bool{},
		broken: map[*Script]bool{},

		repeats:   map[repeat]string{},
		unspelled: map[string]bool{},
	}
}

// resolve does everything but the gates, which nothing else depends on.
func (r *resolver) resolve() {
	r.head()
	r.ids()
	r.resolveParams()
	r.resolveKeys()
	r.resolveErrors()
	r.resolveModules()
	r.resolveAllow()
	r.resolveNames()
	r.p.Places = r.places()
}

// index finds what a name refers to. It is incomplete when the part of the spec
// that declares the names could not be read; then a missing name is no finding.
type index[T any] struct {
	items    map[string]T
	names    []string
	complete bool
}

func newIndex[T, V any](m spec.Map[V]) index[T] {
	misnamed := slices.ContainsFunc(m.Entries, func(e spec.Entry[V]) bool { return e.NoName })
	return index[T]{items: map[string]T{}, complete: (!m.Broken || m.Pos.Line != 0) && !misnamed}
}

// add declares a name; it reports whether the name was free.
func (x *index[T]) add(name string, item T) bool {
	if _, taken := x.items[name]; taken {
		return false
	}
	x.items[name] = item
	x.names = append(x.names, name)
	return true
}

func (x *index[T]) nearest(name string) string { return diag.Nearest(name, x.names) }

// find looks a reference up and reports a dangling one; what says what it
// should be, such as "a declared key".
func (x *index[T]) find(r *resolver, ref spec.Text, what string) (T, bool) {
	item, ok := x.items[ref.Value]
	if !ok && x.complete && ref.Given() {
		f := r.list.Errorf(ref.Pos, RuleReference, "%q is not %s", ref.Value, what)
		if near := x.nearest(ref.Value); near != "" {
			f.Help = "did you mean \"" + diag.Cut(near) + "\"?"
		} else if len(x.names) == 0 {
			f.Help = "none is declared"
		} else {
			f.Help = "declare it, or use one of: " + abridged(x.names)
		}
	}
	return item, ok
}

// abridged joins a few names and says how many were left out.
func abridged(names []string) string {
	const most = 8
	text := ""
	for i, name := range names {
		if i == most {
			return text + ", …"
		}
		if i > 0 {
			text += ", "
		}
		text += diag.Cut(name)
	}
	return text
}
