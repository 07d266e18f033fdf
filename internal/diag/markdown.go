package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// writeMarkdown prints a table that reads well in a pull request.
func writeMarkdown(w io.Writer, findings []Finding, _ Options) error {
	out := bufio.NewWriter(w)
	if len(findings) == 0 {
		fmt.Fprintln(out, "No findings.")
		return out.Flush()
	}
	fmt.Fprintln(out, "| where | severity | finding | rule |")
	fmt.Fprintln(out, "|---|---|---|---|")
	for _, f := range findings {
		rule := ""
		if f.Rule != "" {
			rule = code(f.Rule)
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n", code(f.Pos.String()), f.Severity, cellText(wholeMessage(f)), rule)
	}
	return out.Flush()
}

var cellEscapes = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`,
	"[", `\[`, "]", `\]`, `\`, `\\`, "\r", "", "\n", "<br>",
)

func cellText(s string) string { return cellEscapes.Replace(s) }

// code renders a code span in a table cell, whatever backticks s holds.
func code(s string) string {
	s = strings.ReplaceAll(visible(s), "|", `\|`)
	if !strings.Contains(s, "`") {
		return "`" + s + "`"
	}
	return "`` " + s + " ``"
}
