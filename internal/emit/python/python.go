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

// Prepare parses the templates.
func (Emitter) Prepare() { parsed() }

// Check finds names that collide in Python or cannot be spelled.
func (Emitter) Check(p *protocol.Protocol) []diag.Finding { return namesOf(p).list.Sorted() }

// Emit renders the package, and in the Standalone layout the project around it.
func (Emitter) Emit(p *protocol.Protocol, layout emit.Layout) ([]emit.File, error) {
	n := namesOf(p)
	files, err := render(n.views(layout))
	if err != nil {
		return nil, err
	}
	static, err := n.runtime(layout)
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

// views lists what makes the files that the protocol needs. They only read the
// names, so that they can be called side by side.
func (n *names) views(layout emit.Layout) []func() view {
	var views []func() view
	add := func(needed bool, make func() view) {
		if needed {
			views = append(views, make)
		}
	}
	add(n.isDriven(layout), n.driver) // the largest of all, which no other should wait for
	add(true, n.init)
	for _, m := range n.p.Modules {
		add(true, func() view { return n.module(m) })
		add(true, func() view { return n.sources(m) })
	}
	add(len(n.p.Keys) > 0, n.keysModule)
	add(n.hasRecords(), n.recordsModule)
	add(len(n.p.Errors) > 0, n.errorsModule)
	add(len(n.shared) > 0, n.typesModule)
	add(n.p.IDs != nil, n.idsModule)
	add(n.p.Fence != nil, n.fenceModule)
	add(n.hasScripts(), n.scriptsModule)
	add(layout == emit.Standalone, n.pyproject)
	return views
}

// in gives the path of a file of the package.
func (n *names) in(file string) string { return n.pkg + "/" + file }

func (n *names) hasRecords() bool {
	return slices.ContainsFunc(n.p.Keys, (*protocol.Key).IsRecord)
}

func (n *names) hasScripts() bool { return len(n.p.Scripts()) > 0 }
