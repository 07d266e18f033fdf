// Package testenv gives tests what they need from outside Go: toolchains and
// servers. What is missing fails the test when CI=true and skips it, saying so,
// everywhere else.
package testenv

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// Root is the top folder of the repository.
func Root(t testing.TB) string {
	t.Helper()
	_, here, _, ok := runtime.Caller(0)
	if !ok {
		t.Fatal("the path of testenv.go is not known")
	}
	return filepath.Dir(filepath.Dir(filepath.Dir(here)))
}

// Tool finds a program on the PATH.
func Tool(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		missing(t, "%s is not installed; `make tools` installs it", name)
	}
	return path
}

// Python finds the interpreter that has the test packages: the one of the local
// virtual environment.
func Python(t testing.TB) string {
	t.Helper()
	path := filepath.Join(Root(t), ".venv", "bin", "python")
	if _, err := os.Stat(path); err != nil {
		missing(t, "%s does not exist; `make tools` creates it", path)
	}
	return path
}

// LongOnly skips what needs servers or slow toolchains when tests run with -short.
func LongOnly(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("needs more than -short allows")
	}
}

func missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf(format, args...)
	}
	t.Skipf("SKIPPED: "+format, args...)
}
