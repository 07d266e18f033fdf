// Package cli is the command line: one file a verb, each of them flags, one
// call, printing and an exit code. It alone prints and reads the environment.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/echomq/emqgen/internal/diag"
)

// Main runs the command line of this process and returns its exit code.
func Main() int {
	if os.Getenv("GOGC") == "" {
		// A run is over before much of its memory could be used again.
		debug.SetGCPercent(400)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // the first signal asks to tidy up, a second one ends the process
	return Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// Run carries out one command line and returns the exit code: 0 clean, 1
// findings, 2 input unusable, 3 the environment failed.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	strict(root)
	unheard := helpErrors(root)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		err = environmentFailed(*unheard)
	}
	if err == nil {
		return clean
	}
	var exit *exitError
	var unwritten *fs.PathError // by cobra itself, which prints the version
	switch {
	case errors.As(err, &exit):
	case errors.As(err, &unwritten):
		exit = &exitError{environment, err}
	default:
		// Whatever cobra refuses is about how the command was written.
		exit = &exitError{unusable, fmt.Errorf("%w\nrun `%s --help` for usage", err, cmd.CommandPath())}
	}
	if exit.err != nil {
		fmt.Fprintf(stderr, "emqgen: %v\n", exit.err)
	}
	return exit.code
}

func newRoot() *cobra.Command {
	cobra.EnableCommandSorting = false
	root := &cobra.Command{
		Use:   "emqgen",
		Short: "Typed SDKs for a Redis/Valkey protocol, all carrying the same script bytes",
		Long: `emqgen turns one YAML file, which says what every speaker of a Redis/Valkey
protocol must agree on, into typed SDKs that carry the same Lua bytes, and
proves that they do.

SPEC is spec/protocol.yaml unless another file is named.

Exit codes: 0 clean, 1 findings, 2 input unusable (usage, spec, file),
3 the environment failed (no engine, no toolchain).`,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          needsVerb,
		Args:          cobra.ArbitraryArgs,
		Version:       Version,
	}
	root.SetVersionTemplate("emqgen {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(
		generateCommand(),
		lintCommand(),
		verifyCommand(),
		conformCommand(),
		diffCommand(),
		docsCommand(),
		changelogCommand(),
		sha1Command(),
		pinCommand(),
		idCommand(),
		explainCommand(),
		schemaCommand(),
		initCommand(),
		versionCommand(),
	)
	return root
}

// needsVerb is what a command does that only groups others: it fails, because
// nothing was asked of it.
func needsVerb(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		cmd.SetOut(cmd.ErrOrStderr())
		_ = cmd.Help()
		return &exitError{code: unusable}
	}
	return fmt.Errorf("unknown verb %q%s", args[0], didYouMean(args[0], verbs(cmd), ""))
}

func verbs(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// flagError adds the flag that was perhaps meant to an unknown one.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return fmt.Errorf("%w%s", err, didYouMean(unknown.GetSpecifiedName(), names, "--"))
}

// unknownWord refuses a word that is none of a few.
func unknownWord(what, word string, known []string) error {
	hint := ""
	if near := diag.Nearest(word, known); near != "" {
		hint = fmt.Sprintf(" (did you mean %q?)", near)
	}
	return fmt.Errorf("unknown %s %q: expected one of %s%s", what, word, strings.Join(known, ", "), hint)
}

// didYouMean ends a message about an unknown word with the one that is near.
func didYouMean(word string, known []string, prefix string) string {
	if near := diag.Nearest(word, known); near != "" {
		return fmt.Sprintf(": did you mean %q?", prefix+near)
	}
	return ""
}
