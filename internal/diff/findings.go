package diff

import (
	"fmt"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff/judge"
)

// Findings renders the report as findings, for annotations on the changed lines
// and for SARIF. What is acknowledged is no more than worth knowing.
func (r *Report) Findings() []diag.Finding {
	var list diag.List
	for i := range r.Entries {
		e := &r.Entries[i]
		f := diag.Finding{
			Pos: e.Pos(), Rule: e.Rule.ID, Severity: e.Rule.Severity,
			Message: fmt.Sprintf("%s: %s", e.Class, oneLine(e.Says)), Help: e.Help,
		}
		if e.Whole() {
			f.Message = oneLine(e.Says)
		} else if hurt := e.hurt(); hurt != "" {
			f.Message += hurt
			f.Help = "safe order: " + string(e.Order)
		}
		if e.Class == judge.WireBreak {
			f.Severity = diag.Error
		}
		if e.Proved > 0 {
			f.Severity = diag.Info
			f.Message += fmt.Sprintf("\nproved by %s", plural(e.Proved, "mixture"))
		}
		if len(e.Story) > 0 {
			f.Message += "\n" + strings.Join(e.Story, "\n")
		}
		if e.Ack != nil {
			f.Severity = diag.Info
			f.Message += fmt.Sprintf("\nacknowledged until %s: %s", e.Ack.Until, e.Ack.Reason)
		}
		list.Add(f)
	}
	return list.Sorted()
}

// hurt lists the relations that are answered no, one a line.
func (e *Entry) hurt() string {
	var b strings.Builder
	for _, relation := range e.Each() {
		if !relation.Yes {
			fmt.Fprintf(&b, "\n%s: %s", relation.Name, answer(relation.Answer))
		}
	}
	return b.String()
}

// Rules describes the rules of diff for explanations and rule tables.
func Rules() []diag.Rule {
	all := []diag.Rule{{
		ID: RuleAck, Severity: diag.Error, Sentence: "a file of acknowledgements cannot be used",
		Doc:  "protocol.ack.yaml is a list. Each entry says rule, subject, old and new as the report has them, a reason, and until when it holds: a day, or the version that ends it. `emqgen diff --print-acks` writes all but the last two.",
		Bad:  "- {rule: field-renamed, subject: keys.job.fields.payload}",
		Good: "- rule: field-renamed\n  subject: keys.job.fields.payload\n  old: payload\n  new: data\n  reason: every queue is drained before 3.0.0\n  until: 3.1.0",
	}}
	for _, r := range judge.Rules() {
		all = append(all, diag.Rule{ID: r.ID, Severity: r.Severity, Sentence: sentence.Replace(r.Says), Doc: explanation(r)})
	}
	return all
}

// sentence puts general words where a rule names what it is about.
var sentence = strings.NewReplacer(
	"{old}", "OLD", "{new}", "NEW", "{subject}", "SUBJECT", "{key}", "KEY", "{field}", "FIELD", " ({note})", "",
)

func explanation(r judge.Rule) string {
	paragraphs := []string{r.Explain}
	if r.On != "" {
		paragraphs = append(paragraphs, fmt.Sprintf("Layer %s, class: %s, safe order: %s.", r.Layer, r.Class, r.Deploy()))
		var lines []string
		for _, relation := range r.Each() {
			lines = append(lines, sentence.Replace("- "+relation.Name+": "+answer(relation.Answer)))
		}
		paragraphs = append(paragraphs, strings.Join(lines, "\n"))
	}
	if r.Mirror != "" {
		paragraphs = append(paragraphs, "The change undone: "+r.Mirror+".")
	} else {
		paragraphs = append(paragraphs, "It has no mirror: "+r.NoMirror+".")
	}
	return strings.Join(paragraphs, "\n\n")
}
