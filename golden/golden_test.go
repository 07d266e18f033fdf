package golden

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

var update = flag.Bool("update", false, "rewrite the wanted output")

// Every case is emitted as it would be into somebody's project, and compared
// byte for byte with the files of its want folder; no file may be missing and
// none may be left over.
func TestGolden(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.name, func(t *testing.T) {
			got := c.emit(t)
			if *update {
				rewrite(t, c.want(), got)
				return
			}
			want := readTree(t, c.want())
			for path := range got {
				if _, ok := want[path]; !ok {
					t.Errorf("%s is emitted, but not in %s; accept with -update", path, c.want())
				}
			}
			for path, data := range want {
				if _, ok := got[path]; !ok {
					t.Errorf("%s is in %s, but not emitted; accept with -update", path, c.want())
				} else if d := cmp.Diff(strings.Split(data, "\n"), strings.Split(got[path], "\n")); d != "" {
					t.Errorf("%s differs; accept with -update:\n%s", path, d)
				}
			}
		})
	}
}

// The literals of this folder are copies, because a spec may only name files of
// its own tree.
func TestLiteralsAreAllOfThem(t *testing.T) {
	want := readTree(t, filepath.Join("..", "testdata", "literals"))
	delete(want, "SHA1SUMS")
	if got := readTree(t, filepath.Join("literals", "lua")); !cmp.Equal(want, got) {
		t.Error("golden/literals/lua is no copy of testdata/literals")
	}
	c := load(t, "literals")
	if got := len(c.protocol.Scripts()); got != len(want) {
		t.Errorf("the spec names %d of %d files", got, len(want))
	}
}

// tree is the content of a folder, by slash-separated path.
type tree map[string]string

// golden is one case: a folder with a spec, its Lua, and the wanted output.
type golden struct {
	name     string
	protocol *protocol.Protocol
}

func (c golden) want(parts ...string) string {
	return filepath.Join(append([]string{c.name, "want"}, parts...)...)
}

func cases(t testing.TB) []golden {
	t.Helper()
	specs, err := filepath.Glob("*/protocol.yaml")
	if err != nil || len(specs) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var all []golden
	for _, spec := range specs {
		all = append(all, load(t, filepath.Dir(spec)))
	}
	return all
}

func load(t testing.TB, name string) golden {
	t.Helper()
	p, findings := protocol.Load(filepath.Join(name, "protocol.yaml"))
	if len(findings) > 0 {
		t.Fatalf("%s does not load:\n%s", name, printed(t, findings))
	}
	return golden{name, p}
}

// emit renders a case in every language. The findings of a case that a language
// refuses stand in a file of their own, instead of its output.
func (c golden) emit(t testing.TB) tree {
	t.Helper()
	got := tree{}
	for _, e := range languages() {
		if findings := e.Check(c.protocol); len(findings) > 0 {
			got[e.Language()+".refused.txt"] = printed(t, findings)
			continue
		}
		files, err := e.Emit(c.protocol, emit.Embedded)
		if err != nil {
			t.Fatalf("%s: %v", e.Language(), err)
		}
		if err := emit.CheckPaths(files); err != nil {
			t.Fatalf("%s: %v", e.Language(), err)
		}
		for _, f := range files {
			got[e.Language()+"/"+f.Path] = string(f.Data)
		}
	}
	return got
}

func printed(t testing.TB, findings []diag.Finding) string {
	t.Helper()
	var list diag.List
	list.Add(findings...)
	var out bytes.Buffer
	read := func(file string) ([]byte, bool) {
		data, err := os.ReadFile(file)
		return data, err == nil
	}
	if err := diag.Print(&out, "text", list.Sorted(), diag.Options{Source: read}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// readTree reads the files below a folder, but not what running them leaves.
func readTree(t testing.TB, dir string) tree {
	t.Helper()
	got := tree{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case os.IsNotExist(err):
			return fs.SkipAll
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{"__pycache__", ".mypy_cache", "_build"}, d.Name()):
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		got[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func rewrite(t testing.TB, dir string, files tree) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	writeTree(t, dir, files)
}

func writeTree(t testing.TB, dir string, files tree) {
	t.Helper()
	for path, data := range files {
		name := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
