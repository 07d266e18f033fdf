package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff"
)

func diffCommand() *cobra.Command {
	var c comparison
	cmd := &cobra.Command{
		Use:   "diff OLD NEW | diff --against REF [SPEC]",
		Short: "Say what a change of the protocol breaks, for whom, and what to deploy first",
		Long: `Compare two versions of a protocol: what changed below and above the line, who
breaks, why, and what to deploy first.

OLD and NEW are folders, spec files, or REV:path of git; Lua files, pins and
acknowledgements come from where the spec comes from. With --against REF the
spec on disk is compared with the point where its history left that of REF.

Breaks are acknowledged, one exact change each, in protocol.ack.yaml beside the
new spec: rule, subject, old, new, reason, until (a day, or a version).

With --prove every gate of both versions is run on one store, its steps taken by
old and new speakers in every mixture. What needs proof is decided by that, and
a mixture that fails is told as the shortest story that shows it. A proof that
leaves something open and ran no mixture is no proof: the run ends with 2.`,
		Example: `  emqgen diff --against origin/main                      # what this branch does to the wire
  emqgen diff v2.0.0:spec/protocol.yaml spec/protocol.yaml
  emqgen diff --against main --prove                     # run old and new speakers together
  emqgen diff old/ new/ --format markdown                # for a comment on a pull request`,
		Args: cobra.MaximumNArgs(2),
	}
	c.addFlags(cmd)
	c.proof.addFlags(cmd)
	var failOn string
	var printAcks bool
	cmd.Flags().BoolVar(&printAcks, "print-acks", false, "print what acknowledges the entries that fail the run, instead of the report")
	cmd.Flags().StringVar(&c.format, "format", "text", "how the report is printed: text, json, github, sarif, markdown")
	cmd.Flags().StringVar(&failOn, "fail-on", string(diff.OnBreak), "which changes fail the run, unless acknowledged: break, api or any")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(diag.Formats(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("fail-on", cobra.FixedCompletions([]string{"break", "api", "any"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := diag.CheckFormat(c.format); err != nil {
			return err
		}
		level, err := diff.ParseFailOn(failOn)
		if err != nil {
			return err
		}
		if err := c.proof.check(cmd); err != nil {
			return err
		}
		report, err := c.compare(cmd, args)
		if err != nil {
			return err
		}
		failing := report.Fails(level)
		if printAcks {
			return environmentFailed(diff.WriteAcks(cmd.OutOrStdout(), failing))
		}
		if err := c.print(cmd.OutOrStdout(), report); err != nil {
			return environmentFailed(err)
		}
		if len(failing) > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "emqgen: %d of the entries above fail the run (--fail-on %s)\n", len(failing), level)
			return &exitError{code: found}
		}
		return ranNothing(report)
	}
	return cmd
}

// print writes the report in the format that was asked for.
func (c *comparison) print(w io.Writer, r *diff.Report) error {
	switch c.format {
	case "json":
		return r.WriteJSON(w)
	case "markdown":
		return r.WriteMarkdown(w)
	case "github", "sarif":
		return c.findings(w, r.Findings(), nil)
	}
	return r.WriteText(w, hasColor(w))
}
