package diag

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"strings"
)

// writeGitHub prints workflow commands, which GitHub shows as annotations on
// the lines of a pull request. It knows files by their path from the root of the
// repository.
func writeGitHub(w io.Writer, findings []Finding, folder string) error {
	out := bufio.NewWriter(w)
	for _, f := range findings {
		fmt.Fprintf(out, "::%s file=%s", githubLevel(f.Severity), githubProperty(fromRoot(folder, f.Pos.File)))
		if f.Pos.Line > 0 {
			fmt.Fprintf(out, ",line=%d", f.Pos.Line)
		}
		if f.Pos.Col > 0 {
			fmt.Fprintf(out, ",col=%d", f.Pos.Col)
		}
		if f.Rule != "" {
			fmt.Fprintf(out, ",title=%s", githubProperty(f.Rule))
		}
		fmt.Fprintf(out, "::%s\n", githubData(wholeMessage(f)))
	}
	return out.Flush()
}

// fromRoot is the path of a file that is relative to a folder of the repository.
func fromRoot(folder, file string) string {
	if file == "" || path.IsAbs(file) {
		return file
	}
	return path.Join(folder, file)
}

// wholeMessage joins what a finding says for formats that show one text.
func wholeMessage(f Finding) string {
	lines := []string{f.Message}
	for _, r := range f.Related {
		lines = append(lines, fmt.Sprintf("%s: %s", r.Pos, r.Message))
	}
	if f.Help != "" {
		lines = append(lines, "help: "+f.Help)
	}
	return strings.Join(lines, "\n")
}

func githubLevel(s Severity) string {
	if s == Info {
		return "notice"
	}
	return s.String()
}

var (
	githubDataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubPropertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func githubData(s string) string     { return githubDataEscapes.Replace(s) }
func githubProperty(s string) string { return githubPropertyEscapes.Replace(s) }
