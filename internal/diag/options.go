package diag

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Options says how findings are printed.
type Options struct {
	// Color adds terminal colours to the text format.
	Color bool
	// Source returns the content of an input file by the path that positions
	// carry; without it, or where it answers false, no source line is shown.
	Source func(file string) ([]byte, bool)
	// Folder is the one that positions are relative to, as seen from the root of
	// the repository, for formats that want paths from there (github).
	Folder string
	// Rules describes the rules that findings may name, for formats that carry
	// such descriptions (sarif).
	Rules []Rule
	// Version is the version of the tool, for formats that name it (sarif).
	Version string
}

// Formats lists the names that Print knows.
func Formats() []string { return []string{"text", "json", "github", "sarif", "markdown"} }

// CheckFormat returns an error for a format that Print does not know.
func CheckFormat(format string) error {
	if slices.Contains(Formats(), format) {
		return nil
	}
	return fmt.Errorf("unknown format %q: expected one of %s", format, strings.Join(Formats(), ", "))
}

// Print writes findings in the named format, in the order they are given (that
// of List.Sorted).
func Print(w io.Writer, format string, findings []Finding, o Options) error {
	switch format {
	case "text":
		return writeText(w, findings, o)
	case "json":
		return writeJSON(w, findings)
	case "github":
		return writeGitHub(w, findings, o.Folder)
	case "sarif":
		return writeSARIF(w, findings, o)
	case "markdown":
		return writeMarkdown(w, findings, o)
	}
	return CheckFormat(format)
}
