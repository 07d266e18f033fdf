package protocol

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec"
)

// Load reads the spec at a path of the file system, and the Lua files it names.
//
// Lua files must lie in the folder above the one that holds the spec, or below
// it: spec/protocol.yaml may name ../lua/enqueue.lua, and nothing outside of the
// folder that holds both. Symbolic links are followed within that folder only.
//
// The findings are sorted, and all that can be found is found at once. The
// protocol is nil when it cannot be relied on, which is whenever there is an
// error other than a pin that does not match (RulePin): with those, callers
// stop as well, except for the one that writes pins.
func Load(name string) (*Protocol, []diag.Finding) {
	tree, err := filepath.Abs(filepath.Join(filepath.Dir(name), ".."))
	if err != nil {
		return nil, unreadable(name, err)
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, unreadable(name, err)
	}
	inside, err := filepath.Rel(tree, abs)
	if err != nil {
		return nil, unreadable(name, err)
	}
	root, err := os.OpenRoot(tree)
	if err != nil {
		return nil, unreadable(name, err)
	}
	defer root.Close()
	shown := filepath.ToSlash(name)
	return load(root.FS(), filepath.ToSlash(inside), shown)
}

// LoadFS reads the spec called name in a file system, in which all of the Lua
// files must lie as well. It serves other sources than the disk: a commit of
// git, or in tests
//
//	protocol.LoadFS(fstest.MapFS{
//		"protocol.yaml": {Data: []byte("emqgen: 1\n…")},
//		"enqueue.lua":   {Data: []byte("return 1\n")},
//	}, "protocol.yaml")
func LoadFS(fsys fs.FS, name string) (*Protocol, []diag.Finding) {
	return load(fsys, name, name)
}

// load reads the spec at name in fsys; shown is what positions call it.
func load(fsys fs.FS, name, shown string) (*Protocol, []diag.Finding) {
	source, err := spec.ReadFile(fsys, name)
	if err != nil {
		return nil, unreadable(shown, err)
	}
	file, findings := spec.Parse(shown, source)
	if file == nil {
		return nil, findings
	}
	r := newResolver(file)
	r.list.Add(findings...)
	r.resolve()
	r.readLua(fsys, path.Dir(name), path.Dir(shown))
	findings = r.list.Sorted()
	for _, f := range findings {
		if f.Rule != RulePin {
			return nil, findings
		}
	}
	return r.p, findings
}

func unreadable(name string, err error) []diag.Finding {
	var located *diag.Finding
	if errors.As(err, &located) {
		return []diag.Finding{*located}
	}
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return []diag.Finding{{Pos: diag.Pos{File: name}, Rule: RuleFile, Message: fmt.Sprintf("cannot be read: %v", err)}}
}
