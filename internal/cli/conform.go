package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

// conformFlags says what is run, where and by whom.
type conformFlags struct {
	engine    string
	resp      int
	sdks      []string
	drivers   []string
	gates     []string
	format    string
	mixed     bool
	exclusive bool
	jobs      int
	out       string
	laws      laws
}

func conformCommand() *cobra.Command {
	var f conformFlags
	cmd := &cobra.Command{
		Use:   "conform [SPEC]",
		Short: "Run the gates: what an outside observer must see, whoever speaks",
		Long: `Run the gates of a spec on an engine: by the tool itself, by each emitted SDK, by
any program that speaks the driver contract (docs/driver.md), or by all of them
in turns.

Every run works under names of its own and removes what it made, so a server in
use is safe. Gates that touch what all its users share (the version fence, the
script cache, keys without a name) run there with --exclusive only.`,
		Example: `  emqgen conform                                        # by the tool, on the embedded engine
  emqgen conform --engine redis://localhost:6379 --sdk go,elixir,python
  emqgen conform --sdk go,python --out out              # the SDKs as they stand there
  emqgen conform --sdk go,python --mixed                # each step by another of them, all rotations
  emqgen conform --driver "./my-peer --drive"           # your own peer
  emqgen conform --gate "a duplicate is an answer" --format json`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.engine, "engine", engine.Embedded, "embedded, or redis://, rediss:// or unix:// of a server or of a node of a cluster")
	flags.IntVar(&f.resp, "resp", 3, "version of the wire protocol: 2 or 3")
	flags.StringSliceVar(&f.sdks, "sdk", nil, "the SDKs to drive: "+strings.Join(sdkNames(), ",")+" (default "+toolName+")")
	flags.StringVar(&f.out, "out", "", "DIR/LANG holds the SDKs to drive (default: they are emitted afresh)")
	flags.StringArrayVar(&f.drivers, "driver", nil, "CMD or NAME=CMD: a peer of your own, by the driver contract (repeatable)")
	flags.BoolVar(&f.mixed, "mixed", false, "also let all of them take turns, step by step, in every rotation")
	flags.StringArrayVar(&f.gates, "gate", nil, "run this gate only (repeatable)")
	flags.StringVar(&f.format, "format", "text", "how the report is printed: "+strings.Join(conform.Formats(), ", "))
	flags.BoolVar(&f.exclusive, "exclusive", false, "the server is yours alone: run the gates that touch what all its users share")
	flags.IntVar(&f.jobs, "jobs", 2*runtime.NumCPU(), "how many gates run at a time")
	f.laws.addFlag(cmd)
	_ = cmd.MarkFlagDirname("out")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(conform.Formats(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("sdk", cobra.FixedCompletions(sdkNames(), cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) }
	return cmd
}

func (f *conformFlags) run(cmd *cobra.Command, args []string) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	findings := report{format: "text"}
	if slices.Contains(diag.Formats(), f.format) {
		findings.format = f.format
	}
	p, err := load(cmd, args, &findings)
	if err != nil {
		return err
	}
	if err := f.laws.hold(cmd, p, &findings); err != nil {
		return err
	}
	gates, err := f.chosenGates(p)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "emqgen-conform-")
	if err != nil {
		return environmentFailed(err)
	}
	defer os.RemoveAll(temp)
	runtimes, err := f.runtimes(cmd, p, temp)
	if err != nil {
		return err
	}
	if f.mixed && len(runtimes) < 2 {
		return fmt.Errorf("--mixed needs two or more to take turns: name them with --sdk and --driver")
	}
	e, err := engine.Open(cmd.Context(), f.engine)
	if err != nil {
		return environmentFailed(err)
	}
	defer e.Close()
	progress, done := progressLine(cmd.ErrOrStderr())
	result, err := conform.Run(cmd.Context(), conform.Options{
		Protocol: p, Gates: gates, Engine: e, RESP: f.resp,
		Runtimes: runtimes, Mixed: f.mixed, Exclusive: f.exclusive,
		Token: strings.ToLower(rand.Text()[:6]), Jobs: f.jobs, Now: time.Now, Progress: progress,
	})
	done()
	if result == nil {
		return environmentFailed(err)
	}
	out := cmd.OutOrStdout()
	if err := errors.Join(conform.Print(out, f.format, result, hasColor(out)), err); err != nil {
		return environmentFailed(err)
	}
	switch {
	case result.Count(conform.Failed) > 0:
		return &exitError{code: found}
	case result.Count(conform.Passed) == 0:
		return &exitError{unusable, fmt.Errorf("no gate was run")}
	}
	return nil
}

// check refuses flags that cannot be meant, before any work is done.
func (f *conformFlags) check(cmd *cobra.Command) error {
	if err := conform.CheckFormat(f.format); err != nil {
		return err
	}
	if f.resp != 2 && f.resp != 3 {
		return fmt.Errorf("--resp %d: expected 2 or 3", f.resp)
	}
	if f.sdks != nil && len(f.sdks) == 0 {
		return fmt.Errorf("--sdk names no SDK: expected some of %s", strings.Join(sdkNames(), ", "))
	}
	for _, sdk := range f.sdks {
		if !slices.Contains(sdkNames(), sdk) {
			return unknownWord("SDK", sdk, sdkNames())
		}
	}
	if cmd.Flags().Changed("out") && f.out == "" {
		return errors.New("--out names no folder")
	}
	if err := checkEngines(f.engine); err != nil {
		return err
	}
	if f.jobs < 1 {
		return fmt.Errorf("--jobs %d: expected 1 or more", f.jobs)
	}
	return nil
}

// chosenGates are those that --gate names, or all.
func (f *conformFlags) chosenGates(p *protocol.Protocol) ([]*protocol.Gate, error) {
	if len(p.Gates) == 0 {
		return nil, unusableInput(fmt.Errorf("%s declares no gates: there is nothing to run", p.Pos.File))
	}
	if len(f.gates) == 0 {
		return p.Gates, nil
	}
	var names []string
	for _, g := range p.Gates {
		names = append(names, g.Name)
	}
	for _, name := range f.gates {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("%s declares no gate %q%s", p.Pos.File, name, didYouMean(name, names, ""))
		}
	}
	return slices.DeleteFunc(slices.Clone(p.Gates), func(g *protocol.Gate) bool { return !slices.Contains(f.gates, g.Name) }), nil
}

// shell runs a command line the way its writer would.
func shell(command string) []string {
	if runtime.GOOS == "windows" {
		return []string{"cmd", "/c", command}
	}
	return []string{"sh", "-c", "exec " + command}
}

// progressLine counts on a terminal, on one line that is wiped at the end.
func progressLine(w io.Writer) (progress func(done, total int), wipe func()) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil, func() {}
	}
	return func(done, total int) { fmt.Fprintf(f, "\r\x1b[K%d of %d", done, total) }, func() { fmt.Fprint(f, "\r\x1b[K") }
}
