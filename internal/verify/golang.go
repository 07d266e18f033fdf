package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// Go asks a Go package. The program that asks stands in the module of the
// package, so that it is built with that module's dependencies and may import
// what is internal; it is overlaid, so that nothing is written there.
type Go struct {
	Dir     string
	Program string // go
}

// Name is the language.
func (Go) Name() string { return "go" }

// Ask builds and runs the probe, offline.
func (g Go) Ask(ctx context.Context, p *protocol.Protocol) (map[string]Held, error) {
	if err := mustExist(g.Dir); err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(g.Dir)
	if err != nil {
		return nil, err
	}
	tool := toolchain{program: g.Program, dir: dir, env: []string{"GOPROXY=off", "GOFLAGS="}}
	return inTemp(func(temp string) (map[string]Held, error) {
		path, err := tool.run(ctx, "list", "-e", "-find", ".")
		if err != nil {
			return nil, goEnvironment(err)
		}
		overlay, err := overlayProbe(temp, filepath.Join(dir, "emqgenprobe"), strings.TrimSpace(path))
		if err != nil {
			return nil, err
		}
		output, err := tool.run(ctx, "run", "-overlay", overlay, "./emqgenprobe")
		if err != nil {
			return nil, goEnvironment(err)
		}
		return parse(p, output)
	})
}

// overlayProbe makes the probe appear as a package below the SDK.
func overlayProbe(temp, at, importPath string) (overlay string, err error) {
	text, err := probes.ReadFile("probes/probe.go.tmpl")
	if err != nil {
		return "", err
	}
	program := filepath.Join(temp, "main.go")
	if err := os.WriteFile(program, fmt.Appendf(nil, string(text), importPath), 0o600); err != nil {
		return "", err
	}
	mapping, err := json.Marshal(map[string]map[string]string{
		"Replace": {filepath.Join(at, "main.go"): program},
	})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(temp, "overlay.json")
	return overlay, os.WriteFile(overlay, mapping, 0o600)
}

// goEnvironment tells a module whose dependencies were never downloaded from
// one that does not compile.
func goEnvironment(err error) error {
	var broken *Broken
	if !errors.As(err, &broken) {
		return err
	}
	for _, sign := range []string{"GOPROXY=off", "no required module provides", "missing go.sum entry", "go.mod file not found", "cannot find main module"} {
		if strings.Contains(broken.Output, sign) {
			return fmt.Errorf("its dependencies are not at hand, run `go mod download` there: %s", broken.Output)
		}
	}
	return err
}
