// Package diff tells a reviewer what a change of a protocol does to the speakers
// that run and the rows that are stored. It brings together the facts, the
// judgement, the proof and the acknowledgements, and prints what comes of them.
package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff/fact"
	"github.com/echomq/emqgen/internal/diff/judge"
	"github.com/echomq/emqgen/internal/diff/prove"
	"github.com/echomq/emqgen/internal/protocol"
)

// Input is all that a report is made from. The same input makes the same report.
type Input struct {
	Old, New Version
	Proof    *prove.Proof // nil when nothing was run
	Acks     []Ack
	Today    string // such as 2026-12-31; what acknowledgements run out by
	Swapped  string // why the two versions look swapped, where something says so
}

// Version is one of the two protocols and where it was read.
type Version struct {
	Label    string // for people: a path, or a short commit and a path
	Commit   string // the whole id of the commit it was read from, if any
	Protocol *protocol.Protocol
}

// Report is what a step from one version to another means.
type Report struct {
	Old, New Version
	Entries  []Entry // the heaviest first, then in the order of the spec
	Order    judge.Order
	Owed     judge.Step
	Stepped  judge.Step
	Proof    *prove.Proof
}

// Entry is one verdict: of a change, or of the step as a whole.
type Entry struct {
	judge.Verdict
	Help   string   // the way out
	Ack    *Ack     // what takes it on
	Proved int      // of what needs proof: how many mixtures it held in
	Story  []string // what a proof shows, one line an act
}

// Whole reports whether the entry is about the step as a whole, so that the four
// relations say nothing of it.
func (e *Entry) Whole() bool { return e.Rule.On == "" }

// Pos is where the entry shows in the new version.
func (e *Entry) Pos() diag.Pos { return e.Change.NewPos }

// New compares, judges and weighs.
func New(in Input) *Report {
	touched := footprints(in.Old.Protocol, in.New.Protocol)
	facts := fact.Compare(in.Old.Protocol, in.New.Protocol, touched)
	verdicts := judge.Judge(judge.Speakers{Old: in.Old.Protocol, New: in.New.Protocol, Facts: facts, Footprints: touched})
	r := &Report{Old: in.Old, New: in.New}
	for _, v := range verdicts {
		r.Entries = append(r.Entries, Entry{Verdict: v})
	}
	r.weighProof(in.Proof)
	r.finish(in)
	return r
}

// finish weighs the step as a whole, once all its changes are judged.
func (r *Report) finish(in Input) {
	r.weigh()
	r.checkFence()
	r.checkVersion(in)
	r.acknowledge(in)
	slices.SortStableFunc(r.Entries, func(a, b Entry) int { return weight(a) - weight(b) })
}

func (r *Report) weigh() {
	r.Order, r.Owed = judge.NoOrder, judge.NoStep
	for i := range r.Entries {
		r.Order = judge.Combined(r.Order, r.Entries[i].Order)
		r.Owed = max(r.Owed, r.Entries[i].Step)
	}
	r.Stepped = judge.Stepped(r.Old.Protocol.Version, r.New.Protocol.Version)
}

// weight orders entries by class; what is about the step as a whole comes before
// the changes of its class, and acknowledgements before these.
func weight(e Entry) int {
	w := 3 * slices.Index(judge.Classes(), e.Class)
	switch {
	case e.Section() == acknowledgements:
		return w
	case e.Whole():
		return w + 1
	}
	return w + 2
}

// acknowledgements is the section of those that have run out or cover nothing.
const acknowledgements = "acknowledgements"

// Section is the heading that the entry stands under: its class, unless it is
// about an acknowledgement, which fails a run though it is no change.
func (e *Entry) Section() string {
	if strings.HasPrefix(e.Rule.ID, "ack-") {
		return acknowledgements
	}
	return string(e.Class)
}

// whole adds an entry about the step as a whole.
func (r *Report) whole(id string, class judge.Class, change fact.Change, says, help string) {
	rule, _ := judge.ByID(id)
	r.Entries = append(r.Entries, Entry{
		Verdict: judge.Verdict{Change: change, Rule: rule, Class: class, Says: says, Order: judge.NoOrder},
		Help:    help,
	})
}

// checkFence finds a wire break that no new fence string comes with. The new
// value lists the breaks, so that an acknowledgement covers these and no others.
func (r *Report) checkFence() {
	old, new := r.Old.Protocol, r.New.Protocol
	if old.Fence == nil || new.Fence == nil || old.Wire != new.Wire {
		return
	}
	var breaks []string
	for _, e := range r.Entries {
		if e.Class == judge.WireBreak {
			breaks = append(breaks, e.Rule.ID+" "+e.Change.Subject)
		}
	}
	if len(breaks) == 0 {
		return
	}
	slices.Sort(breaks)
	change := fact.Change{Subject: "wire", Old: old.Wire, New: new.Wire + " with " + strings.Join(breaks, ", "), OldPos: old.Place("wire"), NewPos: new.Place("wire")}
	r.whole("fence-missing", judge.WireBreak, change,
		fmt.Sprintf("the wire breaks (%s), and the fence still claims %q", plural(len(breaks), "change"), new.Wire),
		"give `wire` another string, so that old and new speakers refuse each other's store instead of harming each other's rows")
}

func (r *Report) checkVersion(in Input) {
	old, new := r.Old.Protocol, r.New.Protocol
	change := fact.Change{Subject: "version", Old: old.Version, New: new.Version, OldPos: old.Place("version"), NewPos: new.Place("version")}
	reason := in.Swapped
	if reason == "" && fact.CompareVersions(new.Version, old.Version) < 0 {
		reason = fmt.Sprintf("the version goes back from %s to %s", old.Version, new.Version)
	}
	switch {
	case reason != "":
		r.whole("sides-swapped", judge.WireBreak, change, reason+": old and new look swapped",
			fmt.Sprintf("emqgen diff %s %s", diag.ShellWord(r.New.Label), diag.ShellWord(r.Old.Label)))
	case r.Stepped < r.Owed:
		r.whole("version-owed", r.owing(), change,
			fmt.Sprintf("the version owes a %s step and takes %s", r.Owed, stepTaken(r.Stepped, old.Version, new.Version)),
			fmt.Sprintf("write `version: %s`", next(old.Version, r.Owed)))
	case r.Stepped > r.Owed:
		r.whole("version-overstepped", judge.Free, change,
			fmt.Sprintf("the version takes a %s step and owes %s", r.Stepped, owedText(r.Owed)), "")
	}
}

// owing is the class of the heaviest change that owes the largest step.
func (r *Report) owing() judge.Class {
	for _, class := range judge.Classes() {
		if slices.ContainsFunc(r.Entries, func(e Entry) bool { return e.Class == class && e.Step == r.Owed }) {
			return class
		}
	}
	return judge.Free
}

func stepTaken(s judge.Step, old, new string) string {
	if s == judge.NoStep {
		return fmt.Sprintf("none: it is %s still", new)
	}
	return fmt.Sprintf("a %s one: %s to %s", s, old, new)
}

func owedText(s judge.Step) string {
	if s == judge.NoStep {
		return "none"
	}
	return "a " + s.String() + " one"
}

// next is the version after a step.
func next(version string, step judge.Step) string {
	var major, minor, patch int
	core, _, _ := strings.Cut(version, "-")
	_, _ = fmt.Sscanf(core, "%d.%d.%d", &major, &minor, &patch)
	switch step {
	case judge.Major:
		major, minor, patch = major+1, 0, 0
	case judge.Minor:
		minor, patch = minor+1, 0
	default:
		patch++
	}
	return fmt.Sprintf("%d.%d.%d", major, minor, patch)
}

// acknowledge gives each entry the acknowledgement that covers it, and finds the
// ones that have run out or cover nothing.
func (r *Report) acknowledge(in Input) {
	changes := len(r.Entries)
	for i := range in.Acks {
		a := &in.Acks[i]
		used := slices.IndexFunc(r.Entries[:changes], func(e Entry) bool { return e.Ack == nil && a.covers(&e) })
		change := fact.Change{Subject: a.Subject, Old: a.Old, New: a.New, OldPos: a.Pos, NewPos: a.Pos}
		switch {
		case used < 0:
			r.whole("ack-unused", judge.Free, change,
				fmt.Sprintf("the acknowledgement of %s for %s covers no change", a.Rule, a.Subject),
				"remove it, or copy rule, subject, old and new from the report")
		case a.expired(in.Today, in.New.Protocol.Version):
			r.whole("ack-expired", judge.Free, change,
				fmt.Sprintf("the acknowledgement of %s for %s ran out: it held until %s", a.Rule, a.Subject, a.Until),
				"do what was promised until then, or acknowledge it anew")
		default:
			r.Entries[used].Ack = a
		}
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Count counts the changes of a class, and those of them that are acknowledged.
func (r *Report) Count(class judge.Class) (all, acknowledged int) {
	for _, e := range r.Entries {
		if e.Class == class && !e.Whole() {
			all++
			if e.Ack != nil {
				acknowledged++
			}
		}
	}
	return all, acknowledged
}
