package python_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/python"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// The golden cases do what their specs say: testdata/cases calls them.
func TestCases(t *testing.T) {
	interpreter := testenv.Python(t)
	specs, err := filepath.Glob(filepath.Join(testenv.Root(t), "golden", "*", "protocol.yaml"))
	if err != nil || len(specs) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	dir := t.TempDir()
	for _, spec := range specs {
		p, _ := protocol.Load(spec)
		if p != nil && len((python.Emitter{}).Check(p)) == 0 {
			write(t, dir, emitted(t, p, emit.Embedded))
		}
	}
	run(t, exec.Command(interpreter, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:asyncio", "testdata/cases"),
		"PYTHONPATH="+dir)
}
