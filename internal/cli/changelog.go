package cli

import (
	"github.com/spf13/cobra"
)

func changelogCommand() *cobra.Command {
	var c comparison
	cmd := &cobra.Command{
		Use:   "changelog OLD NEW | changelog --against REF [SPEC]",
		Short: "Write the release notes of a step of the protocol",
		Long: `Write the release notes of a step of the protocol, in Markdown: what to deploy
first, what breaks the wire, what was added, what changes for callers.

OLD and NEW are what they are for diff.`,
		Example: "  emqgen changelog v2.0.0:spec/protocol.yaml spec/protocol.yaml",
		Args:    cobra.MaximumNArgs(2),
	}
	c.addFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		report, err := c.compare(cmd, args)
		if err != nil {
			return err
		}
		return environmentFailed(report.WriteChangelog(cmd.OutOrStdout()))
	}
	return cmd
}
