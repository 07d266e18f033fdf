package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/testenv"
)

const module = "github.com/echomq/emqgen/"

// layers order the tree: a package imports only what stands in a layer above its
// own, or what is listed beside it. Data flows one way, from the spec through the
// protocol to files or findings, and the command line alone knows all of it.
var layers = [][]string{
	{"internal/diag", "internal/engine", "internal/testsum", "internal/testenv", "internal/parallel", "internal/lazy", "internal/regular", "templates"},
	{"internal/naming", "internal/rules", "internal/lua/syntax", "internal/lua/command"},
	{"internal/spec"},
	{"internal/protocol"},
	{"internal/emit", "internal/ids", "internal/lua"},
	{"internal/conform", "internal/verify"},
	{"internal/emit/golang", "internal/emit/elixir", "internal/emit/python", "internal/scaffold", "internal/lint", "internal/diff", "internal/docs"},
	{"internal/cli"},
	{"cmd/emqgen"},
}

// layerOf places a package with the longest of the paths above it.
func layerOf(path string) (layer int, owner string) {
	layer = -1
	for i, row := range layers {
		for _, name := range row {
			if (path == name || strings.HasPrefix(path, name+"/")) && len(name) > len(owner) {
				layer, owner = i, name
			}
		}
	}
	return layer, owner
}

func TestImportsFollowTheLayers(t *testing.T) {
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, module)
		if !strings.HasPrefix(path, "internal/") && !strings.HasPrefix(path, "cmd/") {
			continue
		}
		layer, owner := layerOf(path)
		if layer < 0 {
			t.Errorf("%s stands in no layer: add it where it belongs", path)
			continue
		}
		for _, imported := range p.Imports {
			below, ours := strings.CutPrefix(imported, module)
			if !ours {
				continue
			}
			if strings.HasPrefix(below, "out/") || strings.HasPrefix(below, "golden") {
				t.Errorf("%s imports %s: a bad generation must not stop the generator from building", path, below)
				continue
			}
			if above, family := layerOf(below); above >= layer && family != owner {
				t.Errorf("%s imports %s, which does not stand in a layer above it", path, below)
			}
		}
	}
}

func TestLanguagesDoNotKnowEachOther(t *testing.T) {
	languages := []string{"golang", "elixir", "python"}
	for _, p := range packages(t) {
		for _, own := range languages {
			if !strings.HasPrefix(p.ImportPath, module+"internal/emit/"+own) {
				continue
			}
			for _, other := range languages {
				if other != own && slices.ContainsFunc(p.Imports, func(i string) bool {
					return strings.HasPrefix(i, module+"internal/emit/"+other)
				}) {
					t.Errorf("%s imports the emitter of %s", p.ImportPath, other)
				}
			}
		}
	}
}

// onlyCLI are the doors to the world that only the command line goes through,
// and onlyEmit those to the disk that only the output folder does; each with the
// packages that may all the same, and why.
var (
	onlyCLI = map[string][]string{
		"fmt.Print": nil, "fmt.Printf": nil, "fmt.Println": nil, "os.Stdout": nil, "os.Stderr": nil,
		"os.Exit": nil, "os.Getenv": nil, "os.LookupEnv": nil,
		// Children inherit the environment.
		"os.Environ": {"internal/verify", "internal/conform", "internal/diff"},
		// Runs against engines take time, which is theirs to bound and to report.
		"time.Now": {"internal/conform", "internal/engine"},
	}
	onlyEmit = map[string][]string{
		// Probes and drivers stand in temporary folders.
		"os.WriteFile": {"internal/verify", "internal/conform"},
		"os.Create":    nil, "os.Rename": nil, "os.Remove": nil,
		"os.Mkdir": nil, "os.MkdirAll": {"internal/conform"},
		"os.RemoveAll": {"internal/verify", "internal/conform"},
	}
)

func TestOnlyTheCommandLineMeetsTheWorld(t *testing.T) {
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, module)
		_, owner := layerOf(path)
		if !strings.HasPrefix(path, "internal/") || owner == "internal/cli" || owner == "internal/testenv" || p.Name == "main" {
			continue
		}
		for _, file := range p.GoFiles {
			for _, use := range selectors(t, filepath.Join(p.Dir, file)) {
				allowed, door := onlyCLI[use.name]
				if !door {
					if allowed, door = onlyEmit[use.name]; door && owner == "internal/emit" {
						continue
					}
				}
				if door && !slices.Contains(allowed, owner) {
					t.Errorf("%s uses %s", use.at, use.name)
				}
			}
		}
	}
}

type listed struct {
	Dir, ImportPath, Name string
	GoFiles               []string
	Imports               []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command(testenv.Tool(t, "go"), "list", "-e", "-json=Dir,ImportPath,Name,GoFiles,Imports", "./cmd/...", "./internal/...", "./templates/...")
	cmd.Dir = testenv.Root(t)
	output, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(output))); ; {
		var p listed
		switch err := dec.Decode(&p); err {
		case nil:
			all = append(all, p)
		case io.EOF:
			return all
		default:
			t.Fatal(err)
		}
	}
}

type use struct{ name, at string }

// selectors finds what a file uses of the packages it imports.
func selectors(t *testing.T, file string) []use {
	t.Helper()
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	imported := map[string]bool{}
	for _, i := range parsed.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		imported[path] = true
	}
	var uses []use
	ast.Inspect(parsed, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && imported[x.Name] {
				uses = append(uses, use{x.Name + "." + s.Sel.Name, set.Position(s.Pos()).String()})
			}
		}
		return true
	})
	return uses
}
