package golden

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/testenv"
)

// The wanted Go packages stand in this module, so one build compiles them all.
func TestGoCompiles(t *testing.T) {
	if output, err := goTool(t, "vet", "./..."); err != nil {
		t.Errorf("go vet ./golden/...: %v\n%s", err, output)
	}
}

// A harness that cannot fail proves nothing: a package that is broken on
// purpose has to break the build.
func TestABrokenGoPackageIsNoticed(t *testing.T) {
	name := filepath.Join("enqueue", "want", "go", "broken_on_purpose.go")
	overlaid := filepath.Join(t.TempDir(), "broken.go")
	writeTree(t, filepath.Dir(overlaid), tree{"broken.go": "package enqueue\n\nvar _ = Enqueue(notDeclared)\n"})
	abs, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	writeTree(t, filepath.Dir(overlay), tree{"overlay.json": `{"Replace": {"` + abs + `": "` + overlaid + `"}}`})
	output, err := goTool(t, "build", "-overlay", overlay, "./enqueue/...")
	if err == nil || !strings.Contains(output, "notDeclared") {
		t.Errorf("a broken package builds: %v\n%s", err, output)
	}
}

func goTool(t *testing.T, args ...string) (output string, err error) {
	t.Helper()
	cmd := exec.Command(testenv.Tool(t, "go"), args...)
	cmd.Env = append(os.Environ(), "GOFLAGS=")
	text, err := cmd.CombinedOutput()
	return string(text), err
}
