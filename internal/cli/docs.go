package cli

import (
	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/docs"
)

func docsCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "docs [SPEC]",
		Short: "Write the reference of a protocol",
		Long: `Write the reference of a protocol to standard output: the transitions of its
rows as its gates show them, on the embedded engine, and its keys, scripts with
their SHA1s, replies, errors, gates and footprints.`,
		Example: `  emqgen docs > docs/protocol.md
  emqgen docs --format markdown examples/foreign/protocol.yaml`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
	}
	cmd.Flags().StringVar(&format, "format", "markdown", "how the reference is written: markdown")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(docs.Formats(), cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := docs.CheckFormat(format); err != nil {
			return err
		}
		p, err := load(cmd, args, &report{format: "text"})
		if err != nil {
			return err
		}
		transitions, err := conform.Transitions(cmd.Context(), p)
		if err != nil {
			return environmentFailed(err)
		}
		return environmentFailed(docs.Write(cmd.OutOrStdout(), p, transitions))
	}
	return cmd
}
