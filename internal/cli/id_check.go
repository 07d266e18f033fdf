package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/ids"
)

func idCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check ID...",
		Short: "Say whether each argument is an id; exit 1 when any is not",
		Long: `Check the shape of ids, as the key builders of every SDK do before anything is
sent: three upper-case letters of any brand, eleven base62 digits, at most 2^63-1.
Prints one line for each; the exit code is 1 when any is no id.`,
		Example: "  emqgen id check JOB0Nb1VTbfnu4\n  emqgen id check job-42   # exit 1",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			code := clean
			err := printLines(cmd, args, func(arg string) string {
				if err := ids.Check(arg); err != nil {
					code = found
					return err.Error()
				}
				return fmt.Sprintf("%q is an id", arg)
			})
			if err != nil || code == clean {
				return err
			}
			return &exitError{code: code}
		},
	}
}
