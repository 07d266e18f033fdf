package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/echomq/emqgen/internal/cli"
	"github.com/echomq/emqgen/internal/testenv"
)

// The committed SDKs are what the committed spec generates.
func TestTheCommittedSDKsAreNotStale(t *testing.T) {
	t.Chdir(testenv.Root(t))
	var stdout, stderr bytes.Buffer
	if code := cli.Run(context.Background(), []string{"generate", "--check"}, nil, &stdout, &stderr); code != 0 {
		t.Errorf("exit code %d; run make generate\n%s%s", code, &stdout, &stderr)
	}
}

// The same input gives the same bytes, from any checkout path and at any time.
func TestOutputDoesNotDependOnThePath(t *testing.T) {
	var trees []map[string]string
	for _, name := range []string{"a", "another/much longer/path é"} {
		checkout := filepath.Join(t.TempDir(), name)
		for _, folder := range []string{"spec", "lua"} {
			if err := os.CopyFS(filepath.Join(checkout, folder), os.DirFS(filepath.Join(testenv.Root(t), folder))); err != nil {
				t.Fatal(err)
			}
		}
		var stderr bytes.Buffer
		spec := filepath.Join(checkout, "spec", "protocol.yaml")
		out := filepath.Join(checkout, "out")
		if code := cli.Run(context.Background(), []string{"generate", spec, "--out", out}, nil, &stderr, &stderr); code != 0 {
			t.Fatalf("exit code %d\n%s", code, &stderr)
		}
		trees = append(trees, filesOf(t, out))
	}
	if d := cmp.Diff(trees[0], trees[1]); d != "" {
		t.Error(d)
	}
	for path, data := range trees[0] {
		if strings.Contains(data, os.TempDir()+"/") {
			t.Errorf("%s holds a path of this machine", path)
		}
	}
}

// The emitted Go module stands on its own: it builds and passes vet with no
// other dependency than its own go.mod's, which are not looked up anywhere.
func TestTheCommittedGoModuleBuilds(t *testing.T) {
	cmd := exec.Command(testenv.Tool(t, "go"), "vet", "./...")
	cmd.Dir = filepath.Join(testenv.Root(t), "out", "go")
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "GOPROXY=off", "GOWORK=off")
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		data, err := os.ReadFile(path)
		files[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
