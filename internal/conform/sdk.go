package conform

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// SDK is an emitted project, which ships a driver.
type SDK struct {
	Protocol *protocol.Protocol
	Language string // go, elixir or python
	Dir      string // the project, an absolute path
	Build    string // a folder for what is compiled
	Python   string // the interpreter
}

// Runtime gives the SDK as a runtime. Its driver is compiled, where the language
// does that, when the first speaker starts.
func (s SDK) Runtime() Runtime {
	d := &Driver{Protocol: s.Protocol, Title: s.Language}
	switch s.Language {
	case "go":
		program := filepath.Join(s.Build, "driver")
		d.Command = []string{program}
		d.prepare = func(ctx context.Context) error {
			// Offline, with what the module cache holds.
			return s.run(ctx, []string{"GOPROXY=off", "GOFLAGS="}, "go", "build", "-o", program, "./driver")
		}
	case "elixir":
		d.prepare = func(ctx context.Context) (err error) {
			d.Command, err = s.compileElixir(ctx)
			return err
		}
	case "python":
		d.Command = []string{s.Python, "-B", "-m", s.Protocol.Names.Python.Package + ".driver"}
		d.Env = []string{"PYTHONPATH=" + s.Dir}
		d.help = fmt.Sprintf("its interpreter is %s: activate the virtual environment that has redis", s.Python)
	}
	return d
}

// compileElixir compiles the project apart from its folder. Its clients are all
// optional, so what is not fetched does not matter as long as one is installed.
func (s SDK) compileElixir(ctx context.Context) ([]string, error) {
	env := []string{"MIX_BUILD_PATH=" + s.Build, "ELIXIR_ERL_OPTIONS=+fnu"}
	if err := s.run(ctx, env, "mix", "compile"); err != nil {
		if again := s.run(ctx, env, "mix", "compile", "--no-deps-check"); again != nil {
			return nil, err
		}
	}
	command := []string{"elixir"}
	paths, err := filepath.Glob(filepath.Join(s.Build, "lib", "*", "ebin"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		command = append(command, "-pa", path)
	}
	return append(command, "-e", s.Protocol.Names.Elixir.Module+".Driver.main()"), nil
}

func (s SDK) run(ctx context.Context, env []string, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = s.Dir
	cmd.Env = append(os.Environ(), env...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return fmt.Errorf("%s %s in %s: %s", program, strings.Join(args, " "), s.Dir, strings.TrimSpace(said.String()))
	}
	return err
}
