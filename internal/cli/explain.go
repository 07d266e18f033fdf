package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff"
	"github.com/echomq/emqgen/internal/lint"
	"github.com/echomq/emqgen/internal/rules"
)

func explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [RULE]",
		Short: "Explain a rule that findings name, or list all rules",
		Long: `Explain a rule: what it holds, why, and an example of what it refuses beside the
same put right. Without RULE, list all rules with a sentence each.`,
		Example: "  emqgen explain pin-mismatch\n  emqgen explain",
		Args:    cobra.MaximumNArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return ruleIDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listRules(cmd)
			}
			for _, r := range allRules() {
				if r.ID == args[0] {
					_, err := fmt.Fprint(cmd.OutOrStdout(), explanation(r))
					return environmentFailed(err)
				}
			}
			return fmt.Errorf("unknown rule %q%s", args[0], didYouMean(args[0], ruleIDs(), ""))
		},
	}
}

// allRules lists every rule that a finding can name.
func allRules() []diag.Rule {
	return slices.Concat(rules.All(), lint.Rules(), diff.Rules())
}

func ruleIDs() []string {
	var ids []string
	for _, r := range allRules() {
		ids = append(ids, r.ID)
	}
	return ids
}

func listRules(cmd *cobra.Command) error {
	width := 0
	for _, id := range ruleIDs() {
		width = max(width, len(id))
	}
	return printLines(cmd, allRules(), func(r diag.Rule) string {
		return fmt.Sprintf("%-*s  %s", width, r.ID, r.Sentence)
	})
}

func explanation(r diag.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s): %s.\n\n%s\n", r.ID, r.Severity, r.Sentence, wrap(r.Doc, 80))
	for _, example := range []struct{ title, text string }{{"Refused", r.Bad}, {"Instead", r.Good}} {
		if example.text != "" {
			fmt.Fprintf(&b, "\n%s:\n\n%s", example.title, indent(example.text))
		}
	}
	return b.String()
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ") + "\n"
}

// wrap breaks paragraphs into lines of a width, where blanks let it. Each item of
// a list, which begins with a dash, begins a line.
func wrap(text string, width int) string {
	var paragraphs []string
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		var lines []string
		for i, item := range strings.Split("\n"+paragraph, "\n- ") {
			line, indent := "", ""
			if i > 0 {
				line, indent = "-", "  "
			}
			for _, word := range strings.Fields(item) {
				if line != "" && len(line)+1+len(word) > width {
					lines = append(lines, line)
					line = indent + word
					continue
				}
				if line != "" {
					line += " "
				}
				line += word
			}
			if line != "" {
				lines = append(lines, line)
			}
		}
		paragraphs = append(paragraphs, strings.Join(lines, "\n"))
	}
	return strings.Join(paragraphs, "\n\n")
}
