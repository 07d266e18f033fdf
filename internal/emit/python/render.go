package python

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"
	"text/template"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/parallel"
	"github.com/echomq/emqgen/templates"
)

// parsed holds the templates; they are part of the program, so one that does
// not parse is a bug that every test finds.
var parsed = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("python").Delims("<%", "%>").ParseFS(templates.Python, "python/*.tmpl"))
})

// render makes files side by side, and keeps their order.
func render(views []func() view) ([]emit.File, error) {
	files := make([]emit.File, len(views))
	errs := make([]error, len(views))
	parallel.Each(len(views), func(i int) { files[i], errs[i] = views[i]().render() })
	return files, errors.Join(errs...)
}

func (v view) render() (emit.File, error) {
	data, err := emit.Written(func(b *bytes.Buffer) error { return parsed().ExecuteTemplate(b, v.template+".tmpl", v.data) })
	if err != nil {
		return emit.File{}, fmt.Errorf("render %s: %w", v.path, err)
	}
	return emit.File{Path: v.path, Data: data}, nil
}

// runtime gives the static modules that the protocol needs, and the marker that
// the package is typed.
func (n *names) runtime(layout emit.Layout) ([]emit.File, error) {
	files := []emit.File{{Path: n.in("py.typed")}}
	for _, name := range n.runtimeModules(layout) {
		data, err := templates.Python.ReadFile(path.Join("python/runtime", name+".py"))
		if err != nil {
			return nil, err
		}
		files = append(files, emit.File{Path: n.in(name + ".py"), Data: append([]byte(n.header()), data...)})
	}
	return files, nil
}

// runtimeModules lists the static modules that the protocol needs.
func (n *names) runtimeModules(layout emit.Layout) []string {
	modules := []string{"_gates"}
	if n.p.IDs != nil {
		modules = append(modules, "_ids")
	}
	if len(n.p.Keys) > 0 || n.hasScripts() {
		modules = append(modules, "_slots")
	}
	if n.isConnected() {
		modules = append(modules, "_async", "_errors", "_steps", "_sync")
	}
	if n.hasScripts() || n.hasRecords() {
		modules = append(modules, "_replies")
	}
	if n.hasScripts() {
		modules = append(modules, "_executor", "_values")
	}
	if n.hasRecords() {
		modules = append(modules, "_rows")
	}
	if n.p.Fence != nil {
		modules = append(modules, "_fence")
	}
	if n.isDriven(layout) {
		modules = append(modules, "_driver")
	}
	return modules
}

// isDriven reports whether the gates of the protocol can be run through the
// package, which is of no use in a project of somebody else.
func (n *names) isDriven(layout emit.Layout) bool {
	return layout == emit.Standalone && n.isConnected()
}

// isConnected reports whether the package talks to servers at all.
func (n *names) isConnected() bool {
	return n.hasScripts() || n.hasRecords() || n.p.Fence != nil
}

// header is what every file begins with.
func (n *names) header() string { return "# " + emit.Header(n.p) + "\n\n" }

// head writes a file up to its imports.
func (f *file) head(doc ...string) string {
	var b strings.Builder
	b.WriteString(f.header())
	b.WriteString(docstring(0, doc...))
	b.WriteByte('\n')
	if imports := f.imports(); imports != "" {
		b.WriteString("\n" + imports)
	}
	return b.String()
}
