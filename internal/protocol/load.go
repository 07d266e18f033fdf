package protocol

import (
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
// error other than a pin that is none (spec.RulePin) or does not match (RulePin):
// with those, callers stop as well, except for the one that writes pins.
//
// The spellers are the languages whose names are judged as well.
func Load(name string, spellers ...Speller) (*Protocol, []diag.Finding) {
	shown := filepath.ToSlash(name)
	dir, base := filepath.Split(name)
	source, err := spec.ReadFile(os.DirFS(filepath.Clean(dir)), base)
	if err != nil {
		return nil, unreadable(shown, err)
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, unreadable(shown, err)
	}
	tree, err := openFolder(filepath.Dir(abs))
	if err != nil {
		return nil, unreadable(shown, err)
	}
	defer tree.Close()
	inside := "."
	if abs != filepath.Dir(abs) {
		inside = filepath.Base(abs)
	}
	return load(source, shown, tree, inside, spellers)
}

// LoadFS reads the spec called name in a file system, in which all of the Lua
// files must lie as well. It serves other sources than the disk: a commit of
// git, or in tests
//
//	protocol.LoadFS(fstest.MapFS{
//		"protocol.yaml": {Data: []byte("emqgen: 1\n…")},
//		"enqueue.lua":   {Data: []byte("return 1\n")},
//	}, "protocol.yaml")
func LoadFS(fsys fs.FS, name string, spellers ...Speller) (*Protocol, []diag.Finding) {
	source, err := spec.ReadFile(fsys, name)
	if err != nil {
		return nil, unreadable(name, err)
	}
	return load(source, name, fsys, path.Dir(name), spellers)
}

// load resolves a spec that positions call shown; its folder is dir in fsys.
func load(source []byte, shown string, fsys fs.FS, dir string, spellers []Speller) (*Protocol, []diag.Finding) {
	file, findings := spec.Parse(shown, source)
	if file == nil {
		return nil, findings
	}
	r := newResolver(file)
	r.list.Add(findings...)
	r.resolve()
	lua := r.readLua(fsys, dir, path.Dir(shown))
	misspelt := r.spell(spellers)
	lua()
	r.list.Add(misspelt()...)
	findings = r.list.Sorted()
	for _, f := range findings {
		if f.Rule != RulePin && f.Rule != spec.RulePin {
			return nil, findings
		}
	}
	return r.p, findings
}

func unreadable(name string, err error) []diag.Finding {
	return []diag.Finding{{Pos: diag.Pos{File: name}, Rule: RuleFile, Message: "cannot be read: " + reason(err), Help: "name the YAML file of a protocol; emqgen init writes one to start from"}}
}
