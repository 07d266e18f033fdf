package cli

import (
	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/diff"
	"github.com/echomq/emqgen/internal/spec"
)

func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [spec|diff]",
		Short: "Print the JSON Schema of the spec format, or of the reports of diff",
		Long: `Print the JSON Schema (2020-12) of the spec format, for editors. A spec that begins
with the line

  # yaml-language-server: $schema=./emqgen.schema.json

is completed and checked as it is written.

With diff, print the schema of what emqgen diff --format json prints.`,
		Example:   "  emqgen schema > spec/emqgen.schema.json\n  emqgen schema diff",
		Args:      cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs),
		ValidArgs: []string{"spec", "diff"},
		RunE: func(cmd *cobra.Command, args []string) error {
			schema := spec.Schema()
			if len(args) > 0 && args[0] == "diff" {
				schema = diff.Schema
			}
			_, err := cmd.OutOrStdout().Write(schema)
			return environmentFailed(err)
		},
	}
}
