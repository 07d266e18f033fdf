package golang

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/templates"
)

// runtimeDir is where the static files of the Go SDK lie.
const runtimeDir = "go/runtime"

// standIn is the runtime file that takes the place of emitted ones.
const standIn = "spec.go"

// runtimeFile is one static file of the SDK.
type runtimeFile struct {
	name     string
	body     []byte          // all that follows the package clause
	declares []string        // at the top level
	mentions map[string]bool // and does not declare itself
}

// runtimeFiles reads the static files once.
var runtimeFiles = sync.OnceValues(func() ([]runtimeFile, error) {
	names, err := fs.Glob(templates.Go, runtimeDir+"/*.go")
	if err != nil {
		return nil, err
	}
	var files []runtimeFile
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || path.Base(name) == standIn {
			continue
		}
		file, err := readRuntime(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
})

func readRuntime(name string) (runtimeFile, error) {
	data, err := templates.Go.ReadFile(name)
	if err != nil {
		return runtimeFile{}, err
	}
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, name, data, 0)
	if err != nil {
		return runtimeFile{}, err
	}
	file := runtimeFile{name: path.Base(name), body: data[fset.Position(tree.Name.End()).Offset:], mentions: map[string]bool{}}
	for _, decl := range tree.Decls {
		file.declares = append(file.declares, declared(decl)...)
	}
	mentioned(tree, file.mentions)
	return file, nil
}

// declared lists the names that a declaration adds to the package.
func declared(decl ast.Decl) []string {
	var names []string
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, name := range s.Names {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

// mentioned adds to a set what a file takes from elsewhere: from Go, and from
// the other files of its package.
func mentioned(tree *ast.File, to map[string]bool) {
	for _, id := range tree.Unresolved {
		to[id.Name] = true
	}
}

// api lists the runtime files that callers want, whether emitted code uses them
// or not.
func (n *names) api() []string {
	var files []string
	if n.p.IDs != nil {
		files = append(files, "id.go", "mint.go")
	}
	if len(n.p.Keys) > 0 || len(n.p.Modules) > 0 {
		files = append(files, "slot.go")
	}
	if n.p.Fence != nil {
		files = append(files, "fence.go", "fence_cluster.go")
	}
	if len(n.p.Modules) > 0 {
		files = append(files, "script.go", "execute.go")
	}
	return files
}

// runtime copies the static files that this SDK needs: the ones callers want, and
// whatever emitted code and they themselves mention. A file that nobody uses
// stays behind; staticcheck would not pass it.
func (n *names) runtime(mentions map[string]bool) ([]emit.File, error) {
	all, err := runtimeFiles()
	if err != nil {
		return nil, err
	}
	api := n.api()
	var needed []runtimeFile
	pending := slices.Clone(all)
	for grown := true; grown; {
		grown = false
		pending = slices.DeleteFunc(pending, func(f runtimeFile) bool {
			wanted := slices.Contains(api, f.name) || slices.ContainsFunc(f.declares, func(name string) bool { return mentions[name] })
			if wanted {
				grown = true
				needed = append(needed, f)
				for name := range f.mentions {
					mentions[name] = true
				}
			}
			return wanted
		})
	}
	head := fmt.Sprintf("// %s\n\npackage %s", emit.Header(n.p), n.p.Names.Go.Package)
	var files []emit.File
	for _, f := range needed {
		files = append(files, emit.File{Path: f.name, Data: bytes.Join([][]byte{[]byte(head), f.body}, nil)})
	}
	return files, nil
}

// reserve keeps the names of the static files from the spec.
func (n *names) reserve() {
	files, err := runtimeFiles()
	if err != nil {
		panic("the runtime inside the tool does not parse: " + err.Error())
	}
	for _, f := range files {
		for _, name := range f.declares {
			n.pkg.Reserve("a name of the SDK's own", name)
		}
	}
	n.pkg.Reserve("a name of the SDK's own", "Scripts", "ProtocolVersion", "Wire", "classes", "fenceKey", "epochMillis", "timeBits", "nodeBits", "seqBits")
}
