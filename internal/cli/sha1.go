package cli

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/protocol"
)

func sha1Command() *cobra.Command {
	var r report
	cmd := &cobra.Command{
		Use:   "sha1 [SPEC]",
		Short: "Print the SHA1, the length in bytes and the name of every script",
		Long: `Print one line for every script, in spec order: its SHA1, which is what EVALSHA
takes, its length in bytes, and its name as module.script.`,
		Example:           "  emqgen sha1\n  emqgen sha1 spec/protocol.yaml",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
	}
	r.addFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := load(cmd, args, &r)
		if err != nil {
			return err
		}
		if err := someScript(p); err != nil {
			return err
		}
		out := bufio.NewWriter(cmd.OutOrStdout())
		for _, s := range p.Scripts() {
			fmt.Fprintf(out, "%s %6d  %s.%s\n", s.SHA1, len(s.Source), s.Module.Name, s.Name)
		}
		return environmentFailed(out.Flush())
	}
	return cmd
}

// someScript refuses a protocol that gives a verb about scripts nothing to do,
// which must not pass for success.
func someScript(p *protocol.Protocol) error {
	if len(p.Scripts()) == 0 {
		return unusableInput(fmt.Errorf("%s declares no script, so there is no SHA1", p.SpecName))
	}
	return nil
}
