// Package golang emits the Go SDK: what the spec decides through jennifer, and
// beside it the files of templates/go/runtime that the protocol needs.
package golang

import (
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

// Emitter emits the Go SDK. Its zero value is ready to use.
type Emitter struct{}

var _ emit.Emitter = Emitter{}

// Language gives the word for the command line.
func (Emitter) Language() string { return "go" }

// Prepare has nothing to read: the runtime is copied out as it is.
func (Emitter) Prepare() {}

// Check finds names that collide in Go or cannot be spelled.
func (Emitter) Check(p *protocol.Protocol) []diag.Finding {
	return namesOf(p).findings
}

// Emit renders the package, and in the Standalone layout the module around it.
func (Emitter) Emit(p *protocol.Protocol, layout emit.Layout) ([]emit.File, error) {
	n := namesOf(p)
	files, uses, err := render(n.sources())
	if err != nil {
		return nil, err
	}
	runtime, err := n.runtime(uses)
	if err != nil {
		return nil, err
	}
	files = append(files, runtime...)
	if layout == emit.Standalone {
		driver, err := n.driver(files)
		if err != nil {
			return nil, err
		}
		module, err := n.module()
		if err != nil {
			return nil, err
		}
		files = slices.Concat(files, driver, module)
	}
	return files, nil
}

// sources lists the emitted files: only those that have something to declare.
func (n *names) sources() []source {
	sources := []source{n.jennifer("doc.go", n.doc), n.jennifer("version.go", n.version)}
	if n.p.IDs != nil {
		sources = append(sources, n.jennifer("ids.go", n.ids))
	}
	if len(n.declared) > 0 {
		sources = append(sources, n.jennifer("types.go", n.types))
	}
	if len(n.p.Keys) > 0 {
		sources = append(sources, n.jennifer("keys.go", n.keys))
	}
	if slices.ContainsFunc(n.p.Keys, (*protocol.Key).IsRecord) {
		sources = append(sources, n.jennifer("records.go", n.records))
	}
	if len(n.p.Errors) > 0 || len(n.p.Modules) > 0 {
		sources = append(sources, n.jennifer("errors.go", n.errors))
	}
	if len(n.p.Modules) == 0 {
		return sources
	}
	sources = append(sources,
		n.jennifer("modules.go", n.modules),
		n.jennifer("scripts.go", n.scripts),
	)
	for _, m := range n.p.Modules {
		sources = append(sources, n.callFiles(m)...)
		sources = append(sources, n.luaFiles(m)...)
	}
	return sources
}
