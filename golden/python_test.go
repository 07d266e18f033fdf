package golden

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/testenv"
)

// Every wanted Python package passes mypy --strict and the linter and formatter
// as its own pyproject.toml would have them, and can be imported.
func TestPythonChecks(t *testing.T) {
	testenv.LongOnly(t)
	dir, packages := pythonPackages(t)
	for _, check := range [][]string{
		append([]string{"mypy", "--strict", "--cache-dir", filepath.Join(dir, ".cache")}, packages...),
		append([]string{"ruff", "check", "--no-cache"}, packages...),
		append([]string{"ruff", "format", "--check", "--no-cache"}, packages...),
	} {
		if output, err := runPython(t, dir, check...); err != nil {
			t.Errorf("%s: %v\n%s", strings.Join(check[:2], " "), err, output)
		}
	}
	for _, p := range packages {
		if output, err := runPython(t, dir, "-c", "import "+p); err != nil {
			t.Errorf("import %s: %v\n%s", p, err, output)
		}
	}
}

// Each check has to be able to fail.
func TestABrokenPythonPackageIsNoticed(t *testing.T) {
	testenv.LongOnly(t)
	dir, _ := pythonPackages(t)
	writeTree(t, dir, tree{"enqueue/broken.py": "from . import nothing_of_this_name\nx: int = 'text'\n"})
	for _, args := range [][]string{
		{"mypy", "--strict", "--cache-dir", filepath.Join(dir, ".cache"), "enqueue"},
		{"ruff", "format", "--check", "--no-cache", "enqueue"},
		{"-c", "import enqueue.broken"},
	} {
		if output, err := runPython(t, dir, args...); err == nil {
			t.Errorf("%v is content with a broken package:\n%s", args, output)
		}
	}
}

// pythonPackages copies the wanted package of every case into one folder.
func pythonPackages(t *testing.T) (dir string, packages []string) {
	t.Helper()
	dir = t.TempDir()
	for _, c := range cases(t) {
		files := readTree(t, c.want("python"))
		if len(files) == 0 {
			continue
		}
		writeTree(t, dir, files)
		packages = append(packages, c.protocol.Names.Python.Package)
	}
	return dir, packages
}

// runPython runs code with -c, and else a module.
func runPython(t *testing.T, dir string, args ...string) (output string, err error) {
	t.Helper()
	if args[0] != "-c" {
		args = append([]string{"-m"}, args...)
	}
	cmd := exec.Command(testenv.Python(t), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	text, err := cmd.CombinedOutput()
	return string(text), err
}
