package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/testenv"
)

// The programs of the README are run as they stand there, against a server of
// their own, and see a job through.
func TestTheREADMEsProgramsRun(t *testing.T) {
	testenv.LongOnly(t)
	root := testenv.Root(t)
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, speaker := range []struct {
		language, opening string
		command           func(t *testing.T, root, source string) *exec.Cmd
	}{
		{"go", "package main", goProgram},
		{"python", "import", pythonProgram},
		{"elixir", "alias", elixirProgram},
	} {
		t.Run(speaker.language, func(t *testing.T) {
			source := program(t, string(text), speaker.language, speaker.opening, testenv.Embedded(t).Addr)
			output, err := speaker.command(t, root, source).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
			lines := strings.Fields(strings.ToLower(strings.TrimSuffix(strings.TrimSpace(string(output)), "<nil>")))
			if got := strings.Join(lines, " "); got != "enqueued hello completed" {
				t.Errorf("the program printed %q", got)
			}
		})
	}
}

// program is the fenced block of a language that begins as said, with the
// server's address in the place of the usual one.
func program(t *testing.T, text, language, opening, addr string) string {
	t.Helper()
	fence := "```" + language + "\n"
	start := strings.Index(text, fence+opening)
	if start < 0 {
		t.Fatalf("the README has no program in %s that begins with %q", language, opening)
	}
	source, _, closed := strings.Cut(text[start+len(fence):], "```")
	if !closed {
		t.Fatalf("the program in %s has no end", language)
	}
	host, port, _ := strings.Cut(addr, ":")
	return strings.NewReplacer("localhost:6379", addr, `"localhost"`, `"`+host+`"`, "6379", port).Replace(source)
}

func goProgram(t *testing.T, root, source string) *exec.Cmd {
	t.Helper()
	dir := filepath.Join(root, "out", "go")
	sdk, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	const path = "github.com/echomq/echomq-go"
	_, required, _ := strings.Cut(string(sdk), "module "+path)
	tmp := t.TempDir()
	write(t, filepath.Join(tmp, "go.mod"), "module mail\n"+required+"\nrequire "+path+" v0.0.0\n\nreplace "+path+" => "+dir+"\n")
	write(t, filepath.Join(tmp, "go.sum"), string(sums))
	write(t, filepath.Join(tmp, "main.go"), source)
	cmd := exec.Command(testenv.Tool(t, "go"), "run", "-mod=mod", ".")
	cmd.Dir = tmp
	return cmd
}

func pythonProgram(t *testing.T, root, source string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(testenv.Python(t), "-c", source)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(root, "out", "python"), "PYTHONDONTWRITEBYTECODE=1")
	return cmd
}

func elixirProgram(t *testing.T, root, source string) *exec.Cmd {
	t.Helper()
	compiled := t.TempDir()
	var sources []string
	err := filepath.WalkDir(filepath.Join(root, "out", "elixir", "lib"), func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".ex") {
			sources = append(sources, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	compile := exec.Command(testenv.Tool(t, "elixirc"), append([]string{"-o", compiled}, sources...)...)
	if output, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	script := filepath.Join(t.TempDir(), "mail.exs")
	write(t, script, source)
	return exec.Command(testenv.Tool(t, "elixir"), "-pa", compiled, script)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
