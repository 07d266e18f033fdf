package elixir

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/parallel"
	"github.com/echomq/emqgen/templates"
)

// parsed holds the templates; they are read when the first file is rendered.
// Their brackets are those of EEx, since {{ stands in Elixir itself.
var parsed = sync.OnceValues(func() (*template.Template, error) {
	return template.New("").Delims("<%", "%>").ParseFS(templates.Elixir, "elixir/*.tmpl")
})

func execute(name string, data any) ([]byte, error) {
	all, err := parsed()
	if err != nil {
		return nil, err
	}
	return emit.Written(func(b *bytes.Buffer) error { return all.ExecuteTemplate(b, name, data) })
}

// source is a file to be.
type source struct {
	path   string
	render func() ([]byte, error)
}

// render makes files side by side, and gives them in the order of their paths.
func render(sources []source) ([]emit.File, error) {
	files := make([]emit.File, len(sources))
	errs := make([]error, len(sources))
	parallel.Each(len(sources), func(i int) {
		data, err := sources[i].render()
		if err != nil {
			errs[i] = fmt.Errorf("%s: %w", sources[i].path, err)
		}
		files[i] = emit.File{Path: sources[i].path, Data: data}
	})
	slices.SortFunc(files, byPath)
	return files, errors.Join(errs...)
}

func byPath(a, b emit.File) int { return strings.Compare(a.Path, b.Path) }
