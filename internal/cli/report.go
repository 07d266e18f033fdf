package cli

import (
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/echomq/emqgen/internal/diag"
)

// report prints the findings of one run in the format its --format flag names.
type report struct{ format string }

// addFlag declares --format on a verb that prints findings.
func (r *report) addFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.format, "format", "text", "how findings are printed: text, json, github, sarif, markdown")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(diag.Formats(), cobra.ShellCompDirectiveNoFileComp))
}

// results prints findings that are what the verb was asked for, and fails if
// any of them counts.
func (r *report) results(cmd *cobra.Command, findings []diag.Finding) error {
	if err := r.print(cmd.OutOrStdout(), findings); err != nil {
		return environmentFailed(err)
	}
	for _, f := range findings {
		if f.Severity != diag.Info {
			return &exitError{code: found}
		}
	}
	return nil
}

// refuse prints the findings that make the input unusable. People read them
// beside the results, on stderr; a machine that asked for a format gets them on
// stdout, where it reads.
func (r *report) refuse(cmd *cobra.Command, findings []diag.Finding) error {
	out := cmd.ErrOrStderr()
	if r.format != "text" {
		out = cmd.OutOrStdout()
	}
	if err := r.print(out, findings); err != nil {
		return environmentFailed(err)
	}
	return &exitError{code: unusable}
}

func (r *report) print(w io.Writer, findings []diag.Finding) error {
	return diag.Print(w, r.format, findings, diag.Options{
		Color:   hasColor(w),
		Source:  readSource,
		Folder:  repositoryFolder(),
		Rules:   allRules(),
		Version: Version,
	})
}

// check refuses a format that does not exist before any work is done.
func (r *report) check() error {
	return diag.CheckFormat(r.format)
}

// hasColor reports whether w is a terminal whose user wants colours.
func hasColor(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

// repositoryFolder is the working folder as seen from the root of the repository
// that a GitHub workflow checked out; "" outside of one.
func repositoryFolder() string {
	root := os.Getenv("GITHUB_WORKSPACE")
	wd, err := os.Getwd()
	if root == "" || err != nil {
		return ""
	}
	folder, err := filepath.Rel(root, wd)
	if err != nil || !filepath.IsLocal(folder) {
		return ""
	}
	return filepath.ToSlash(folder)
}

// maxSource is the size up to which a file is read again to show a line of it.
const maxSource = 16 << 20

func readSource(file string) ([]byte, bool) {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxSource {
		return nil, false
	}
	data, err := os.ReadFile(file)
	return data, err == nil
}
