package diff_test

import (
	"slices"
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
