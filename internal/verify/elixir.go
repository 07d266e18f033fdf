package verify

import (
	"context"
	"os"
	"path/filepath"

	"github.com/echomq/emqgen/internal/protocol"
)

// Elixir asks an Elixir application, compiled in memory.
type Elixir struct {
	Dir     string
	Program string // elixir
}

// Name is the language.
func (Elixir) Name() string { return "elixir" }

// Ask compiles the application and runs the probe in it.
func (e Elixir) Ask(ctx context.Context, p *protocol.Protocol) (map[string]Held, error) {
	if err := mustExist(e.Dir); err != nil {
		return nil, err
	}
	names := p.Names.Elixir
	args := []string{e.Dir, names.Module}
	for kind, module := range map[string]string{"script": names.Script, "connector": names.Connector, "id": names.ID} {
		if module != "" {
			args = append(args, kind+"="+module)
		}
	}
	return inTemp(func(temp string) (map[string]Held, error) {
		probe, err := unpack(temp, "probe.exs")
		if err != nil {
			return nil, err
		}
		tool := toolchain{program: e.Program, env: []string{"ELIXIR_ERL_OPTIONS=+fnu"}}
		output, err := tool.run(ctx, append([]string{probe}, args...)...)
		if err != nil {
			return nil, err
		}
		return parse(p, output)
	})
}

// unpack writes a probe to a folder.
func unpack(dir, name string) (path string, err error) {
	text, err := probes.ReadFile("probes/" + name)
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, name)
	return path, os.WriteFile(path, text, 0o600)
}
