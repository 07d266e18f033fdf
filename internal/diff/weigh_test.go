package diff_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/diff"
	"github.com/echomq/emqgen/internal/diff/judge"
)

func find(t *testing.T, r *diff.Report, rule string) *diff.Entry {
	t.Helper()
	i := slices.IndexFunc(r.Entries, func(e diff.Entry) bool { return e.Rule.ID == rule })
	if i < 0 {
		t.Fatalf("no entry of rule %s", rule)
	}
	return &r.Entries[i]
}

func TestMixturesThatHoldProveAndDoNotMakeSafe(t *testing.T) {
	r := proved(t, "ledger-script")
	e := find(t, r, "script-body-changed")
	if e.Class != judge.NeedsProof || e.Proved == 0 || e.Order != judge.NoOrder {
		t.Errorf("class %s, proved by %d mixtures, order %s", e.Class, e.Proved, e.Order)
	}
	text := written(t, func(w io.Writer) error { return r.WriteText(w, false) })
	if strings.Contains(text, "is safe") || !strings.Contains(text, "deploy:   none (no order showed a difference in ") {
		t.Errorf("the report calls it safe:\n%s", text)
	}
	if text := written(t, r.WriteMarkdown); strings.Contains(text, "is safe") || !strings.Contains(text, "| yes | yes | held | held |") {
		t.Errorf("the comment calls it safe:\n%s", text)
	}
	if fails := r.Fails(diff.OnAPI); slices.ContainsFunc(fails, func(e diff.Entry) bool { return e.Rule.ID == "script-body-changed" }) {
		t.Error("what is proved fails a run that asks for proof")
	}
}

func TestAMixtureThatFailsMakesABreak(t *testing.T) {
	r := proved(t, "script-body-other-state")
	e := find(t, r, "script-body-changed")
	if e.Class != judge.WireBreak || e.OldReadsNew.Yes || e.NewReadsOld.Yes || len(e.Story) == 0 || e.Step != judge.Major {
		t.Errorf("class %s, %+v, story %q, step %s", e.Class, e.Relations, e.Story, e.Step)
	}
	find(t, r, "fence-missing")
	if len(r.Fails(diff.OnBreak)) == 0 {
		t.Error("a break that a proof shows does not fail the run")
	}
}

// Judgement without footprints would take a script that writes elsewhere for
// safe; the proof must be believed instead.
func TestAProofOverrulesTheJudgement(t *testing.T) {
	r := proved(t, "ledger-pending")
	for i := range r.Entries {
		e := &r.Entries[i]
		e.Relations = judge.Relations{OldReadsNew: judge.Answer{Yes: true}, NewReadsOld: judge.Answer{Yes: true}, Together: judge.Answer{Yes: true}, InFlight: judge.Answer{Yes: true}}
		e.Rule = &judge.Rule{ID: e.Rule.ID, On: e.Rule.On, Class: judge.Free}
	}
	r.Reweigh()
	e := find(t, r, "proof-contradicts")
	if e.Class != judge.WireBreak || len(e.Story) < 3 {
		t.Errorf("class %s, story %q", e.Class, e.Story)
	}
}

// A gate that its own version breaks proves nothing, and fails every run.
func TestAGateMustHoldInItsOwnVersion(t *testing.T) {
	r := proved(t, "gate-unheld")
	if e := find(t, r, "gate-unheld"); e.Change.Subject != "gates.a duplicate changes nothing" || e.Pos().Line == 0 {
		t.Errorf("%s at %s", e.Change.Subject, e.Pos())
	}
	if fails := r.Fails(diff.OnBreak); len(fails) != 1 || fails[0].Rule.ID != "gate-unheld" {
		t.Errorf("fails by %v", fails)
	}
	if why := r.Unrun(); !strings.Contains(why, "the new version alone does not hold it") {
		t.Errorf("what was not run: %q", why)
	}
}

// What the old version did not hold either is no fault of the change.
func TestAGateThatTheOldVersionBreaksFailsNothing(t *testing.T) {
	r := proved(t, "gate-unheld-before")
	if fails := r.Fails(diff.OnBreak); len(fails) > 0 {
		t.Errorf("fails by %v", fails)
	}
	if !strings.Contains(story(r.Proof), "old news") {
		t.Errorf("it is not said to be old news: %s", story(r.Proof))
	}
}

// A proof that ran nothing says so, and is refused where something is open.
func TestAProofThatRanNothing(t *testing.T) {
	for name, want := range map[string]string{
		"doc": "", "gate-changed": "", "script-added": "", "ledger-script": "",
		"gate-unheld": "put that right",
	} {
		r := proved(t, name)
		if why := r.Unrun(); (want == "") != (why == "") || !strings.Contains(why, want) {
			t.Errorf("%s: %q, want %q", name, why, want)
		}
	}
	r := proved(t, "doc")
	if text := written(t, func(w io.Writer) error { return r.WriteText(w, false) }); !strings.Contains(text, "nothing was run on embedded") {
		t.Errorf("it is not said that nothing was run:\n%s", text)
	}
}
