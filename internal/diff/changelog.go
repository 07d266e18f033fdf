package diff

import (
	"bufio"
	"fmt"
	"io"

	"github.com/echomq/emqgen/internal/diff/judge"
)

// sections are the headings of release notes, by class.
var sections = map[judge.Class]string{
	judge.WireBreak:  "Breaks the wire",
	judge.NeedsProof: "Behaves differently",
	judge.Additive:   "Added",
	judge.APIOnly:    "Changed for callers",
	judge.Free:       "Also changed",
}

// WriteChangelog writes the release notes of the step, in Markdown.
func (r *Report) WriteChangelog(w io.Writer) error {
	out := bufio.NewWriter(w)
	old, new := r.Old.Protocol, r.New.Protocol
	fmt.Fprintf(out, "## %s %s\n\n", cell(new.Name), cell(new.Version))
	fmt.Fprintf(out, "From %s. Deploy: %s; %s.\n", cell(old.Version), r.Order, r.orderLine())
	if old.Wire != new.Wire {
		fmt.Fprintf(out, "The fence claims %s.\n", codeSpan(new.Wire))
	}
	for _, class := range judge.Classes() {
		r.section(out, class)
	}
	return out.Flush()
}

func (r *Report) section(out io.Writer, class judge.Class) {
	head := fmt.Sprintf("\n### %s\n\n", sections[class])
	for i := range r.Entries {
		e := &r.Entries[i]
		if e.Class != class || e.Whole() || e.Rule.Stepless {
			continue
		}
		fmt.Fprint(out, head)
		head = ""
		fmt.Fprintf(out, "- %s: %s.", codeSpan(e.Change.Subject), cell(oneLine(e.Says)))
		if class == judge.WireBreak {
			fmt.Fprintf(out, " %s", cell(e.Rule.Explain))
		}
		fmt.Fprintln(out)
	}
}
