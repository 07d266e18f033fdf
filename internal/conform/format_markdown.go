package conform

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// writeMarkdown prints the table, and the failures folded beneath it.
func writeMarkdown(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "**%s** on `%s`: %s\n\n", r.Protocol, r.Engine, r.sums())
	fmt.Fprintf(out, "| gate | %s |\n", strings.Join(r.Columns, " | "))
	fmt.Fprintf(out, "|---|%s\n", strings.Repeat(":-:|", len(r.Columns)))
	for _, row := range r.Rows {
		fmt.Fprintf(out, "| %s |", cell(row.Gate.Name))
		for _, c := range row.Cells {
			fmt.Fprintf(out, " %s |", map[Result]string{Passed: "✓", Failed: "**✗**", Skipped: "–"}[c.Result])
		}
		fmt.Fprintln(out)
	}
	for row, col := range r.cells(Failed) {
		f := row.Cells[col].Failure
		fmt.Fprintf(out, "\n<details><summary>%s · %s: got %s, expected %s</summary>\n\n",
			html(row.Gate.Name), html(r.Columns[col]), html(f.Got), html(f.Want))
		fmt.Fprintf(out, "~~~\n%s\n~~~\n\n</details>\n", strings.Join(f.lines(row), "\n"))
	}
	return out.Flush()
}

func cell(text string) string { return strings.ReplaceAll(html(text), "|", `\|`) }

func html(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\n", " ").Replace(text)
}
