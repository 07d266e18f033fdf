package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/echomq/emqgen/internal/testenv"
)

// Every console block of the README is carried out, in order and in one folder,
// and has to print what stands there.
func TestTheREADMEIsTrue(t *testing.T) {
	testenv.LongOnly(t)
	for _, tool := range []string{"go", "elixir", "python3"} {
		testenv.Tool(t, tool)
	}
	text, err := os.ReadFile(filepath.Join(testenv.Root(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin, ".")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	dir := t.TempDir()
	steps := console(string(text))
	if len(steps) < 10 {
		t.Fatalf("the README has %d commands", len(steps))
	}
	for _, s := range steps {
		if to, ok := strings.CutPrefix(s.command, "cd "); ok {
			dir = filepath.Join(dir, to)
			continue
		}
		cmd := exec.Command("sh", "-c", s.command)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "LC_ALL=C.UTF-8")
		output, _ := cmd.CombinedOutput() // findings are shown as well, whatever the exit code
		if d := cmp.Diff(anyCount(s.output), anyCount(string(output))); d != "" {
			t.Errorf("$ %s\n%s", s.command, d)
		}
	}
}

// anyCount keeps the README from changing with every file that an SDK gains.
func anyCount(output string) string { return fileCount.ReplaceAllString(output, "N files") }

var fileCount = regexp.MustCompile(`[0-9]+ files`)

type step struct{ command, output string }

// console cuts the console blocks of a Markdown text into commands and outputs.
func console(text string) []step {
	var steps []step
	inside := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "```"):
			inside = strings.TrimSpace(line) == "```console"
		case !inside:
		case strings.HasPrefix(line, "$ "):
			steps = append(steps, step{command: strings.TrimSpace(line[2:])})
		default:
			steps[len(steps)-1].output += line
		}
	}
	return steps
}
