// Package judge says what a change means for the speakers that run and the rows
// that are stored. Each verdict comes from one row of a table of rules; nothing
// here looks for changes.
package judge

import (
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/diff/fact"
	"github.com/echomq/emqgen/internal/protocol"
)

// Class is what kind of change a rule takes a change for.
type Class string

const (
	WireBreak  Class = "wire break"  // old and new cannot share a store
	NeedsProof Class = "needs proof" // running both versions decides
	Additive   Class = "additive"    // all that was stays good; only what uses the addition needs new readers
	APIOnly    Class = "API only"    // callers or operators act; the wire is unmoved
	Free       Class = "free"        // nobody notices
)

// Classes lists the classes, the heaviest first.
func Classes() []Class { return []Class{WireBreak, NeedsProof, Additive, APIOnly, Free} }

// Harm is what becomes of a row for a speaker of the other version.
type Harm string

const (
	Unfindable   Harm = "unfindable"      // it is at an address where the speaker does not look
	Unreadable   Harm = "unreadable"      // the speaker finds it and cannot make sense of it
	NeverClaimed Harm = "never claimed"   // it is where no speaker ever picks it up
	Refused      Harm = "refused"         // the speaker is turned away before it can ask
	NotPromised  Harm = "not as promised" // it is read, and says something else; only a proof sees that
	Unproved     Harm = "unproved"        // it has not been shown to be well
)

// Answer is yes or no to one of the four relations, with the reason.
type Answer struct {
	Yes  bool
	Harm Harm // of a no
	Why  string
	Held int // of a yes that rests on a proof alone: in how many mixtures no difference showed
}

// Relations are the four ways in which old and new meet.
type Relations struct {
	OldReadsNew Answer // an old reader on new rows
	NewReadsOld Answer // a new reader on old rows
	Together    Answer // old and new writers side by side, during a rolling deploy
	InFlight    Answer // rows in flight at the moment of the switch
}

// Each lists the relations with their names, in the order they are shown.
func (r Relations) Each() [4]Relation {
	return [4]Relation{
		{"old reader on new rows", r.OldReadsNew},
		{"new reader on old rows", r.NewReadsOld},
		{"old and new writers side by side", r.Together},
		{"rows in flight at the switch", r.InFlight},
	}
}

// Relation is one of the four with its name.
type Relation struct {
	Name string
	Answer
}

// Order is what to deploy first.
type Order string

const (
	NoOrder      Order = "none" // every order is safe, or none showed a difference
	ReadersFirst Order = "readers first"
	WritersFirst Order = "writers first"
	DrainFirst   Order = "drain first"
	NoSafeOrder  Order = "no safe order" // the new version harms its own rows as well
)

// Order follows from the relations: whoever would be hurt must be gone, or know
// better, before what hurts it appears.
func (r Relations) Order() Order {
	switch oldHurt, newHurt := !r.OldReadsNew.Yes, !r.NewReadsOld.Yes || !r.InFlight.Yes; {
	case oldHurt && newHurt || !r.Together.Yes:
		return DrainFirst
	case oldHurt:
		return ReadersFirst
	case newHurt:
		return WritersFirst
	}
	return NoOrder
}

// Deploy is the order that a rule asks for.
func (r *Rule) Deploy() Order {
	if r.Hopeless {
		return NoSafeOrder
	}
	return r.Order()
}

// Combined is the order that is safe for all of the changes at once.
func Combined(orders ...Order) Order {
	all := NoOrder
	for _, o := range orders {
		switch {
		case o == NoOrder || o == all || all == NoSafeOrder:
		case all == NoOrder || o == NoSafeOrder:
			all = o
		default:
			all = DrainFirst
		}
	}
	return all
}

// Verdict is a change and what it means.
type Verdict struct {
	Change fact.Change
	Rule   *Rule
	Class  Class // that of the rule, unless a proof knew better
	Says   string
	Relations
	Order Order
	Step  Step
}

// Speakers is what the rules may look at beside the change itself.
type Speakers struct {
	Old, New   *protocol.Protocol
	Facts      fact.Result
	Footprints fact.Footprints // nil when nothing is known of what scripts touch
}

// Judge passes a verdict on every change, in the order of the changes.
func Judge(s Speakers) []Verdict {
	if s.Footprints == nil {
		s.Footprints = func(*protocol.Script) (fact.Footprint, bool) { return fact.Footprint{}, false }
	}
	var verdicts []Verdict
	var fences []int
	for _, change := range s.Facts.Changes {
		if change.Kind == fact.FenceStepped && s.Old.Fence != nil && s.New.Fence != nil {
			fences = append(fences, len(verdicts))
		}
		verdicts = append(verdicts, s.verdict(change, change.Kind))
	}
	if rule, ok := ByID("fence-without-break"); ok && !Breaks(verdicts, fences...) {
		for _, i := range fences {
			verdicts[i] = newVerdict(rule, verdicts[i].Change)
		}
	}
	return verdicts
}

// Breaks reports whether any verdict but those excepted is a wire break.
func Breaks(verdicts []Verdict, except ...int) bool {
	for i, v := range verdicts {
		if v.Class == WireBreak && !slices.Contains(except, i) {
			return true
		}
	}
	return false
}

func (s *Speakers) verdict(change fact.Change, kind fact.Kind) Verdict {
	for i := range rules {
		if r := &rules[i]; r.On == kind && (r.When == nil || r.When(s, change)) {
			return newVerdict(r, change)
		}
	}
	panic("no rule judges " + string(kind))
}

func newVerdict(r *Rule, change fact.Change) Verdict {
	words := replacer(change)
	relations := Relations{
		OldReadsNew: r.OldReadsNew.fill(words), NewReadsOld: r.NewReadsOld.fill(words),
		Together: r.Together.fill(words), InFlight: r.InFlight.fill(words),
	}
	return Verdict{
		Change: change, Rule: r, Class: r.Class, Says: words.Replace(r.Says),
		Relations: relations, Order: r.Deploy(), Step: r.step(),
	}
}

func (a Answer) fill(words *strings.Replacer) Answer {
	a.Why = words.Replace(a.Why)
	return a
}

// replacer puts what a change is about into the words of a rule.
func replacer(c fact.Change) *strings.Replacer {
	pairs := []string{"{subject}", name(c.Subject), "{old}", c.Old, "{new}", c.New, "{note}", c.Note}
	if key := c.Key.New; key != nil {
		pairs = append(pairs, "{key}", key.Name)
	}
	if key := c.Key.Old; key != nil {
		pairs = append(pairs, "{key}", key.Name)
	}
	if field := c.Field.Old; field != nil {
		pairs = append(pairs, "{field}", field.Name)
	}
	if field := c.Field.New; field != nil {
		pairs = append(pairs, "{field}", field.Name)
	}
	return strings.NewReplacer(pairs...)
}

// name is the last word of a path.
func name(path string) string { return path[strings.LastIndex(path, ".")+1:] }
