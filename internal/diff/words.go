package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/diff/judge"
	"github.com/echomq/emqgen/internal/diff/prove"
)

// orders says what each order means for whoever deploys.
var orders = map[judge.Order]string{
	judge.NoOrder:      "every order is safe",
	judge.ReadersFirst: "deploy whoever reads before whoever writes: old readers must be gone before the first new row",
	judge.WritersFirst: "deploy whoever writes before whoever reads, and let the rows of old writers run out before the first new reader",
	judge.DrainFirst:   "stop all writers, let the rows run out or carry them over, then switch all speakers at once",
	judge.NoSafeOrder:  "the new version harms its own rows as well: change it before it is deployed",
}

// orderLine says what the order means. What only a proof speaks for is not called
// safe.
func (r *Report) orderLine() string {
	proved := func(e Entry) bool { return e.Proved > 0 }
	if r.Order == judge.NoOrder && slices.ContainsFunc(r.Entries, proved) {
		ran, _ := r.Proof.Mixtures()
		return fmt.Sprintf("no order showed a difference in %s, which is not the same as safe", plural(ran, "mixture"))
	}
	return orders[r.Order]
}

// headline names the protocol and the step.
func (r *Report) headline(arrow string) string {
	old, new := r.Old.Protocol, r.New.Protocol
	if old.Version == new.Version {
		return new.Name + " " + new.Version
	}
	return fmt.Sprintf("%s %s %s %s", new.Name, old.Version, arrow, new.Version)
}

// counts sums the changes up by class, leaving out what there is none of.
func (r *Report) counts() string {
	var parts []string
	for _, class := range judge.Classes() {
		all, acknowledged := r.Count(class)
		if all == 0 {
			continue
		}
		part := fmt.Sprintf("%d %s", all, class)
		if class == judge.WireBreak {
			part = plural(all, string(class))
		}
		if acknowledged > 0 {
			part += fmt.Sprintf(" (%d acknowledged)", acknowledged)
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return "nothing changed"
	}
	return strings.Join(parts, ", ")
}

// versionLine says what `version` owes and what it takes.
func (r *Report) versionLine() string {
	return fmt.Sprintf("owes a step of kind %s, takes %s", r.Owed, r.Stepped)
}

// fenceLine says what becomes of the fence.
func (r *Report) fenceLine() string {
	switch old, new := r.Old.Protocol.Wire, r.New.Protocol.Wire; {
	case old == "" && new == "":
		return "none: nothing parts old speakers from new ones"
	case old == new:
		return new + ", unchanged"
	case old == "":
		return new + ", new"
	case new == "":
		return "gone, was " + old
	default:
		return old + " -> " + new
	}
}

// proofLine says how many mixtures were run, and within what bound.
func (r *Report) proofLine() string {
	ran, held := r.Proof.Mixtures()
	if ran == 0 {
		return "nothing was run on " + r.Proof.Engine + ": " + r.unmixed()
	}
	gates := 0
	for _, g := range r.Proof.Gates {
		if g.Ran > 0 {
			gates++
		}
	}
	return fmt.Sprintf("%d of %s hold, in %s on %s (at most %d of each gate)", held, plural(ran, "mixture"), plural(gates, "gate"), r.Proof.Engine, r.Proof.Most)
}

// proofLines says what came of each gate that was run, and why others were not.
func proofLines(p *prove.Proof, ran func(g *prove.Gate, line string), skipped func(line string)) {
	var reasons []string
	names := map[string][]string{}
	for _, g := range p.Gates {
		if g.Ran > 0 {
			ran(g, gateLine(g))
			continue
		}
		if names[g.Skipped] == nil {
			reasons = append(reasons, g.Skipped)
		}
		names[g.Skipped] = append(names[g.Skipped], fmt.Sprintf("%q of %s", g.Name, homeText(g.Home)))
	}
	for _, reason := range reasons {
		which := plural(len(names[reason]), "gate")
		if len(names[reason]) <= fewGates {
			which = strings.Join(names[reason], ", ")
		}
		skipped(fmt.Sprintf("%s not run: %s", which, reason))
	}
}

// fewGates is how many gates are named, rather than counted.
const fewGates = 2

// gateLine says what came of the mixtures of one gate.
func gateLine(g *prove.Gate) string {
	line := fmt.Sprintf("%q of %s: %d of %s hold, %s taken in two ways", g.Name, homeText(g.Home), g.Held, plural(g.Ran, "mixture"), plural(g.Differ, "step"))
	switch {
	case g.All < 0:
		line += ", of more than a billion"
	case g.All > g.Ran:
		line += fmt.Sprintf(", of %d", g.All)
	}
	return line
}

func homeText(home prove.Version) string {
	if home == prove.Both {
		return "both versions"
	}
	return fmt.Sprintf("the %s version", home)
}

// answer renders one of the four relations.
func answer(a judge.Answer) string {
	switch {
	case a.Held > 0:
		return a.Why
	case a.Yes:
		return "yes: " + a.Why
	case a.Harm == judge.Unproved:
		return "no, not shown: " + a.Why
	}
	return fmt.Sprintf("no, %s: %s", a.Harm, a.Why)
}

// values renders what became of what.
func values(e *Entry) string {
	old, new := oneLine(e.Change.Old), oneLine(e.Change.New)
	switch {
	case old == "" && new == "":
		return ""
	case old == "":
		return "+ " + new
	case new == "":
		return "- " + old
	}
	return old + " -> " + new
}

// oneLine keeps a value short enough to stand in a line.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > 160 {
		return string(runes[:159]) + "…"
	}
	return s
}
