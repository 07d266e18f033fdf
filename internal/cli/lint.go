package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lint"
	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/protocol"
)

func lintCommand() *cobra.Command {
	var (
		r         report
		footprint bool
	)
	cmd := &cobra.Command{
		Use:   "lint [SPEC]",
		Short: "Hold the scripts and the spec to the laws of the wire",
		Long: `Hold the scripts and the spec to the laws of the wire: which keys a script may
touch, in which order it refuses, answers and writes, what it answers, and what no
script should do. ` + "`emqgen explain`" + ` lists the rules.

A rule is silenced in a statement by a comment behind it or on the line before it,

  -- emqgen:allow RULE the reason why it does not hold here

or for a script, a key or everything by an entry under allow in the spec. An
allowance without a reason, or that silences nothing, is a finding.

With --footprint, what each script touches is listed instead: which keys and
fields it reads and writes, with which commands, and what versions it needs.`,
		Example: `  emqgen lint
  emqgen lint --format github                # annotations on a pull request
  emqgen lint --footprint
  emqgen lint --footprint --format markdown  # for the documentation`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
	}
	r.addFlag(cmd)
	cmd.Flags().BoolVar(&footprint, "footprint", false, "list what each script touches, and judge nothing")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if footprint {
			if err := lua.CheckFootprintFormat(r.format); err != nil {
				return err
			}
		}
		p, err := load(cmd, args, &r)
		if err != nil {
			return err
		}
		if footprint {
			return printFootprints(cmd, p, r.format)
		}
		findings := lint.Run(p)
		fmt.Fprintf(cmd.ErrOrStderr(), "emqgen: %s held to %d rules, %s\n", plural(len(p.Scripts()), "script"), len(lint.Rules()), plural(len(findings), "finding"))
		return r.results(cmd, findings)
	}
	return cmd
}

func printFootprints(cmd *cobra.Command, p *protocol.Protocol, format string) error {
	var list []*lua.Footprint
	for _, s := range p.Scripts() {
		list = append(list, lua.FootprintOf(p, s))
	}
	if len(list) == 0 {
		return unusableInput(fmt.Errorf("%s declares no script, so there is no footprint", p.SpecName))
	}
	return environmentFailed(lua.WriteFootprints(cmd.OutOrStdout(), format, list))
}

// laws is what a verb does about the laws before it works on a spec.
type laws struct{ skip bool }

func (l *laws) addFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&l.skip, "no-lint", false, "work on a spec although lint finds errors in it")
}

// hold refuses a protocol that breaks a law. Warnings are for lint to give.
func (l *laws) hold(cmd *cobra.Command, p *protocol.Protocol, r *report) error {
	return l.begin(p)(cmd, r)
}

// begin looks for broken laws while the verb goes on; what it returns waits for
// that and refuses them.
func (l *laws) begin(p *protocol.Protocol) (hold func(*cobra.Command, *report) error) {
	if l.skip {
		return func(*cobra.Command, *report) error { return nil }
	}
	broken := make(chan []diag.Finding, 1)
	go func() {
		broken <- lint.Broken(p)
	}()
	return func(cmd *cobra.Command, r *report) error {
		findings := <-broken
		if len(findings) == 0 {
			return nil
		}
		err := r.refuse(cmd, findings)
		fmt.Fprintln(cmd.ErrOrStderr(), "emqgen: the spec breaks laws of its wire: put it right, allow a rule with a reason, or give --no-lint")
		return err
	}
}
