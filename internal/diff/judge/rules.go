package judge

import (
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff/fact"
)

// Layer is where the thing that changed stands.
type Layer string

const (
	L0 Layer = "L0" // the engine
	L1 Layer = "L1" // keys and fields
	L2 Layer = "L2" // scripts
	L4 Layer = "L4" // what a caller sees
)

// Rule is one row of the table: which changes it judges, and how. In its texts
// {old}, {new}, {subject}, {key}, {field} and {note} stand for what the change
// is about.
type Rule struct {
	ID       string
	On       fact.Kind
	When     func(*Speakers, fact.Change) bool // nil always holds; of the rules of one kind the first that holds decides
	Layer    Layer
	Class    Class
	Severity diag.Severity
	Says     string // the change in one sentence, lower case, without a full stop
	Explain  string // why it is judged so
	Relations
	Stepless bool // owes no step of the version, being one itself
	Always   bool // fails a run at every level
	Hopeless bool // new speakers harm their own rows, so no order is safe

	// Mirror is the rule of the change undone, which is the rule itself where
	// undoing is a change of the same kind. NoMirror says why there is none.
	Mirror   string
	NoMirror string
}

var rules = slices.Concat(
	identityRules, idRules, paramRules, keyRules, fieldRules,
	scriptRules, footprintRules, keysRules, argRules, replyRules,
	callerRules, lawRules,
)

// Rules lists every rule that can appear in a report: those of changes in the
// order of what they are about, then those about a step as a whole.
func Rules() []Rule { return slices.Concat(rules, consistencyRules) }

// ByID finds a rule of a report.
func ByID(id string) (*Rule, bool) {
	for _, table := range [][]Rule{rules, consistencyRules} {
		for i := range table {
			if table[i].ID == id {
				return &table[i], true
			}
		}
	}
	return nil, false
}

func yes(why string) Answer { return Answer{Yes: true, Why: why} }

func no(harm Harm, why string) Answer { return Answer{Harm: harm, Why: why} }

// every gives all four relations one answer.
func every(a Answer) Relations { return Relations{a, a, a, a} }

// unmoved is how old and new meet when nothing on the wire is another.
var unmoved = every(yes("no key, field or script is another"))
