package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/verify"
)

func verifyCommand() *cobra.Command {
	var (
		r       report
		t       targets
		l       laws
		engines []string
	)
	cmd := &cobra.Command{
		Use:   "verify [SPEC]",
		Short: "Prove that every SDK holds the very bytes of the Lua files",
		Long: `Run each emitted SDK in its own toolchain, offline, and have it say name, length
and SHA1 of every script as it holds it in memory; compare with the Lua files and
the pins of the spec. With --engine, also compare the SHA1 that SCRIPT LOAD answers.

Files that are not what the spec generates are reported with the line where they
begin to differ. Nothing is written to the output folders.`,
		Example: `  emqgen verify
  emqgen verify --engine embedded --engine redis://localhost:6379
  emqgen verify --lang go --out go=internal/echomq`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
	}
	t.addFlags(cmd)
	r.addFlag(cmd)
	l.addFlag(cmd)
	cmd.Flags().StringArrayVar(&engines, "engine", nil, "an engine to ask as well: embedded, or the URL of one (repeatable)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		chosen, err := t.resolve()
		if err != nil {
			return err
		}
		if err := checkEngines(engines...); err != nil {
			return err
		}
		p, err := load(cmd, args, &r)
		if err != nil {
			return err
		}
		hold := l.begin(p)
		wanted, err := render(p, chosen)
		if err != nil {
			return err
		}
		if err := hold(cmd, &r); err != nil {
			return err
		}
		asked, err := open(cmd, engines)
		defer func() {
			for _, e := range asked {
				e.Close()
			}
		}()
		if err != nil {
			return environmentFailed(err)
		}
		table, err := verify.Run(cmd.Context(), p, speakers(chosen, asked))
		switch {
		case errors.Is(err, verify.ErrNothing):
			return unusableInput(err)
		case err != nil:
			return environmentFailed(err)
		}
		return conclude(cmd, p, table, wanted, &r)
	}
	return cmd
}

// speakers lists who is asked: the SDKs, then the engines.
func speakers(chosen []target, engines []*engine.Engine) []verify.Speaker {
	var all []verify.Speaker
	for _, t := range chosen {
		switch t.Language() {
		case "go":
			all = append(all, verify.Go{Dir: t.dir, Program: "go"})
		case "elixir":
			all = append(all, verify.Elixir{Dir: t.dir, Program: "elixir"})
		case "python":
			all = append(all, verify.Python{Dir: t.dir, Program: pythonProgram()})
		}
	}
	for _, e := range engines {
		all = append(all, verify.Engine{Engine: e})
	}
	return all
}

// pythonProgram is the interpreter of the active virtual environment, or python3.
func pythonProgram() string {
	if venv := os.Getenv("VIRTUAL_ENV"); venv != "" {
		return filepath.Join(venv, "bin", "python")
	}
	if runtime.GOOS == "windows" {
		return "python"
	}
	return "python3"
}

// checkEngines refuses values of --engine that name none, before any work is done.
func checkEngines(names ...string) error {
	for _, name := range names {
		if err := engine.Check(name); err != nil {
			return fmt.Errorf("--engine: %w", err)
		}
	}
	return nil
}

func open(cmd *cobra.Command, urls []string) (engines []*engine.Engine, err error) {
	for _, url := range urls {
		e, err := engine.Open(cmd.Context(), url)
		if err != nil {
			return engines, err
		}
		engines = append(engines, e)
	}
	return engines, nil
}

// conclude prints the table and every disagreement.
func conclude(cmd *cobra.Command, p *protocol.Protocol, table *verify.Table, wanted *emit.Output, r *report) error {
	stale, err := wanted.Check()
	if err != nil {
		return environmentFailed(err)
	}
	stale = slices.DeleteFunc(stale, func(f diag.Finding) bool { return inAbsent(wanted, f.Pos.File) })
	var all diag.List
	all.Add(table.Findings(func(speaker string, script *protocol.Script) diag.Pos {
		for _, f := range wanted.Folders {
			if f.Language == speaker {
				return placeOf(f, script, stale)
			}
		}
		return p.Pos
	})...)
	all.Add(stale...)
	findings := all.Sorted()
	out := cmd.OutOrStdout()
	switch r.format {
	case "text":
		err = table.Text(out)
	case "markdown":
		err = table.Markdown(out)
	case "json":
		return jsonTable(cmd, table, findings)
	}
	if err != nil {
		return environmentFailed(err)
	}
	if r.format == "text" {
		fmt.Fprintln(out)
		if len(findings) == 0 {
			verb := "agree"
			if len(p.Scripts()) == 1 {
				verb = "agrees"
			}
			fmt.Fprintf(out, "%s %s: %s\n", plural(len(p.Scripts()), "script"), verb, table.Tally())
		}
	}
	return r.results(cmd, findings)
}

// inAbsent reports whether a file is one of an SDK that is missing as a whole,
// which is said once and not file by file.
func inAbsent(wanted *emit.Output, file string) bool {
	for _, f := range wanted.Folders {
		if _, err := os.Stat(f.Dir); err != nil && strings.HasPrefix(file, f.Dir+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// placeOf gives the place of what an SDK holds: the stale file that should carry
// the script, which is the one with its SHA1, or else the folder.
func placeOf(folder emit.Folder, script *protocol.Script, stale []diag.Finding) diag.Pos {
	for _, f := range folder.Files {
		if script == nil || !bytes.Contains(f.Data, []byte(script.SHA1)) {
			continue
		}
		path := filepath.Join(folder.Dir, filepath.FromSlash(f.Path))
		for _, finding := range stale {
			if finding.Pos.File == path {
				return finding.Pos
			}
		}
	}
	return diag.Pos{File: folder.Dir}
}

func jsonTable(cmd *cobra.Command, table *verify.Table, findings []diag.Finding) error {
	if err := table.JSON(cmd.OutOrStdout(), findings); err != nil {
		return environmentFailed(err)
	}
	if len(findings) > 0 {
		return &exitError{code: found}
	}
	return nil
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
