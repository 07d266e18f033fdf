package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// Every rule that a finding of these packages can name is described.
func TestEveryRuleIsDescribed(t *testing.T) {
	described := map[string]bool{}
	for _, r := range All() {
		if described[r.ID] {
			t.Errorf("%s is described twice", r.ID)
		}
		described[r.ID] = true
		if r.Sentence == "" || r.Doc == "" || strings.HasSuffix(r.Sentence, ".") {
			t.Errorf("%s: a sentence without a full stop and a doc are wanted", r.ID)
		}
	}
	id := regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)+$`)
	for _, dir := range []string{"spec", "spec/yaml", "protocol", "naming", "emit", "emit/golang", "emit/elixir", "emit/python", "verify"} {
		for _, lit := range ruleLiterals(t, filepath.Join(testenv.Root(t), "internal", filepath.FromSlash(dir))) {
			if id.MatchString(lit) && !described[lit] {
				t.Errorf("internal/%s names %q, which is not described", dir, lit)
			}
		}
	}
}

// ruleLiterals finds the strings that stand where a rule is named.
func ruleLiterals(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	add := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, _ := strconv.Unquote(lit.Value)
			found = append(found, text)
		}
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if strings.HasPrefix(name.Name, "Rule") && i < len(n.Values) {
						add(n.Values[i])
					}
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Rule" {
					add(n.Value)
				}
			case *ast.CallExpr:
				if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Errorf" && len(n.Args) > 2 {
					add(n.Args[1])
				}
			}
			return true
		})
	}
	return found
}

const head = "emqgen: 1\nprotocol: x\nversion: 1.0.0\n"

// The examples are real: the bad one has this finding, and the good one none.
func TestExamplesAreTrue(t *testing.T) {
	for _, group := range [][]diag.Rule{format, model} {
		for _, r := range group {
			if r.Bad == "" {
				continue
			}
			t.Run(r.ID, func(t *testing.T) {
				found := false
				for _, f := range findings(r.Bad) {
					found = found || f.Rule == r.ID
				}
				if !found {
					t.Errorf("the bad example has no such finding, but %v", findings(r.Bad))
				}
				if left := findings(r.Good); len(left) > 0 {
					t.Errorf("the good example has findings: %v", left)
				}
			})
		}
	}
}

func findings(example string) []diag.Finding {
	if !strings.HasPrefix(example, "emqgen:") {
		example = head + example
	}
	lua, err := os.ReadFile("testdata/a.lua")
	if err != nil {
		panic(err)
	}
	_, found := protocol.LoadFS(fstest.MapFS{
		"protocol.yaml": {Data: []byte(example)},
		"a.lua":         {Data: lua},
	}, "protocol.yaml")
	return found
}
