package protocol_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/protocol"
)

const oneScript = "emqgen: 1\nprotocol: small\nversion: 1.0.0\nmodules: {jobs: {scripts: {run: {lua: LUA}}}}\n"

// tree lays out a folder with the spec in repo/spec/protocol.yaml, where the
// folder of the Lua files is repo.
func tree(t *testing.T, lua string) (spec string) {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"secret.lua":              "return 'secret'\n",
		"repo/lua/run.lua":        "return 1\n",
		"repo/spec/near.lua":      "return 2\n",
		"repo/spec/protocol.yaml": strings.ReplaceAll(oneScript, "LUA", lua),
	} {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{
		"repo/lua/inside.lua": "run.lua", "repo/lua/outside.lua": "../../secret.lua",
		"repo/lua/absolute.lua": filepath.Join(root, "secret.lua"), "repo/lua/loop.lua": "loop.lua",
	} {
		if err := os.Symlink(to, filepath.Join(root, filepath.FromSlash(link))); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(root, "repo", "spec", "protocol.yaml")
}

func TestLuaFilesStayInTheFolderTree(t *testing.T) {
	for lua, want := range map[string]string{
		"../lua/run.lua":      "",
		"near.lua":            "",
		"../lua/inside.lua":   "",
		"../spec/near.lua":    "",
		"../../secret.lua":    "it leads out of the folder tree of the spec",
		"../lua/outside.lua":  "path escapes from parent",
		"../lua/absolute.lua": "path escapes from parent",
		"../lua/loop.lua":     "too many levels of symbolic links",
		"../lua":              "it is a folder",
		"../lua/gone.lua":     "it does not exist",
	} {
		p, findings := protocol.Load(tree(t, lua))
		switch {
		case want == "" && (p == nil || len(findings) > 0):
			t.Errorf("%s: %v", lua, findings)
		case want != "" && (len(findings) != 1 || !strings.HasSuffix(findings[0].Message, `"`+lua+`" cannot be read: `+want)):
			t.Errorf("%s: got %v, want %q", lua, findings, want)
		}
	}
}

func TestFilesAreNamedFromWhereTheToolRuns(t *testing.T) {
	spec := tree(t, "../lua/run.lua")
	repo := filepath.Dir(filepath.Dir(spec))
	t.Chdir(repo)
	for name, want := range map[string]string{
		"spec/protocol.yaml": "lua/run.lua", "./spec/protocol.yaml": "lua/run.lua",
		"../repo/spec/protocol.yaml": "../repo/lua/run.lua", spec: filepath.ToSlash(repo) + "/lua/run.lua",
	} {
		p, findings := protocol.Load(name)
		if p == nil {
			t.Errorf("%s: %v", name, findings)
			continue
		}
		if got := p.Scripts()[0].File; got != want || p.Pos.File != name || p.SpecName != "protocol.yaml" {
			t.Errorf("%s: file %q, want %q; spec %q, called %q", name, got, want, p.Pos.File, p.SpecName)
		}
	}
	t.Chdir("spec")
	if p, findings := protocol.Load("protocol.yaml"); p == nil || p.Scripts()[0].File != "../lua/run.lua" {
		t.Errorf("from the folder of the spec: %v", findings)
	}
}

func TestUnreadableSpec(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large.yaml")
	if f, err := os.Create(large); err != nil || f.Truncate(100<<20) != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		filepath.Join(dir, "gone.yaml"):         "cannot be read: it does not exist",
		filepath.Join(dir, "gone", "gone.yaml"): "cannot be read: it does not exist",
		dir:                                     "cannot be read: it is a folder",
		large:                                   "cannot be read: 104857600 bytes are more than the 4194304 a spec may have",
		filepath.Join(dir, "large.yaml", "x.yml"): "cannot be read: not a directory",
	} {
		p, findings := protocol.Load(name)
		if p != nil || len(findings) != 1 || findings[0].Message != want {
			t.Errorf("%s: got %v, want %q", name, findings, want)
		}
	}
}
