package protocol

import (
	"strings"

	"github.com/echomq/emqgen/internal/naming"
	"github.com/echomq/emqgen/internal/spec"
)

func (r *resolver) resolveNames() {
	f := r.file.Names
	name := r.p.Name
	r.p.Names = Names{
		Go: GoNames{
			Package: or(f.Go.Package.Value, strings.ReplaceAll(name, "_", "")),
			Module:  f.Go.Module.Value,
			Rename:  rename(f.Go.Rename),
		},
		Elixir: ElixirNames{
			App:       or(f.Elixir.App.Value, name),
			Module:    or(f.Elixir.Module.Value, naming.Pascal(name, nil)),
			Connector: f.Elixir.Connector.Value,
			Script:    f.Elixir.Script.Value,
			ID:        f.Elixir.ID.Value,
			Rename:    rename(f.Elixir.Rename),
		},
		Python: PythonNames{
			Package:      or(f.Python.Package.Value, name),
			Distribution: or(f.Python.Distribution.Value, strings.ReplaceAll(or(f.Python.Package.Value, name), "_", "-")),
			Rename:       rename(f.Python.Rename),
		},
	}
}

func rename(m spec.Map[spec.Text]) Rename {
	if len(m.Entries) == 0 {
		return nil
	}
	spellings := Rename{}
	for _, e := range m.Entries {
		spellings[e.Key.Value] = Spelling{Pos: e.Value.Pos, Name: e.Value.Value}
	}
	return spellings
}
