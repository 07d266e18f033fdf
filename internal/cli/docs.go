package cli

import (
	"fmt"

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
their SHA1s, replies, errors, gates and footprints.

Gates that do not hold are named on standard error, and the exit code is 1: the
reference is written, but not to be published.`,
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
		transitions, broken, err := conform.Transitions(cmd.Context(), p)
		if err != nil {
			return environmentFailed(err)
		}
		if err := docs.Write(cmd.OutOrStdout(), p, transitions); err != nil {
			return environmentFailed(err)
		}
		for _, g := range broken {
			fmt.Fprintf(cmd.ErrOrStderr(), "emqgen: %s: the gate %q does not hold, and what the reference says of it is not true: emqgen conform says why\n", g.Pos, g.Name)
		}
		if len(broken) > 0 {
			return &exitError{code: found}
		}
		return nil
	}
	return cmd
}
