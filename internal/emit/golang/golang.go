// Package golang emits the Go SDK: what the spec decides through jennifer, and
// beside it the files of templates/go/runtime that the protocol needs.
package golang

import (
	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

// Emitter emits the Go SDK. Its zero value is ready to use.
type Emitter struct{}

var _ emit.Emitter = Emitter{}

// Language gives the word for the command line.
func (Emitter) Language() string { return "go" }

// Check finds names that collide in Go or cannot be spelled.
func (Emitter) Check(p *protocol.Protocol) []diag.Finding {
	return newNames(p).findings()
}

// Emit renders the package, and in the Standalone layout the module around it.
func (Emitter) Emit(p *protocol.Protocol, layout emit.Layout) ([]emit.File, error) {
	n := newNames(p)
	files, mentions, err := n.render(n.sources())
	if err != nil {
		return nil, err
	}
	runtime, err := n.runtime(mentions)
	if err != nil {
		return nil, err
	}
	files = append(files, runtime...)
	for _, m := range p.Modules {
		files = append(files, n.luaFiles(m)...)
	}
	if layout == emit.Standalone {
		module, err := n.module()
		if err != nil {
			return nil, err
		}
		files = append(files, module...)
	}
	return files, nil
}

// sources lists the files that jennifer writes: only those that have something
// to declare.
func (n *names) sources() []source {
	sources := []source{{"doc.go", n.doc}, {"version.go", n.version}}
	if n.p.IDs != nil {
		sources = append(sources, source{"ids.go", n.ids})
	}
	if len(n.declared) > 0 {
		sources = append(sources, source{"types.go", n.types})
	}
	if len(n.p.Keys) > 0 {
		sources = append(sources, source{"keys.go", n.keys})
	}
	for _, k := range n.p.Keys {
		if k.IsRecord() {
			sources = append(sources, source{"records.go", n.records})
			break
		}
	}
	if len(n.p.Modules) == 0 {
		return sources
	}
	sources = append(sources, source{"errors.go", n.errors}, source{"scripts.go", n.scripts})
	for _, m := range n.p.Modules {
		sources = append(sources, n.moduleSources(m)...)
	}
	return sources
}
