package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

func generateCommand() *cobra.Command {
	var (
		r      report
		t      targets
		l      laws
		check  bool
		forced bool
	)
	cmd := &cobra.Command{
		Use:   "generate [SPEC]",
		Short: "Write the SDKs",
		Long: `Write the SDKs of a protocol: all of them or, when anything goes wrong, none.
Files that are equal already are not touched, files of an earlier run that are
not wanted any more are removed, and a file that emqgen did not write is never
overwritten without --force.

With --check nothing is written: what is missing, stale or orphaned is listed.`,
		Example: `  emqgen generate                                    # out/go, out/elixir, out/python
  emqgen generate --lang go,python --out sdk         # sdk/go, sdk/python
  emqgen generate --out go=internal/echomq           # Go sources, straight into a package of yours
  emqgen generate --check                            # in CI: exit 1 when the output is out of date`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
	}
	t.addFlags(cmd)
	r.addFlag(cmd)
	l.addFlag(cmd)
	cmd.Flags().BoolVar(&check, "check", false, "write nothing; list what is missing, stale or orphaned")
	cmd.Flags().BoolVar(&forced, "force", false, "overwrite files that emqgen did not write")
	cmd.MarkFlagsMutuallyExclusive("check", "force")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		chosen, err := t.resolve()
		if err != nil {
			return err
		}
		for _, t := range chosen {
			go t.Prepare()
		}
		p, err := load(cmd, args, &r)
		if err != nil {
			return err
		}
		hold := l.begin(p)
		out, err := render(p, chosen)
		if err != nil {
			return err
		}
		if err := hold(cmd, &r); err != nil {
			return err
		}
		out.Force = forced
		if check {
			return checkOutput(cmd, out, &r)
		}
		return writeOutput(cmd, out, &r)
	}
	return cmd
}

// render emits every language in memory, side by side.
func render(p *protocol.Protocol, chosen []target) (*emit.Output, error) {
	out := &emit.Output{Folders: make([]emit.Folder, len(chosen))}
	var group errgroup.Group
	for i, t := range chosen {
		group.Go(func() (err error) {
			out.Folders[i], err = folder(p, t)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, unusableInput(err)
	}
	return out, nil
}

// folder emits one language.
func folder(p *protocol.Protocol, t target) (emit.Folder, error) {
	files, err := t.Emit(p, t.layout)
	if err == nil {
		err = emit.CheckPaths(files)
	}
	if err != nil {
		return emit.Folder{}, fmt.Errorf("cannot emit %s: %w", t.Language(), err)
	}
	return emit.Folder{Dir: t.dir, Language: t.Language(), Protocol: p.Name, Header: emit.Header(p), Files: files}, nil
}

func checkOutput(cmd *cobra.Command, out *emit.Output, r *report) error {
	findings, err := out.Check()
	if err != nil {
		return environmentFailed(err)
	}
	err = r.results(cmd, findings)
	if len(findings) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "emqgen: the output is out of date (%s): run the same without --check\n", plural(len(findings), "finding"))
	}
	return err
}

func writeOutput(cmd *cobra.Command, out *emit.Output, r *report) error {
	sum, err := out.Write(cmd.Context())
	var refusal *emit.Refusal
	switch {
	case errors.As(err, &refusal):
		return r.refuse(cmd, refusal.Findings)
	case err != nil:
		return environmentFailed(err)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "emqgen: %s written, %d removed, %d unchanged\n", plural(sum.Written, "file"), sum.Removed, sum.Unchanged)
	return nil
}
