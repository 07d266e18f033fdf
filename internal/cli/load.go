package cli

import (
	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
)

// defaultSpec is the spec of a verb that names none.
const defaultSpec = "spec/protocol.yaml"

// specPath is the SPEC argument of a verb.
func specPath(args []string) string {
	if len(args) == 0 {
		return defaultSpec
	}
	return args[0]
}

// load reads the spec that a verb works on, or prints why it cannot be used.
func load(cmd *cobra.Command, args []string, r *report) (*protocol.Protocol, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	p, findings := protocol.Load(specPath(args), spellers()...)
	if len(findings) > 0 {
		return nil, r.refuse(cmd, findings)
	}
	return p, nil
}

// loadUnpinned reads a spec whose pins may not match.
func loadUnpinned(cmd *cobra.Command, args []string, r *report) (*protocol.Protocol, []diag.Finding, error) {
	if err := r.check(); err != nil {
		return nil, nil, err
	}
	p, findings := protocol.Load(specPath(args), spellers()...)
	if p == nil {
		return nil, nil, r.refuse(cmd, findings)
	}
	return p, findings, nil
}

// completeSpec offers YAML files for the SPEC argument.
func completeSpec(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
}
