package diff

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/diff/judge"
	"github.com/echomq/emqgen/internal/diff/prove"
)

// A comment holds 65536 characters at most: so many rows of the table, details
// and stories are told, the heaviest first, and the rest is counted.
const (
	mostRows    = 50
	mostDetails = 40
	mostStories = 12
)

// WriteMarkdown prints a report fit for a comment on a pull request: the order
// to deploy in, a table of who breaks, and the details folded.
func (r *Report) WriteMarkdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "### Protocol %s\n\n", cell(r.headline("→")))
	fmt.Fprintf(out, "**Deploy: %s.** %s.\n\n", r.Order, upper(r.orderLine()))
	fmt.Fprintf(out, "%s. Version: %s. Fence: %s.\n", upper(r.counts()), r.versionLine(), cell(r.fenceLine()))
	r.markdownTable(out)
	r.markdownDetails(out)
	r.markdownProof(out)
	fmt.Fprintf(out, "\n<sub>%s compared with %s</sub>\n", cell(r.New.Label), cell(r.Old.Label))
	return out.Flush()
}

// markdownTable shows who breaks: every entry that is not free.
func (r *Report) markdownTable(out io.Writer) {
	head := "\n| change | class | old reader, new rows | new reader, old rows | writers side by side | rows in flight | order |\n|---|---|---|---|---|---|---|\n"
	rows := 0
	for i := range r.Entries {
		e := &r.Entries[i]
		if e.Class == judge.Free && !e.Whole() {
			continue
		}
		if rows++; rows > mostRows {
			continue
		}
		fmt.Fprint(out, head)
		head = ""
		fmt.Fprintf(out, "| %s<br>%s | %s |", codeSpan(e.Change.Subject), cell(oneLine(e.Says)), markdownClass(e))
		if e.Whole() {
			fmt.Fprintln(out, " | | | | |")
			continue
		}
		for _, relation := range e.Each() {
			fmt.Fprintf(out, " %s |", short(relation.Answer))
		}
		fmt.Fprintf(out, " %s |\n", e.Order)
	}
	more(out, rows-mostRows, "row")
}

// more says how many are left out.
func more(out io.Writer, n int, noun string) {
	if n > 0 {
		fmt.Fprintf(out, "\n%s more: `emqgen diff` tells them all.\n", plural(n, noun))
	}
}

func markdownClass(e *Entry) string {
	switch {
	case e.Section() == acknowledgements:
		return "**" + acknowledgements + "**"
	case e.Proved > 0:
		return fmt.Sprintf("%s, proved by %s", e.Class, plural(e.Proved, "mixture"))
	case e.Ack != nil:
		return fmt.Sprintf("%s, acknowledged until %s", e.Class, cell(e.Ack.Until))
	case e.Class == judge.WireBreak:
		return "**" + string(e.Class) + "**"
	}
	return string(e.Class)
}

// short is an answer without its reason.
func short(a judge.Answer) string {
	switch {
	case a.Held > 0:
		return "held"
	case a.Yes:
		return "yes"
	}
	return "**no**, " + string(a.Harm)
}

func (r *Report) markdownDetails(out io.Writer) {
	left := mostDetails
	var sections []string
	under := map[string][]*Entry{}
	for i := range r.Entries {
		e := &r.Entries[i]
		section := e.Section()
		if under[section] == nil {
			sections = append(sections, section)
		}
		under[section] = append(under[section], e)
	}
	for _, section := range sections {
		entries := under[section]
		fmt.Fprintf(out, "\n<details>\n<summary>%s (%d)</summary>\n", section, len(entries))
		told := min(left, len(entries))
		left -= told
		for _, e := range entries[:told] {
			r.markdownEntry(out, e)
		}
		more(out, len(entries)-told, "change")
		fmt.Fprintln(out, "\n</details>")
	}
}

func (r *Report) markdownEntry(out io.Writer, e *Entry) {
	fmt.Fprintf(out, "\n- %s %s (%s, %s) at %s\n", codeSpan(e.Change.Subject), cell(oneLine(e.Says)), codeSpan(e.Rule.ID), e.Rule.Layer, codeSpan(e.Pos().String()))
	line := func(label, text string) {
		if text != "" {
			fmt.Fprintf(out, "  - %s%s\n", label, cell(text))
		}
	}
	line("", e.Rule.Explain)
	if !e.Whole() {
		for _, relation := range e.Each() {
			line(relation.Name+": ", answer(relation.Answer))
		}
	}
	if e.Proved > 0 {
		line("proved by ", plural(e.Proved, "mixture"))
	}
	line("help: ", e.Help)
	if e.Ack != nil {
		line("acknowledged until "+e.Ack.Until+": ", e.Ack.Reason)
	}
}

// markdownProof tells the shortest story of each relation openly, and folds the
// rest.
func (r *Report) markdownProof(out io.Writer) {
	if r.Proof == nil {
		return
	}
	fmt.Fprintf(out, "\n**Proof:** %s.\n", cell(r.proofLine()))
	var all, folded []surprise
	for _, g := range r.Proof.Gates {
		for _, f := range g.Failures {
			all = append(all, surprise{g, f})
		}
	}
	open := shortest(all)
	for _, s := range all {
		if !slices.Contains(open, s) {
			folded = append(folded, s)
		}
	}
	for _, s := range open {
		s.markdown(out)
	}
	if len(folded) > 0 {
		fmt.Fprintf(out, "\n<details>\n<summary>more stories (%d)</summary>\n", len(folded))
		for _, s := range folded[:min(mostStories, len(folded))] {
			s.markdown(out)
		}
		more(out, len(folded)-mostStories, "failure")
		fmt.Fprintln(out, "\n</details>")
	}
	fmt.Fprintf(out, "\n<details>\n<summary>gates (%d)</summary>\n\n", len(r.Proof.Gates))
	items := 0
	item := func(line string) {
		if items++; items <= mostRows {
			fmt.Fprintf(out, "- %s\n", cell(line))
		}
	}
	proofLines(r.Proof, func(_ *prove.Gate, line string) { item(line) }, item)
	more(out, items-mostRows, "gate")
	fmt.Fprintln(out, "\n</details>")
}

func (s surprise) markdown(out io.Writer) {
	fmt.Fprintf(out, "\n%s: %s, %s\n\n```text\n", cell(gateLine(s.Gate)), s.Relation, s.Harm)
	for _, line := range s.Story {
		fmt.Fprintln(out, strings.ReplaceAll(line.String(), "```", "` ` `"))
	}
	fmt.Fprintln(out, "```")
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

var cellEscapes = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, `\`, `\\`, "\r", "", "\n", " ",
)

// cell makes a text safe in a table cell and elsewhere in Markdown.
func cell(s string) string { return cellEscapes.Replace(s) }

// codeSpan renders a code span, whatever backticks s holds.
func codeSpan(s string) string {
	s = strings.ReplaceAll(oneLine(s), "|", `\|`)
	if strings.Contains(s, "`") {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}
