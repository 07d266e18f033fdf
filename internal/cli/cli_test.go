package cli

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Whoever asks a verb for help sees what it does and how it is called.
func TestEveryVerbShowsAnExample(t *testing.T) {
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		if !c.HasParent() || c.Name() == "help" || c.Parent().Name() == "completion" || c.Name() == "completion" {
			return
		}
		if c.Short == "" || !strings.Contains(c.Example, "emqgen "+strings.TrimPrefix(c.CommandPath(), "emqgen ")) {
			t.Errorf("%s: no sentence, or no example that calls it: %q", c.CommandPath(), c.Example)
		}
		for line := range strings.Lines(c.Long + "\n" + c.Example) {
			if len([]rune(strings.TrimRight(line, "\n"))) > 110 {
				t.Errorf("%s: a line of the help is too long: %q", c.CommandPath(), line)
			}
		}
	}
	visit(newRoot())
}

func TestColourNeedsATerminal(t *testing.T) {
	if hasColor(&bytes.Buffer{}) {
		t.Error("a buffer is taken for a terminal")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if hasColor(w) {
		t.Error("a pipe is taken for a terminal")
	}
}

func TestTargets(t *testing.T) {
	tests := []struct {
		langs, outs string
		want        string // language dir layout; …
		err         string
	}{
		{"", "", "go out/go 0; elixir out/elixir 0; python out/python 0", ""},
		{"python,go", "sdk", "go sdk/go 0; python sdk/python 0", ""},
		{"", "go=internal/x", "go internal/x 1", ""},
		{"", "go=x sdk", "go x 1; elixir sdk/elixir 0; python sdk/python 0", ""},
		{"go,elixir", "go=x", "go x 1; elixir out/elixir 0", ""},
		{"", "go=x python=x/", "go x 1; python x 1", ""},
		{"", "./a=b/c", "go a=b/c/go 0; elixir a=b/c/elixir 0; python a=b/c/python 0", ""},
		{"elixir", "go=x", "", "leaves go out"},
		{"", "go=x go=y", "", "twice for go"},
		{"", "a b", "", "twice for all"},
		{"", "go=", "", "names no folder"},
		{"ruby", "", "", "unknown language"},
	}
	for _, tt := range tests {
		flags := targets{outs: strings.Fields(tt.outs)}
		if tt.langs != "" {
			flags.langs = strings.Split(tt.langs, ",")
		}
		resolved, err := flags.resolve()
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("--lang %q --out %q: got %v, want an error with %q", tt.langs, tt.outs, err, tt.err)
			}
			continue
		}
		var got []string
		for _, r := range resolved {
			got = append(got, r.Language()+" "+r.dir+" "+string(rune('0'+r.layout)))
		}
		if err != nil || strings.Join(got, "; ") != tt.want {
			t.Errorf("--lang %q --out %q: got %q, %v", tt.langs, tt.outs, got, err)
		}
	}
}

func TestExitCodes(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, want := range map[string]int{
		"version": clean, "explain pin-mismatch": clean, "id check JOB00000000000": clean,
		"id check x": found, "nothing": unusable, "version x": unusable, "sha1": unusable, "--what": unusable,
		"explain what": unusable, "generate a b": unusable,
	} {
		var out bytes.Buffer
		if got := Run(context.Background(), strings.Fields(line), nil, &out, &out); got != want {
			t.Errorf("emqgen %s: exit code %d, want %d\n%s", line, got, want, &out)
		}
	}
}
