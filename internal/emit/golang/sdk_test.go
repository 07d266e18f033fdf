package golang_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/golang"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// The emitted module stands on its own: it builds with the go.mod and go.sum it
// comes with, and its callers get their answers from every engine.
func TestSDKAgainstEngines(t *testing.T) {
	testenv.LongOnly(t)
	dir := emitModule(t, filepath.Join(testenv.Root(t), "spec", "protocol.yaml"))
	copyTests(t, dir, filepath.Join("testdata", "echomq"))
	env := []string{"CLUSTER=" + testenv.Cluster(t).Addr}
	for _, engine := range testenv.Engines(t) {
		env = append(env, "ENGINE_"+engine.Name+"="+engine.Addr)
	}
	goTool(t, dir, env, "vet", "./...")
	goTool(t, dir, env, "test", "./...")
}

// emitModule writes the SDK of a spec into a folder of its own.
func emitModule(t *testing.T, spec string) string {
	t.Helper()
	files, err := golang.Emitter{}.Emit(load(t, spec), emit.Standalone)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, files)
	return dir
}

func load(t testing.TB, spec string) *protocol.Protocol {
	t.Helper()
	p, findings := protocol.Load(spec)
	if len(findings) > 0 {
		t.Fatalf("%s: %v", spec, findings)
	}
	if findings := (golang.Emitter{}).Check(p); len(findings) > 0 {
		t.Fatalf("%s: %v", spec, findings)
	}
	return p
}

func write(t *testing.T, dir string, files []emit.File) {
	t.Helper()
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func copyTests(t *testing.T, to, from string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// goTool runs go offline, with nothing but what the module itself requires.
func goTool(t *testing.T, dir string, env []string, args ...string) {
	t.Helper()
	cmd := exec.Command(testenv.Tool(t, "go"), args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=readonly", "GOWORK=off"), env...)
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, output)
	}
}
