package conform

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Formats lists the names that Print knows.
func Formats() []string { return []string{"text", "json", "junit", "markdown"} }

// CheckFormat returns an error for a format that Print does not know.
func CheckFormat(format string) error {
	if slices.Contains(Formats(), format) {
		return nil
	}
	return fmt.Errorf("unknown format %q: expected one of %s", format, strings.Join(Formats(), ", "))
}

// Print writes a report in the named format.
func Print(w io.Writer, format string, r *Report, color bool) error {
	switch format {
	case "text":
		return writeText(w, r, color)
	case "json":
		return writeJSON(w, r)
	case "junit":
		return writeJUnit(w, r)
	case "markdown":
		return writeMarkdown(w, r)
	}
	return CheckFormat(format)
}

// writeText prints the table, then every failure in full, then the sums.
func writeText(w io.Writer, r *Report, color bool) error {
	out := bufio.NewWriter(w)
	paint := func(result Result) string {
		word := string(result)
		if result == Failed {
			word = "FAIL"
		}
		if !color {
			return word
		}
		return map[Result]string{Passed: "\x1b[32m", Failed: "\x1b[1;31m", Skipped: "\x1b[33m"}[result] + word + "\x1b[0m"
	}
	fmt.Fprintf(out, "%s on %s\n\n", r.Protocol, r.Engine)
	width := len("gate")
	for _, row := range r.Rows {
		width = max(width, utf8.RuneCountInString(row.Gate.Name))
	}
	fmt.Fprintf(out, "%-*s", width, "gate")
	for _, c := range r.Columns {
		fmt.Fprintf(out, "  %-6s", c)
	}
	fmt.Fprintln(out)
	for _, row := range r.Rows {
		line := pad(row.Gate.Name, width)
		for i, cell := range row.Cells {
			line += "  " + paint(cell.Result) + strings.Repeat(" ", max(6, len(r.Columns[i]))-4)
		}
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
	for row, col := range r.cells(Failed) {
		fmt.Fprintf(out, "\n%s  %s · %s\n", paint(Failed), row.Gate.Name, r.Columns[col])
		for _, line := range row.Cells[col].Failure.lines(row) {
			fmt.Fprintf(out, "  %s\n", line)
		}
	}
	var reasons []string
	for row, col := range r.cells(Skipped) {
		reason := fmt.Sprintf("skip  %s: %s", row.Gate.Name, row.Cells[col].Reason)
		if !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	if len(reasons) > 0 {
		fmt.Fprintf(out, "\n%s\n", strings.Join(reasons, "\n"))
	}
	fmt.Fprintf(out, "\n%s\n", r.sums())
	return out.Flush()
}

func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}

// sums is the report in one line.
func (r *Report) sums() string {
	text := fmt.Sprintf("%s × %s: %d passed", plural(len(r.Rows), "gate"), plural(len(r.Columns), "runtime"), r.Count(Passed))
	if n := r.Count(Failed); n > 0 {
		text += fmt.Sprintf(", %d failed", n)
	}
	if n := r.Count(Skipped); n > 0 {
		text += fmt.Sprintf(", %d skipped", n)
	}
	return text
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// cells goes through the cells of a result.
func (r *Report) cells(result Result) func(func(Row, int) bool) {
	return func(yield func(Row, int) bool) {
		for _, row := range r.Rows {
			for col, cell := range row.Cells {
				if cell.Result == result && !yield(row, col) {
					return
				}
			}
		}
	}
}

// lines is a failure for people: where, what, and everything that may explain it.
func (f *Failure) lines(row Row) []string {
	step := ""
	if f.Step > 0 {
		step = fmt.Sprintf("step %d: ", f.Step)
	}
	lines := []string{fmt.Sprintf("%s: %s%s", f.At, step, f.Act)}
	add := func(title, text string) {
		if text != "" {
			lines = append(lines, fmt.Sprintf("  %-9s %s", title, text))
		}
	}
	add("by", f.Runtime)
	add("sent", f.Sent)
	add("got", f.Got)
	add("expected", f.Want)
	add("help", f.Help)
	for _, raw := range f.Raw {
		add("raw", raw)
	}
	for _, key := range f.Keys {
		add("key", key.Key+"  "+key.State)
	}
	add("names", f.Names)
	add("cast", f.Cast)
	add("law", row.Gate.Law)
	return lines
}

// millis renders a duration for reports.
func millis(d time.Duration) int64 { return d.Milliseconds() }
