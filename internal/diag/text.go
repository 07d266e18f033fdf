package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Terminal attributes of the text format.
const (
	bold   = "\x1b[1m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	cyan   = "\x1b[36m"
	reset  = "\x1b[0m"
)

// writeText prints findings for people: the position and the sentence, the
// source line with a caret, then the places that explain it and the way out.
//
//	spec/protocol.yaml:41:7: unknown key "sah1" (unknown-key)
//	   41 |       sah1: a598…
//	      |       ^
//	      = help: did you mean "sha1"?
func writeText(w io.Writer, findings []Finding, o Options) error {
	t := text{Writer: bufio.NewWriter(w), color: o.Color, sources: newSources(o.Source)}
	for _, f := range findings {
		t.finding(f)
	}
	return t.Flush()
}

type text struct {
	*bufio.Writer
	color   bool
	sources *sources
}

func (t *text) finding(f Finding) {
	word := ""
	if f.Severity != Error {
		word = t.paint(severityColor(f.Severity), f.Severity.String()) + ": "
	}
	fmt.Fprintf(t, "%s: %s%s%s\n", t.paint(bold, f.Pos.String()), word, visible(f.Message), ruleSuffix(f))
	t.excerpt(f.Pos, severityColor(f.Severity))
	for _, r := range f.Related {
		fmt.Fprintf(t, "  %s: %s\n", t.paint(bold, r.Pos.String()), visible(r.Message))
		t.excerpt(r.Pos, cyan)
	}
	for i, line := range strings.Split(strings.TrimRight(f.Help, "\n"), "\n") {
		switch {
		case f.Help == "":
		case i == 0:
			fmt.Fprintf(t, "%*s = %s %s\n", gutter, "", t.paint(cyan, "help:"), visible(line))
		default:
			fmt.Fprintf(t, "%*s   %s\n", gutter, "", visible(line))
		}
	}
}

// gutter is the width of the line number before the bar.
const gutter = 6

func (t *text) excerpt(pos Pos, color string) {
	line, ok := t.sources.line(pos)
	if !ok {
		return
	}
	shown, caret := excerpt(line, pos.Col)
	fmt.Fprintf(t, "%*d | %s\n", gutter-1, pos.Line, shown)
	if pos.Col > 0 {
		fmt.Fprintf(t, "%*s | %s%s\n", gutter-1, "", strings.Repeat(" ", caret), t.paint(color, "^"))
	}
}

func (t *text) paint(color, s string) string {
	if !t.color {
		return s
	}
	return color + s + reset
}

func severityColor(s Severity) string {
	switch s {
	case Error:
		return red
	case Warning:
		return yellow
	}
	return cyan
}

func ruleSuffix(f Finding) string {
	if f.Rule == "" {
		return ""
	}
	return " (" + f.Rule + ")"
}
