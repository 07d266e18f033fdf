package verify

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

//go:embed probes
var probes embed.FS

// ErrToolchain is the error of an SDK whose toolchain is not installed.
var ErrToolchain = errors.New("the toolchain is missing")

// toolchain runs a program of a language.
type toolchain struct {
	program string
	dir     string
	env     []string
}

// run returns what the program prints. A program that fails is *Broken, with
// what it said.
func (t toolchain) run(ctx context.Context, args ...string) (string, error) {
	path, err := exec.LookPath(t.program)
	if err != nil {
		return "", fmt.Errorf("%w: %s is not installed", ErrToolchain, t.program)
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = t.dir
	cmd.Env = append(os.Environ(), t.env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &exit):
		said := strings.TrimSpace(stderr.String() + stdout.String())
		if said == "" {
			said = err.Error()
		}
		return "", &Broken{said}
	case err != nil:
		return "", err
	}
	return stdout.String(), nil
}

// inTemp hands out a folder that is gone when f returns.
func inTemp(f func(dir string) (map[string]Held, error)) (map[string]Held, error) {
	dir, err := os.MkdirTemp("", "emqgen-verify-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	return f(dir)
}

// parse reads the lines of a probe: name, length, SHA1, the SHA1 it is run by.
func parse(p *protocol.Protocol, output string) (map[string]Held, error) {
	held := map[string]Held{}
	for line := range strings.Lines(output) {
		cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(cells) != 4 {
			return nil, &Broken{fmt.Sprintf("it printed %q while it was loaded", line)}
		}
		size, err := strconv.Atoi(cells[1])
		if err != nil {
			return nil, &Broken{fmt.Sprintf("it printed %q while it was loaded", line)}
		}
		held[fullName(p, cells[0], held)] = Held{Bytes: size, SHA1: cells[2], RunBy: cells[3]}
	}
	return held, nil
}

// fullName completes the name of a script whose module the SDK does not say: it
// is the next in spec order that is called so.
func fullName(p *protocol.Protocol, said string, held map[string]Held) string {
	for _, s := range p.Scripts() {
		if _, taken := held[name(s)]; s.Name == said && !taken {
			return name(s)
		}
	}
	return said
}

// mustExist turns a folder that nothing was generated into into a finding.
func mustExist(dir string) error {
	_, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return &Broken{dir + " does not exist: run `emqgen generate`"}
	}
	return err
}
