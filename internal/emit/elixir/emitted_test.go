package elixir_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/elixir"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// shipped loads the protocol that emqgen ships with.
func shipped(t testing.TB) *protocol.Protocol {
	t.Helper()
	p, findings := protocol.Load(filepath.Join(testenv.Root(t), "spec", "protocol.yaml"))
	for _, f := range findings {
		t.Fatal(f)
	}
	return p
}

// parse loads a protocol from text; scripts are given as name, source pairs.
func parse(t testing.TB, spec string, lua ...string) *protocol.Protocol {
	t.Helper()
	fsys := fstest.MapFS{"protocol.yaml": {Data: []byte(spec)}}
	for i := 0; i < len(lua); i += 2 {
		fsys[lua[i]] = &fstest.MapFile{Data: []byte(lua[i+1])}
	}
	p, findings := protocol.LoadFS(fsys, "protocol.yaml")
	for _, f := range findings {
		t.Fatal(f)
	}
	return p
}

// emitted renders a protocol that has nothing to complain about.
func emitted(t testing.TB, p *protocol.Protocol, layout emit.Layout) []emit.File {
	t.Helper()
	for _, f := range (elixir.Emitter{}).Check(p) {
		t.Fatal(f)
	}
	files, err := elixir.Emitter{}.Emit(p, layout)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// project writes the SDK of a protocol into a folder of its own.
func project(t testing.TB, p *protocol.Protocol, layout emit.Layout) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, emitted(t, p, layout))
	return dir
}

func write(t testing.TB, dir string, files []emit.File) {
	t.Helper()
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// built emits a protocol and compiles it, and gives the folder of its modules.
func built(t testing.TB, p *protocol.Protocol, env ...string) string {
	t.Helper()
	return compiled(t, project(t, p, emit.Standalone), p.Names.Elixir.App, env...)
}

// compiled compiles a project as its users would, and gives the folder of its
// modules.
func compiled(t testing.TB, dir, app string, env ...string) string {
	t.Helper()
	testenv.LongOnly(t)
	run(t, dir, nil, "mix", "format", "--check-formatted")
	run(t, dir, env, "mix", "compile", "--warnings-as-errors")
	return filepath.Join(dir, "_build", "prod", "lib", app, "ebin")
}

// testdata reads a file of ours.
func testdata(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// run runs a program of the Elixir toolchain and gives what it printed.
func run(t testing.TB, dir string, env []string, name string, args ...string) string {
	t.Helper()
	testenv.LongOnly(t)
	cmd := exec.Command(testenv.Tool(t, name), args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "MIX_ENV=prod", "HOME="+dir, "LANG=C.UTF-8"), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// exunit runs a file of ExUnit tests under testdata against compiled modules.
func exunit(t testing.TB, ebin, file string, env ...string) {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	out := run(t, here, env, "elixir", "-pa", ebin, filepath.Join("testdata", file))
	if !strings.Contains(out, "0 failures") || strings.Contains(out, "\n0 tests") {
		t.Fatalf("no test ran:\n%s", out)
	}
	t.Log(out)
}

// engines names the engines for a test in Elixir.
func engines(t testing.TB) string {
	var list []string
	for _, server := range testenv.Engines(t) {
		list = append(list, server.Name+"="+server.Addr)
	}
	return "ENGINES=" + strings.Join(list, ",")
}
