package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// Version is the version of emqgen. It is a constant, so that a binary made by
// `go install` or from a plain checkout says the same.
const Version = "0.1.0"

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of emqgen",
		Example: "  emqgen version",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "emqgen "+Version)
			return environmentFailed(err)
		},
	}
}
