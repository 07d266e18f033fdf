package golang

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"github.com/echomq/emqgen/internal/testenv"
)

func TestLiteralOfHostileScripts(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(testenv.Root(t), "testdata", "literals", "*.lua"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no literals: %v", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		checkLiteral(t, data)
	}
}

func FuzzLiteral(f *testing.F) {
	for _, seed := range []string{"", "\n", "\r\n", "a", "\x00\xff\n\u2028`\\\"", "\ufffd\xef\xbf", "//go:build x\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(checkLiteral)
}

// checkLiteral holds a literal against what Go itself makes of it.
func checkLiteral(t *testing.T, data []byte) {
	source := append(appendLiteral([]byte("package p\n\nconst s = "), data), '\n')
	for i, c := range source {
		if c >= 0x80 || c < ' ' && c != '\n' && c != '\t' {
			t.Fatalf("byte %d of the literal is %#x", i, c)
		}
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatalf("%v in\n%s", err, source)
	}
	p, err := new(types.Config).Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := constant.StringVal(p.Scope().Lookup("s").(*types.Const).Val()); got != string(data) {
		t.Fatalf("the literal is %q, want %q", got, data)
	}
	formatted, err := format.Source(source)
	if err != nil || !bytes.Equal(formatted, source) {
		t.Fatalf("gofmt makes\n%s of\n%s", formatted, source)
	}
	lines := 0
	for range bytes.Lines(data) {
		lines++
	}
	if got := bytes.Count(source, []byte("\n")) - 3; got != lines {
		t.Fatalf("%d lines stand on %d", lines, got)
	}
}
