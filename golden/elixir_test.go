package golden

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/elixir"
	"github.com/echomq/emqgen/internal/testenv"
)

// All cases, put into one application, are laid out as the formatter would,
// compile without a warning, and do what they say.
func TestElixir(t *testing.T) {
	dir := elixirApp(t, cases(t)...)
	mix(t, dir, "format", "--check-formatted")
	mix(t, dir, "compile", "--warnings-as-errors")
	t.Run("runs", func(t *testing.T) { elixirRuns(t, dir) })
}

// elixirRuns runs what testdata/elixir/test says of the compiled cases.
func elixirRuns(t *testing.T, dir string) {
	literals, err := filepath.Abs(filepath.Join("..", "testdata", "literals"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(testenv.Tool(t, "elixir"), "-pa", "_build/prod/lib/golden/ebin", "test/all.exs")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LITERALS="+literals, "LANG=C.UTF-8")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), " 0 failures") {
		t.Fatalf("%v\n%s", err, out)
	}
}

// elixirApp writes cases into a mix project, which holds the modules of the
// application that the case named host is emitted into as well.
func elixirApp(t *testing.T, cases ...golden) string {
	t.Helper()
	testenv.LongOnly(t)
	dir := t.TempDir()
	for _, c := range cases {
		if len((elixir.Emitter{}).Check(c.protocol)) > 0 {
			continue
		}
		files, err := elixir.Emitter{}.Emit(c.protocol, emit.Embedded)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for _, f := range files {
			writeTree(t, dir, tree{f.Path: string(f.Data)})
		}
	}
	writeTree(t, dir, readTree(t, filepath.Join("testdata", "elixir")))
	return dir
}

func mix(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command(testenv.Tool(t, "mix"), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "MIX_ENV=prod", "HOME="+dir, "LANG=C.UTF-8")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("mix %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}
