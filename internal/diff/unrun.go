package diff

import (
	"fmt"
	"slices"

	"github.com/echomq/emqgen/internal/diff/judge"
	"github.com/echomq/emqgen/internal/diff/prove"
)

// Unrun says why a proof that ran no mixture leaves something open, and what to
// do about it. It is empty when mixtures ran, and when there was nothing to mix:
// no gate was kept from running, and no change waits for a proof.
func (r *Report) Unrun() string {
	if r.Proof == nil {
		return ""
	}
	if ran, _ := r.Proof.Mixtures(); ran > 0 {
		return ""
	}
	waits := slices.ContainsFunc(r.Entries, func(e Entry) bool { return !e.Whole() && e.Class == judge.NeedsProof })
	switch kept := r.keptGate(); {
	case kept != nil:
		return fmt.Sprintf("the gate %q of %s was not run: %s: put that right", kept.Name, homeText(kept.Home), kept.Skipped)
	case waits:
		return r.unmixed() + ", and a change needs proof: declare a gate that calls what changed"
	}
	return ""
}

// keptGate is the first gate that something kept from running, nil when there is
// none.
func (r *Report) keptGate() *prove.Gate {
	i := slices.IndexFunc(r.Proof.Gates, func(g *prove.Gate) bool { return g.Kept })
	if i < 0 {
		return nil
	}
	return r.Proof.Gates[i]
}

// unmixed says why no mixture was run.
func (r *Report) unmixed() string {
	if r.keptGate() != nil {
		return "every gate that could show a difference was kept from running"
	}
	return "no gate has a step that old and new speakers take in two ways"
}
