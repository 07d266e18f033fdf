package python_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/python"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// The emitted EchoMQ package is driven against every engine by the tests in
// testdata/sdk.
func TestSDK(t *testing.T) {
	interpreter := testenv.Python(t)
	dir := t.TempDir()
	write(t, dir, emitted(t, load(t, filepath.Join(testenv.Root(t), "spec", "protocol.yaml")), emit.Standalone))
	var engines []string
	for _, e := range testenv.Engines(t) {
		engines = append(engines, e.Name+"="+e.URL)
	}
	if !testing.Short() {
		engines = append(engines, "cluster="+testenv.Cluster(t).URL)
	}
	run(t, exec.Command(interpreter, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:asyncio", "testdata/sdk"),
		"PYTHONPATH="+dir, "ENGINES="+strings.Join(engines, " "))
}

// The runtime is tested where it stands, before it is copied anywhere.
func TestRuntime(t *testing.T) {
	cmd := exec.Command(testenv.Python(t), "-m", "pytest", "-q")
	cmd.Dir = filepath.Join(testenv.Root(t), "templates", "python")
	run(t, cmd)
}

// run runs a command to its end, which has to be a good one.
func run(t *testing.T, cmd *exec.Cmd, env ...string) {
	t.Helper()
	cmd.Env = append(append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1"), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(cmd.Args, " "), err, out)
	}
}

func load(t testing.TB, spec string) *protocol.Protocol {
	t.Helper()
	p, findings := protocol.Load(spec)
	if len(findings) > 0 {
		t.Fatalf("%s does not load: %v", spec, list(findings))
	}
	return p
}

func list(findings []diag.Finding) error {
	var l diag.List
	l.Add(findings...)
	return l.Err()
}

func emitted(t testing.TB, p *protocol.Protocol, layout emit.Layout) []emit.File {
	t.Helper()
	if findings := (python.Emitter{}).Check(p); len(findings) > 0 {
		t.Fatal(list(findings))
	}
	files, err := python.Emitter{}.Emit(p, layout)
	if err != nil {
		t.Fatal(err)
	}
	return files
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
