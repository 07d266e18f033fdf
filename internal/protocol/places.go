package protocol

import (
	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec"
)

// places notes where the spec says what the model keeps as bare values.
func (r *resolver) places() map[string]diag.Pos {
	f := r.file
	places := map[string]diag.Pos{}
	for path, text := range map[string]spec.Text{
		"protocol": f.Protocol, "version": f.Version, "wire": f.Wire, "doc": f.Doc, "profile": f.Profile,
		"engines.redis": f.Engines.Redis, "engines.valkey": f.Engines.Valkey,
		"names.go.package": f.Names.Go.Package, "names.go.module": f.Names.Go.Module,
		"names.elixir.app": f.Names.Elixir.App, "names.elixir.module": f.Names.Elixir.Module,
		"names.elixir.connector": f.Names.Elixir.Connector, "names.elixir.script": f.Names.Elixir.Script, "names.elixir.id": f.Names.Elixir.ID,
		"names.python.package": f.Names.Python.Package, "names.python.distribution": f.Names.Python.Distribution,
	} {
		if text.Given() {
			places[path] = text.Pos
		}
	}
	return places
}

// Place is where the spec says the value at a path such as version, wire or
// names.go.package, or at the first of several that it says; the spec as a whole
// where it leaves them all to their defaults.
func (p *Protocol) Place(paths ...string) diag.Pos {
	for _, path := range paths {
		if pos, said := p.Places[path]; said {
			return pos
		}
	}
	return p.Pos
}
