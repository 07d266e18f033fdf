package golang

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/printer"
	"go/token"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/parallel"
)

// redisPath is the client library that the SDK stands on.
const redisPath = "github.com/redis/go-redis/v9"

// source is a Go file to be: write gives its bytes, and adds to uses what it takes
// from the other files of the package.
type source struct {
	path  string
	write func(uses map[string]bool) ([]byte, error)
}

// render writes files side by side, and tells what they use.
func render(sources []source) ([]emit.File, map[string]bool, error) {
	files := make([]emit.File, len(sources))
	uses := make([]map[string]bool, len(sources))
	errs := make([]error, len(sources))
	parallel.Each(len(sources), func(i int) {
		uses[i] = map[string]bool{}
		files[i].Path = sources[i].path
		files[i].Data, errs[i] = sources[i].write(uses[i])
	})
	all := map[string]bool{}
	for i, s := range sources {
		if errs[i] != nil {
			return nil, nil, fmt.Errorf("%s: %w", s.path, errs[i])
		}
		for name := range uses[i] {
			all[name] = true
		}
	}
	return files, all, nil
}

// jennifer makes a source of declarations. What jennifer writes is formatted
// here, once, with the imports in groups.
func (n *names) jennifer(path string, declare func(f *jen.File)) source {
	return source{path, func(uses map[string]bool) ([]byte, error) {
		f := jen.NewFile(n.p.Names.Go.Package)
		f.HeaderComment(emit.Header(n.p))
		f.ImportName(redisPath, "redis")
		f.NoFormat = true
		declare(f)
		var raw bytes.Buffer
		if err := f.Render(&raw); err != nil {
			return nil, err
		}
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, path, groupImports(raw.Bytes()), parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("%w in\n%s", err, raw.Bytes())
		}
		for _, id := range tree.Unresolved {
			uses[id.Name] = true
		}
		var formatted bytes.Buffer
		gofmt := printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}
		if err := gofmt.Fprint(&formatted, fset, tree); err != nil {
			return nil, err
		}
		return formatted.Bytes(), nil
	}}
}

// groupImports parts the standard library from the rest by a blank line, which
// jennifer does not.
func groupImports(raw []byte) []byte {
	head, rest, found := bytes.Cut(raw, []byte("\nimport (\n"))
	if !found {
		return raw
	}
	imports, body, _ := bytes.Cut(rest, []byte("\n)\n"))
	var std, other []string
	for line := range strings.SplitSeq(string(imports), "\n") {
		if strings.Contains(line, ".") {
			other = append(other, line)
		} else {
			std = append(std, line)
		}
	}
	return fmt.Appendf(nil, "%s\nimport (\n%s\n\n%s\n)\n%s", head, strings.Join(std, "\n"), strings.Join(other, "\n"), body)
}
