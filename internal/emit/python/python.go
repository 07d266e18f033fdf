// Package python emits the Python SDK: what the spec decides through text
// templates, and beside it the modules of templates/python/runtime that the
// protocol needs.
package python

import (
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

// Emitter emits the Python SDK. Its zero value is ready to use.
type Emitter struct{}

var _ emit.Emitter = Emitter{}

// Language gives the word for the command line.
func (Emitter) Language() string { return "python" }

// Check finds names that collide in Python or cannot be spelled.
func (Emitter) Check(p *protocol.Protocol) []diag.Finding { return newNames(p).findings }

// Emit renders the package, and in the Standalone layout the project around it.
func (Emitter) Emit(p *protocol.Protocol, layout emit.Layout) ([]emit.File, error) {
	n := newNames(p)
	views := n.views()
	if layout == emit.Standalone {
		views = append(views, n.pyproject())
	}
	files, err := render(views)
	if err != nil {
		return nil, err
	}
	static, err := n.runtime()
	if err != nil {
		return nil, err
	}
	return append(files, static...), nil
}

// view is one file to be rendered: a template and what it shows.
type view struct {
	path     string
	template string
	data     any
}

// views lists the files of the package that the protocol needs.
func (n *names) views() []view {
	views := []view{n.init()}
	if len(n.p.Keys) > 0 {
		views = append(views, n.keysModule())
	}
	if n.hasRecords() {
		views = append(views, n.recordsModule())
	}
	if len(n.p.Errors) > 0 {
		views = append(views, n.errorsModule())
	}
	if len(n.shared) > 0 {
		views = append(views, n.typesModule())
	}
	if n.p.IDs != nil {
		views = append(views, n.idsModule())
	}
	if n.p.Fence != nil {
		views = append(views, n.fenceModule())
	}
	if len(n.p.Scripts()) > 0 {
		views = append(views, n.scriptsModule())
	}
	for _, m := range n.p.Modules {
		views = append(views, n.module(m), n.sources(m))
	}
	if n.isConnected() {
		views = append(views, n.driver())
	}
	return views
}

// in gives the path of a file of the package.
func (n *names) in(file string) string { return n.pkg + "/" + file }

func (n *names) hasRecords() bool {
	return slices.ContainsFunc(n.p.Keys, (*protocol.Key).IsRecord)
}

func (n *names) hasScripts() bool { return len(n.p.Scripts()) > 0 }
