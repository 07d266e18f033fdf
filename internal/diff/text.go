package diff

import (
	"bufio"
	"fmt"
	"io"

	"github.com/echomq/emqgen/internal/diff/judge"
	"github.com/echomq/emqgen/internal/diff/prove"
)

// WriteText prints a report for a terminal: what to do first, then every change,
// the heaviest first.
func (r *Report) WriteText(w io.Writer, color bool) error {
	t := text{Writer: bufio.NewWriter(w), color: color}
	t.head(r)
	section := ""
	for i := range r.Entries {
		e := &r.Entries[i]
		if e.Section() != section {
			section = e.Section()
			fmt.Fprintf(t, "\n%s\n", t.section(section))
		}
		t.entry(e)
	}
	t.proof(r.Proof)
	return t.Flush()
}

// proof tells the mixtures gate by gate, those that fail with their stories.
func (t text) proof(p *prove.Proof) {
	if p == nil {
		return
	}
	fmt.Fprintf(t, "\n%s\n", t.bold("proof"))
	proofLines(p, func(g *prove.Gate, line string) {
		fmt.Fprintf(t, "  %s\n", line)
		for _, f := range g.Failures {
			fmt.Fprintf(t, "    %s: %s\n", f.Relation, f.Harm)
			for _, line := range f.Story {
				fmt.Fprintf(t, "      %s\n", line)
			}
		}
	}, func(line string) { fmt.Fprintf(t, "  %s\n", line) })
}

type text struct {
	*bufio.Writer
	color bool
}

func (t text) head(r *Report) {
	fmt.Fprintln(t, t.bold(r.headline("->")))
	fmt.Fprintf(t, "  old:      %s\n", r.Old.Label)
	fmt.Fprintf(t, "  new:      %s\n", r.New.Label)
	fmt.Fprintf(t, "  changes:  %s\n", r.counts())
	fmt.Fprintf(t, "  deploy:   %s (%s)\n", t.bold(string(r.Order)), r.orderLine())
	fmt.Fprintf(t, "  version:  %s\n", r.versionLine())
	fmt.Fprintf(t, "  fence:    %s\n", r.fenceLine())
	if r.Proof != nil {
		fmt.Fprintf(t, "  proof:    %s\n", r.proofLine())
	}
}

func (t text) entry(e *Entry) {
	fmt.Fprintf(t, "  %s %s\n", t.bold(e.Change.Subject), t.faint(fmt.Sprintf("(%s, %s)", e.Rule.ID, e.Rule.Layer)))
	fmt.Fprintf(t, "    %s\n", oneLine(e.Says))
	if e.Class == judge.Free && !e.Whole() {
		return
	}
	if text := values(e); text != "" && !e.Whole() {
		fmt.Fprintf(t, "    %s\n", text)
	}
	fmt.Fprintf(t, "    at %s\n", e.Pos())
	if !e.Whole() {
		t.relations(e)
	}
	if e.Proved > 0 {
		fmt.Fprintf(t, "    proved by %s, which is not the same as safe\n", plural(e.Proved, "mixture"))
	}
	for _, line := range e.Story {
		fmt.Fprintf(t, "    %s\n", line)
	}
	if e.Help != "" {
		fmt.Fprintf(t, "    help: %s\n", e.Help)
	}
	if e.Ack != nil {
		fmt.Fprintf(t, "    acknowledged until %s: %s\n", e.Ack.Until, oneLine(e.Ack.Reason))
	}
}

func (t text) relations(e *Entry) {
	all := e.Each()
	if all[0].Yes && all[0].Answer == all[1].Answer && all[1].Answer == all[2].Answer && all[2].Answer == all[3].Answer {
		fmt.Fprintf(t, "    all four ways old and new meet: %s\n", answer(all[0].Answer))
		return
	}
	for _, relation := range all {
		fmt.Fprintf(t, "    %-34s%s\n", relation.Name, answer(relation.Answer))
	}
	fmt.Fprintf(t, "    %-34s%s\n", "safe order", e.Order)
}

func (t text) paint(code, s string) string {
	if !t.color {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (t text) bold(s string) string  { return t.paint("1", s) }
func (t text) faint(s string) string { return t.paint("2", s) }

func (t text) section(s string) string {
	switch s {
	case string(judge.WireBreak):
		return t.paint("1;31", s)
	case string(judge.NeedsProof), acknowledgements:
		return t.paint("1;33", s)
	}
	return t.paint("1;36", s)
}
