package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

// runtimes are those that the flags name, or the tool. What has to be emitted or
// compiled for them stands in temp.
func (f *conformFlags) runtimes(cmd *cobra.Command, p *protocol.Protocol, temp string) ([]conform.Runtime, error) {
	dirs, err := f.sdkDirs(cmd, p, temp)
	if err != nil {
		return nil, err
	}
	var all []conform.Runtime
	for _, sdk := range f.sdks {
		if sdk == toolName {
			all = append(all, conform.Tool(p))
			continue
		}
		all = append(all, conform.SDK{
			Protocol: p, Language: sdk, Dir: dirs[sdk],
			Build: filepath.Join(temp, "build-"+sdk), Python: pythonProgram(),
		}.Runtime())
	}
	for n, text := range f.drivers {
		d, err := newDriver(p, text, n, len(f.drivers))
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	if len(all) == 0 {
		all = append(all, conform.Tool(p))
	}
	return all, nil
}

// toolName is the word that asks for the tool itself beside SDKs.
const toolName = "tool"

func sdkNames() []string { return append(languages(), toolName) }

// sdkDirs gives the folder of each SDK that is driven: below --out, or emitted
// into temp.
func (f *conformFlags) sdkDirs(cmd *cobra.Command, p *protocol.Protocol, temp string) (map[string]string, error) {
	dirs := map[string]string{}
	var chosen []target
	for _, sdk := range f.sdks {
		i := slices.IndexFunc(emitters(), func(e emit.Emitter) bool { return e.Language() == sdk })
		switch {
		case sdk == toolName:
		case f.out != "":
			dir, err := filepath.Abs(filepath.Join(f.out, sdk))
			if err != nil {
				return nil, environmentFailed(err)
			}
			if _, err := os.Stat(filepath.Join(dir, driverFile(p, sdk))); err != nil {
				return nil, unusableInput(fmt.Errorf("--out %s holds no SDK for %s: there is no %s; expected the folder that holds %s/",
					f.out, sdk, filepath.Join(f.out, sdk, driverFile(p, sdk)), strings.Join(languages(), "/, ")))
			}
			dirs[sdk] = dir
		default:
			dirs[sdk] = filepath.Join(temp, sdk)
			chosen = append(chosen, target{emitters()[i], dirs[sdk], emit.Standalone})
		}
	}
	if len(chosen) == 0 {
		return dirs, nil
	}
	out, err := render(p, chosen)
	if err != nil {
		return nil, err
	}
	_, err = out.Write(cmd.Context())
	return dirs, environmentFailed(err)
}

// driverFile is a file of a project that its driver cannot do without.
func driverFile(p *protocol.Protocol, language string) string {
	switch language {
	case "go":
		return "driver"
	case "elixir":
		return "mix.exs"
	}
	return filepath.Join(p.Names.Python.Package, "driver.py")
}

// newDriver reads a value of --driver, the n-th of several.
func newDriver(p *protocol.Protocol, text string, n, several int) (conform.Runtime, error) {
	name, command, named := strings.Cut(text, "=")
	if !named || name == "" || strings.ContainsAny(name, " /\\") {
		name, command = "driver", text
		if several > 1 {
			name = fmt.Sprintf("driver%d", n+1)
		}
	}
	if strings.TrimSpace(command) == "" {
		return nil, fmt.Errorf("--driver %q names no command", text)
	}
	return &conform.Driver{Protocol: p, Title: name, Command: shell(command)}, nil
}
