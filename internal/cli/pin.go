package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2/maybe"
	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/spec"
)

func pinCommand() *cobra.Command {
	var r report
	cmd := &cobra.Command{
		Use:   "pin [SPEC]",
		Short: "Write the SHA1 of every script into the spec",
		Long: `Set the sha1 of every script in the spec to what its Lua file has now, and touch
nothing else: comments, quotes, line ends and order stay as they are. Print a
line for every pin that was set, or with --format json one object.

A changed pin is a changed script, for every speaker of the protocol: emqgen diff
says who breaks.`,
		Example:           "  emqgen pin\n  emqgen pin spec/protocol.yaml && git diff",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
	}
	r.addFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, _, err := loadUnpinned(cmd, args, &r)
		if err != nil {
			return err
		}
		if err := someScript(p); err != nil {
			return err
		}
		changed := unpinned(p)
		if err := writePins(p); err != nil {
			return err
		}
		return printScripts(cmd, &r, changed, func(s *protocol.Script) string {
			return fmt.Sprintf("%s  %s.%s", s.SHA1, s.Module.Name, s.Name)
		})
	}
	return cmd
}

// unpinned lists the scripts whose pin is missing or another one.
func unpinned(p *protocol.Protocol) []*protocol.Script {
	var scripts []*protocol.Script
	for _, s := range p.Scripts() {
		if s.Pin != s.SHA1 {
			scripts = append(scripts, s)
		}
	}
	return scripts
}

// writePins replaces the spec as a whole, behind symbolic links too, unless it
// says what it has to already.
func writePins(p *protocol.Protocol) error {
	name, err := filepath.EvalSymlinks(filepath.FromSlash(p.Pos.File))
	if err != nil {
		return environmentFailed(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		return environmentFailed(err)
	}
	before, err := os.ReadFile(name)
	if err != nil {
		return environmentFailed(err)
	}
	after, err := spec.WritePins(before, p.Pins())
	if err != nil {
		return unusableInput(fmt.Errorf("%s: %w", p.Pos.File, err))
	}
	if string(after) == string(before) {
		return nil
	}
	err = maybe.WriteFile(name, after, info.Mode().Perm())
	if errors.Is(err, fs.ErrPermission) {
		return unusableInput(fmt.Errorf("%s may not be written", p.Pos.File))
	}
	return environmentFailed(err)
}
