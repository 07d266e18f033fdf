package cli

import (
	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/spec"
)

func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the spec format",
		Long: `Print the JSON Schema (2020-12) of the spec format, for editors. A spec that begins
with the line

  # yaml-language-server: $schema=./emqgen.schema.json

is completed and checked as it is written.`,
		Example: "  emqgen schema > spec/emqgen.schema.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(spec.Schema())
			return environmentFailed(err)
		},
	}
}
