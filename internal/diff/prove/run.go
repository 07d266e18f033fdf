package prove

import (
	"errors"
	"maps"
	"slices"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/protocol"
)

// fall is a mixture that does not hold, and the step at which it shows.
type fall struct {
	mixture
	at      int
	failure *conform.Failure // nil when the speaker cannot reach what the step is about
}

// run runs the mixtures of a gate and cuts down what fails.
func (s *play) run(result *Gate) error {
	var falls []fall
	var gates []*protocol.Gate
	var running []mixture
	for _, m := range mixtures(len(s.vary), s.Most) {
		at, lost := s.losing(m)
		switch {
		case lost && !s.follows(at, m, nil):
			continue // whoever comes first cannot even begin
		case lost:
			falls = append(falls, fall{m, at, nil})
		default:
			gates = append(gates, s.cast(m))
			running = append(running, m)
		}
		result.Ran++
		s.tally(result, m)
	}
	cells, err := s.prover.run(gates)
	if err != nil {
		return err
	}
	for i, cell := range cells {
		if cell.Result == conform.Failed && cell.Failure.Step == 0 {
			return errors.New(cell.Failure.Got)
		}
		if cell, err = s.forgive(running[i], cell); err != nil {
			return err
		}
		if cell.Result == conform.Failed {
			falls = append(falls, fall{running[i], cell.Failure.Step - 1, cell.Failure})
		}
	}
	result.Held = result.Ran - len(falls)
	result.Failures, err = s.failures(falls)
	return err
}

// forgive goes on behind a step at which the other version does not keep the
// promise of the gate even when it is alone: how it ends there is its own
// callers' affair, whatever stands in the store.
func (s *play) forgive(m mixture, cell conform.Cell) (conform.Cell, error) {
	promised := maps.Clone(s.alone)
	defer func() { s.alone = promised }()
	for cell.Result == conform.Failed {
		at := cell.Failure.Step - 1
		if _, own := s.alone[at]; !own || !s.byOther(at, m) {
			return cell, nil
		}
		want, next, ok, err := s.endings(at, m)
		switch {
		case err != nil:
			return cell, err
		case !ok, next.Result == conform.Failed && next.Failure.Step-1 >= s.unbound(at, want):
			return conform.Cell{Result: conform.Passed}, nil
		}
		s.alone[at], cell = want, next
	}
	return cell, nil
}

// tally counts the scripts that the mixture has both versions of, or the other
// one of.
func (s *play) tally(result *Gate, m mixture) {
	var seen []*protocol.Script
	for n, i := range s.vary {
		if script := called(s.parts[i].home); script != nil && m[n] && !slices.Contains(seen, script) {
			seen = append(seen, script)
			result.Scripts[script]++
		}
	}
}

func called(step *protocol.Step) *protocol.Script {
	if step.Many != nil {
		return step.Many[0].Call
	}
	return step.Call
}

// losing finds the first act that its speaker cannot reach.
func (s *play) losing(m mixture) (int, bool) {
	for n, i := range s.vary {
		if m[n] && s.parts[i].lost {
			return i, true
		}
	}
	return 0, false
}

// failures keeps, of the mixtures that fall, the one that shows each relation
// first, and cuts it down.
func (s *play) failures(falls []fall) ([]*Failure, error) {
	var failures []*Failure
	for _, relation := range []Relation{OldReadsNew, NewReadsOld, Together} {
		var first *fall
		for i, f := range falls {
			if s.relation(f.at, f.mixture, nil) == relation && (first == nil || f.at < first.at) {
				first = &falls[i]
			}
		}
		if first == nil {
			continue
		}
		failure, err := s.failure(*first)
		if err != nil {
			return nil, err
		}
		// Cut down, it may show a simpler relation that is told already.
		if !slices.ContainsFunc(failures, func(f *Failure) bool { return f.Relation == failure.Relation }) {
			failures = append(failures, failure)
		}
	}
	return failures, nil
}

// follows reports whether the other version wrote before whoever takes a step.
func (s *play) follows(at int, m mixture, dropped map[int]bool) bool {
	who := s.wrote(at, m, dropped, false)
	return who != "" && who != s.speaker(at, m)
}

// wrote looks at the calls, and what is planted, before a step. With strict, only those count that the
// versions make in different ways.
func (s *play) wrote(at int, m mixture, dropped map[int]bool, strict bool) Version {
	var who Version
	for i := range at {
		if step := s.parts[i].home; called(step) == nil && step.Write == nil || dropped[i] || strict && !slices.Contains(s.vary, i) {
			continue
		}
		speaker := s.speaker(i, m)
		switch who {
		case "", speaker:
			who = speaker
		default:
			return Both
		}
	}
	return who
}

func (s *play) speaker(i int, m mixture) Version {
	if s.byOther(i, m) {
		return s.home.other()
	}
	return s.home
}

// relation is how old and new meet in a mixture that falls at a step.
func (s *play) relation(at int, m mixture, dropped map[int]bool) Relation {
	who := s.wrote(at, m, dropped, true)
	if who == "" {
		who = s.wrote(at, m, dropped, false)
	}
	switch reader := s.speaker(at, m); {
	case who == Both || who == reader || s.parts[at].home.Together != nil:
		return Together
	case reader == Old:
		return OldReadsNew
	}
	return NewReadsOld
}
