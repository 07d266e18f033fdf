package verify

import (
	"context"

	"github.com/echomq/emqgen/internal/protocol"
)

// Python asks a Python package. The client library need not be installed.
type Python struct {
	Dir     string
	Program string // python3
}

// Name is the language.
func (Python) Name() string { return "python" }

// Ask imports the package and everything in it.
func (y Python) Ask(ctx context.Context, p *protocol.Protocol) (map[string]Held, error) {
	if err := mustExist(y.Dir); err != nil {
		return nil, err
	}
	return inTemp(func(temp string) (map[string]Held, error) {
		probe, err := unpack(temp, "probe.py")
		if err != nil {
			return nil, err
		}
		// Isolated from the user's environment, and without leaving byte code.
		output, err := toolchain{program: y.Program}.run(ctx, "-I", "-B", probe, y.Dir, p.Names.Python.Package)
		if err != nil {
			return nil, err
		}
		return parse(p, output)
	})
}
