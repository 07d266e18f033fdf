package judge

import (
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/diff/fact"
)

// Step is how far `version` must go.
type Step int

const (
	NoStep Step = iota
	Patch
	Minor
	Major
)

// String gives the word of the step.
func (s Step) String() string { return [...]string{"none", "patch", "minor", "major"}[s] }

// MarshalText lets JSON carry the word.
func (s Step) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// step is what a change of this kind owes: a major step where old and new cannot
// share a store, a minor one where there is something to do or to gain, a patch
// for the rest.
func (r *Rule) step() Step {
	switch {
	case r.Stepless:
		return NoStep
	case r.Class == WireBreak:
		return Major
	case r.Class == Free:
		return Patch
	}
	return Minor
}

// Stepped is the step from one version to another; it is NoStep when the version
// stands still or goes backwards.
func Stepped(old, new string) Step {
	if fact.CompareVersions(new, old) <= 0 {
		return NoStep
	}
	before, after := parts(old), parts(new)
	switch {
	case after[0] != before[0]:
		return Major
	case after[1] != before[1]:
		return Minor
	}
	return Patch
}

func parts(version string) (numbers [2]int) {
	for i, part := range strings.SplitN(version, ".", 3) {
		if i < len(numbers) {
			numbers[i], _ = strconv.Atoi(part)
		}
	}
	return numbers
}

// Owed is the largest step that any of the verdicts owes.
func Owed(verdicts []Verdict) Step {
	owed := NoStep
	for _, v := range verdicts {
		owed = max(owed, v.Step)
	}
	return owed
}
