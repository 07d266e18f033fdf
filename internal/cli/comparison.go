package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff"
	"github.com/echomq/emqgen/internal/diff/source"
	"github.com/echomq/emqgen/internal/protocol"
)

// comparison is two versions of a protocol that a run compares.
type comparison struct {
	against string
	base    string
	acks    string
	format  string
	proof   proving
}

func (c *comparison) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.against, "against", "", "compare the spec on disk with the point where its history left that of this branch, tag or commit")
	cmd.Flags().StringVar(&c.acks, "ack", "", "the file of acknowledgements (default "+source.AckName+" beside the new spec)")
	cmd.Flags().StringVar(&c.base, "unchanged-from", "", "where files are that stand in neither OLD nor NEW: for the folders of git difftool --dir-diff")
	_ = cmd.MarkFlagFilename("ack", "yaml", "yml")
	_ = cmd.MarkFlagDirname("unchanged-from")
	cmd.MarkFlagsMutuallyExclusive("against", "unchanged-from")
}

// compare reads both versions and makes the report.
func (c *comparison) compare(cmd *cobra.Command, args []string) (*diff.Report, error) {
	old, new, err := c.sides(cmd, args)
	if err != nil {
		return nil, unusableSource(cmd.Context(), err)
	}
	in := diff.Input{
		Old:     diff.Version{Label: old.Label, Commit: old.Commit},
		New:     diff.Version{Label: new.Label, Commit: new.Commit},
		Today:   today(),
		Swapped: source.Swapped(cmd.Context(), old, new),
	}
	if in.Old.Protocol, in.New.Protocol, err = c.load(cmd, old, new); err != nil {
		return nil, err
	}
	if in.Acks, err = c.readAcks(cmd, new); err != nil {
		return nil, err
	}
	if in.Proof, err = c.proof.run(cmd, in.Old.Protocol, in.New.Protocol); err != nil {
		return nil, err
	}
	return diff.New(in), nil
}

// sides finds the two versions that the arguments and flags name.
func (c *comparison) sides(cmd *cobra.Command, args []string) (old, new *source.Side, err error) {
	ctx := cmd.Context()
	if c.against != "" {
		if len(args) > 1 {
			return nil, nil, fmt.Errorf("--against compares the spec on disk, so there is one SPEC at most: %q and %q are given", args[0], args[1])
		}
		if old, new, err = source.Against(ctx, c.against, specPath(args)); err != nil {
			return nil, nil, err
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "emqgen: comparing with %s, where HEAD left %s\n", old.Commit, c.against)
		return old, new, nil
	}
	if len(args) != 2 {
		return nil, nil, errors.New("two versions are needed: OLD and NEW, or --against REF")
	}
	if c.base != "" {
		return source.Overlay(args[0], args[1], c.base)
	}
	if old, err = source.Open(ctx, args[0], func(arg string) string { return diffing(arg, args[1]) }); err != nil {
		return nil, nil, err
	}
	if new, err = source.Open(ctx, args[1], func(arg string) string { return diffing(args[0], arg) }); err != nil {
		return nil, nil, err
	}
	return old, new, source.Distinct(old, new)
}

// diffing is the command that compares two versions.
func diffing(old, new string) string {
	return "emqgen diff " + diag.ShellWord(old) + " " + diag.ShellWord(new)
}

// unusableSource tells an input that cannot be used from an environment that
// failed.
func unusableSource(ctx context.Context, err error) error {
	if errors.Is(err, source.ErrNoGit) || ctx.Err() != nil {
		return environmentFailed(err)
	}
	return unusableInput(err)
}

// load reads both versions, and says of both what makes them unusable.
func (c *comparison) load(cmd *cobra.Command, oldSide, newSide *source.Side) (old, new *protocol.Protocol, err error) {
	old, before := oldSide.Load(oldSpellers(oldSide)...)
	new, after := newSide.Load(spellers()...)
	if old != nil && oldSide.Commit != "" && len(before) > 0 {
		// Only pins are not those of the files, and a commit cannot be mended.
		fmt.Fprintf(cmd.ErrOrStderr(), "emqgen: the old version is compared by its bytes, of which it pinned others: %s\n", oldSide.Label)
		before = nil
	}
	var findings []diag.Finding
	for _, side := range []struct {
		which    string
		side     *source.Side
		findings []diag.Finding
	}{{"old", oldSide, before}, {"new", newSide, after}} {
		if len(side.findings) > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "emqgen: the %s version cannot be used: %s\n", side.which, side.side.Label)
			findings = append(findings, side.side.Located(side.findings)...)
		}
	}
	if len(findings) == 0 {
		return old, new, nil
	}
	return nil, nil, c.refuse(cmd, findings, func(name string) ([]byte, bool) {
		if data, ok := oldSide.LocatedFile(name); ok {
			return data, ok
		}
		return newSide.LocatedFile(name)
	})
}

// oldSpellers judge the names of a version that can still be given others.
func oldSpellers(side *source.Side) []protocol.Speller {
	if side.Commit != "" {
		return nil
	}
	return spellers()
}

func (c *comparison) readAcks(cmd *cobra.Command, new *source.Side) ([]diff.Ack, error) {
	file, data, found, err := new.Acks()
	if c.acks != "" {
		file, found = c.acks, true
		data, err = source.ReadAcks(file)
	}
	if err != nil {
		var cause *fs.PathError
		if errors.As(err, &cause) {
			err = cause.Err
		}
		return nil, unusableInput(fmt.Errorf("the acknowledgements cannot be read: %s: %w", file, err))
	}
	if !found {
		return nil, nil
	}
	acks, findings := diff.ParseAcks(file, data)
	if len(findings) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "emqgen: the acknowledgements cannot be used: %s\n", file)
		return nil, c.refuse(cmd, findings, new.File)
	}
	return acks, nil
}

// refuse prints what makes the input unusable.
func (c *comparison) refuse(cmd *cobra.Command, findings []diag.Finding, read func(string) ([]byte, bool)) error {
	out := cmd.ErrOrStderr()
	if c.format != "" && c.format != "text" {
		out = cmd.OutOrStdout()
	}
	if err := c.findings(out, findings, read); err != nil {
		return environmentFailed(err)
	}
	return &exitError{code: unusable}
}

func (c *comparison) findings(w io.Writer, findings []diag.Finding, read func(string) ([]byte, bool)) error {
	format := c.format
	if format == "" {
		format = "text"
	}
	return diag.Print(w, format, findings, diag.Options{Color: hasColor(w), Source: read, Folder: repositoryFolder(), Rules: diff.Rules(), Version: Version})
}

// today is the day that acknowledgements run out by: that of SOURCE_DATE_EPOCH
// where a build is to be repeated, otherwise that of the clock.
func today() string {
	now := time.Now()
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		now = time.Unix(seconds, 0)
	}
	return now.UTC().Format(time.DateOnly)
}
