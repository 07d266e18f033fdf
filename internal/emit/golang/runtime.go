package golang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/templates"
)

//go:generate go test -run TestRuntimeTable -update

// runtimeDir is where the static files of the Go SDK lie.
const runtimeDir = "go/runtime"

// runtimeClause is how each of them begins.
const runtimeClause = "package runtime"

// runtimeFile is one static file of the SDK. The list of them is derived from
// the files themselves; to read it there on every run would take longer than all
// the rest.
type runtimeFile struct {
	name     string
	declares []string // for the package
	uses     []string // of what other files declare
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
// whatever emitted code and they themselves use. A file that nobody uses stays
// behind; staticcheck would not pass it.
func (n *names) runtime(used map[string]bool) ([]emit.File, error) {
	wanted := n.api()
	head := fmt.Sprintf("// %s\n\npackage %s", emit.Header(n.p), n.p.Names.Go.Package)
	var files []emit.File
	pending := slices.Clone(runtimeFiles)
	for grown := true; grown; {
		grown = false
		for i, f := range pending {
			if f.name == "" || !slices.Contains(wanted, f.name) && !slices.ContainsFunc(f.declares, func(name string) bool { return used[name] }) {
				continue
			}
			data, err := templates.Go.ReadFile(runtimeDir + "/" + f.name)
			if err != nil {
				return nil, err
			}
			body, _ := strings.CutPrefix(string(data), runtimeClause)
			files = append(files, emit.File{Path: f.name, Data: []byte(head + body)})
			for _, name := range f.uses {
				used[name] = true
			}
			pending[i], grown = runtimeFile{}, true
		}
	}
	return files, nil
}

// reserve keeps the names of the static files from the spec.
func (n *names) reserve() {
	const why = "a name of the SDK's own"
	for _, f := range runtimeFiles {
		n.pkg.Reserve(why, f.declares...)
	}
	n.pkg.Reserve(why, "Scripts", "ProtocolVersion", "Wire", "classes", "fenceKey", "epochMillis", "timeBits", "nodeBits", "seqBits")
}
