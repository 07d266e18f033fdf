package elixir

import (
	"bytes"
	"strings"
	"sync"
	"text/template"

	"github.com/echomq/emqgen/internal/emit"
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
	var b bytes.Buffer
	if err := all.ExecuteTemplate(&b, name, data); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func byPath(a, b emit.File) int { return strings.Compare(a.Path, b.Path) }
