package diff

import (
	"fmt"
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff/fact"
	"github.com/echomq/emqgen/internal/diff/judge"
	"github.com/echomq/emqgen/internal/diff/prove"
	"github.com/echomq/emqgen/internal/protocol"
)

// Pairs tells which thing of the old version is which of the new one, as a proof
// needs to know.
func Pairs(old, new *protocol.Protocol) *fact.Pairs {
	facts := fact.Compare(old, new, nil)
	return &facts.Pairs
}

// weighProof lets the mixtures that were run decide what needs proof, and finds
// what they show against the judgement.
func (r *Report) weighProof(proof *prove.Proof) {
	if proof == nil {
		return
	}
	r.Proof = proof
	var surprises []surprise
	foreseen := r.foreseen()
	for _, g := range proof.Gates {
		for _, f := range g.Failures {
			if !foreseen[f.Relation] {
				surprises = append(surprises, surprise{g, f})
			}
		}
	}
	r.blame(surprises)
	r.findUnheld()
	for i := range r.Entries {
		r.Entries[i].settle(proof)
	}
}

// foreseen lists the relations in which the rules expect harm. Whoever does harm
// to readers of the other version does it side by side as well.
func (r *Report) foreseen() map[prove.Relation]bool {
	foreseen := map[prove.Relation]bool{}
	for i := range r.Entries {
		for _, relation := range r.Entries[i].Each() {
			if relation.Yes || relation.Harm == judge.Unproved || relation.Harm == judge.Refused {
				continue
			}
			foreseen[prove.Relation(relation.Name)] = true
			foreseen[prove.Together] = true
		}
	}
	return foreseen
}

// surprise is a failure that no rule expects.
type surprise struct {
	*prove.Gate
	*prove.Failure
}

// blame makes breaks of what no rule expects: of the changes that were to be
// proved, when a story needs their scripts, and otherwise of the step as a whole.
// Of the stories that show one relation, the shortest is told.
func (r *Report) blame(surprises []surprise) {
	blamed := map[*prove.Failure]bool{}
	for i := range r.Entries {
		e := &r.Entries[i]
		if e.Rule.Class != judge.NeedsProof {
			continue
		}
		var own []surprise
		for _, s := range surprises {
			if slices.ContainsFunc(s.Failure.Scripts, e.about) {
				own = append(own, s)
				blamed[s.Failure] = true
			}
		}
		for _, s := range shortest(own) {
			e.Class, e.Step = judge.WireBreak, judge.Major
			e.fail(s.Failure)
			e.Story = append(e.Story, s.tell()...)
		}
	}
	left := slices.DeleteFunc(surprises, func(s surprise) bool { return blamed[s.Failure] })
	for _, s := range shortest(left) {
		change := fact.Change{Subject: "gates." + s.Name, Old: string(s.Home), New: string(s.Relation), OldPos: gatePos(r.Old.Protocol, s.Name), NewPos: gatePos(r.New.Protocol, s.Name)}
		r.whole("proof-contradicts", judge.WireBreak, change, fmt.Sprintf("a mixture of speakers fails the gate %q: %s: %s", s.Name, s.Relation, s.Harm), "")
		e := &r.Entries[len(r.Entries)-1]
		e.Step, e.Story = judge.Major, s.tell()
	}
}

// findUnheld finds the gates of the new version that it does not hold itself.
func (r *Report) findUnheld() {
	for _, g := range r.Proof.Gates {
		if !g.Unheld || g.Home != prove.New {
			continue
		}
		change := fact.Change{Subject: "gates." + g.Name, New: g.Skipped, OldPos: gatePos(r.Old.Protocol, g.Name), NewPos: gatePos(r.New.Protocol, g.Name)}
		r.whole("gate-unheld", judge.NeedsProof, change, fmt.Sprintf("the gate %q contradicts its own version: %s", g.Name, g.Skipped), "correct the gate or the scripts, or name the server that they are for by --engine")
	}
}

// gatePos is where a gate is told; where the protocol begins when it is not.
func gatePos(p *protocol.Protocol, name string) diag.Pos {
	for _, g := range p.Gates {
		if g.Name == name {
			return g.Pos
		}
	}
	return p.Place("protocol")
}

// shortest keeps the shortest story of each relation, the first of equals.
func shortest(all []surprise) []surprise {
	var kept []surprise
	for _, relation := range []prove.Relation{prove.OldReadsNew, prove.NewReadsOld, prove.Together} {
		var best *surprise
		for i, s := range all {
			if s.Relation == relation && (best == nil || len(s.Story) < len(best.Story)) {
				best = &all[i]
			}
		}
		if best != nil {
			kept = append(kept, *best)
		}
	}
	return kept
}

func (s surprise) tell() []string {
	lines := []string{fmt.Sprintf("gate %q of %s, %s: %s", s.Name, homeText(s.Home), s.Relation, s.Harm)}
	for _, line := range s.Story {
		lines = append(lines, "  "+line.String())
	}
	return lines
}

// about reports whether the entry is about a script.
func (e *Entry) about(s *protocol.Script) bool {
	return e.Change.Script.Old == s || e.Change.Script.New == s
}

// fail answers the relation of a failure with no.
func (e *Entry) fail(f *prove.Failure) {
	answer := judge.Answer{Harm: judge.Harm(f.Harm), Why: "the proof shows it, in the story below"}
	switch f.Relation {
	case prove.OldReadsNew:
		e.OldReadsNew = answer
	case prove.NewReadsOld:
		e.NewReadsOld, e.InFlight = answer, answer
	case prove.Together:
		e.Together = answer
	}
	e.Order = e.Relations.Order()
}

// settle answers what was left to the proof with yes, when mixtures ran and none
// of them failed in that way.
func (e *Entry) settle(proof *prove.Proof) {
	if e.Rule.Class != judge.NeedsProof {
		return
	}
	ran, failed := 0, map[prove.Relation]bool{}
	for _, g := range proof.Gates {
		for script, n := range g.Scripts {
			if e.about(script) {
				ran += n
			}
		}
		for _, f := range g.Failures {
			if slices.ContainsFunc(f.Scripts, e.about) {
				failed[f.Relation] = true
			}
		}
	}
	if ran == 0 {
		e.Help = "no gate tells old and new speakers of this script apart: add one that calls it"
		return
	}
	held := judge.Answer{Yes: true, Why: fmt.Sprintf("no difference showed in %s", plural(ran, "mixture")), Held: ran}
	fell := judge.Answer{Harm: judge.Unproved, Why: "mixtures with it fail, as other changes here lead to expect"}
	for _, open := range []struct {
		answer   *judge.Answer
		relation prove.Relation
	}{
		{&e.OldReadsNew, prove.OldReadsNew},
		{&e.NewReadsOld, prove.NewReadsOld},
		{&e.Together, prove.Together},
		{&e.InFlight, prove.NewReadsOld},
	} {
		switch {
		case e.Class == judge.WireBreak && !open.answer.Yes && open.answer.Harm != judge.Unproved:
		case failed[open.relation]:
			*open.answer = fell
		case open.answer.Harm == judge.Unproved:
			*open.answer = held
		}
	}
	if len(failed) == 0 {
		e.Proved = ran
	}
	e.Order = e.Relations.Order()
}
