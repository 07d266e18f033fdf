package prove

import (
	"fmt"
	"slices"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/protocol"
)

// play is a gate whose acts can be taken by speakers of either version.
type play struct {
	*prover
	across
	gate  *protocol.Gate
	parts []part // one for each step
	vary  []int  // the steps that the versions take in different ways
	// alone holds what the other version sees where it does not keep the promise
	// of a step even when it is alone: its own callers expect just that.
	alone map[int]protocol.Want
	end   int // steps from here on cannot be told, since the other version alone fails
}

// gate runs the mixtures of a gate. It is even when nothing would come out
// differently if the gate were that of the other version.
func (p *prover) gate(home Version, g *protocol.Gate) (result *Gate, even bool, err error) {
	result = &Gate{Name: g.Name, Home: home, Scripts: map[*protocol.Script]int{}}
	s := &play{prover: p, across: across{p.Pairs, home}, gate: g, alone: map[int]protocol.Want{}, end: len(g.Steps)}
	if s.aboutFence() {
		result.Skipped = "it is about the fence, which decides who connects at all"
		return result, true, nil
	}
	for i, step := range g.Steps {
		part := s.part(step)
		s.parts = append(s.parts, part)
		if !part.alike && (part.other != nil || part.lost) {
			s.vary = append(s.vary, i)
		}
	}
	// Calls at the same time begin with one of the home version.
	even = !slices.ContainsFunc(s.parts, func(p part) bool { return !p.alike && (p.other == nil || p.home.Together != nil) })
	if len(s.vary) == 0 {
		result.Skipped = s.unvaried()
		if home == New {
			// A gate that is told for the first time, or anew, may be wrong.
			held, err := s.holds(result)
			return result, even && held, err
		}
		return result, even, nil
	}
	if held, err := s.holds(result); err != nil || !held {
		return result, false, err
	}
	if reason, err := s.others(); err != nil || reason != "" {
		result.Skipped, result.Kept = reason, true
		return result, false, err
	}
	even = even && len(s.alone) == 0 && s.end == len(g.Steps)
	result.Differ, result.All = len(s.vary), count(len(s.vary))
	return result, even, s.run(result)
}

func (s *play) aboutFence() bool {
	return slices.ContainsFunc(s.gate.Steps, func(step *protocol.Step) bool {
		return step.Connect || step.Read != nil && step.Read.Fence || step.Write != nil && step.Write.Fence ||
			slices.ContainsFunc(step.Together, func(inner *protocol.Step) bool { return inner.Connect })
	})
}

// unvaried says why no act of the gate can be taken in two ways.
func (s *play) unvaried() string {
	for _, part := range s.parts {
		if part.why != "" {
			return part.why
		}
	}
	return "both versions take every step of it alike"
}

// holds runs the gate with the home version alone, which must keep its own gate,
// and says in the result why nothing can be told where it does not.
func (s *play) holds(result *Gate) (bool, error) {
	cells, err := s.prover.run([]*protocol.Gate{s.cast(make(mixture, len(s.vary)))})
	if err != nil {
		return false, err
	}
	switch cell := cells[0]; cell.Result {
	case conform.Failed:
		result.Skipped = fmt.Sprintf("the %s version alone does not hold it: step %d, %s: %s, wanted %s", s.home, cell.Failure.Step, cell.Failure.Act, cell.Failure.Got, cell.Failure.Want)
		if result.Kept, result.Unheld = true, true; s.home == Old {
			result.Skipped += " (old news, which says nothing of the change)"
		}
	case conform.Skipped:
		result.Skipped, result.Kept = cell.Reason, true
	}
	return !result.Kept, nil
}

// others runs the gate with the other version alone. Where that sees something
// else, that is what its callers expect of it, and no fault of a mixture.
func (s *play) others() (reason string, err error) {
	if slices.ContainsFunc(s.vary, func(i int) bool { return s.parts[i].lost }) {
		return "", nil // the other version cannot begin alone
	}
	others := slices.Repeat([]bool{true}, len(s.vary))
	for {
		cells, err := s.prover.run([]*protocol.Gate{s.cast(others)})
		if err != nil || cells[0].Result != conform.Failed {
			return "", err
		}
		at := cells[0].Failure.Step - 1
		if at < 0 {
			return cells[0].Failure.Got, nil
		}
		if !slices.Contains(s.vary, at) || s.afterHome(at) {
			return "", nil // what shows there is what the home version sees, or has left
		}
		if _, tried := s.alone[at]; tried {
			s.cut(at)
			return "", nil
		}
		if err := s.learn(at, others); err != nil {
			return "", err
		}
	}
}

// afterHome reports whether something was written before a step that only the
// home version can write, so that the other version is not alone there.
func (s *play) afterHome(at int) bool {
	return slices.ContainsFunc(s.parts[:at], func(p part) bool {
		return !p.alike && p.other == nil && (called(p.home) != nil || p.home.Write != nil)
	})
}

// learn finds what the other version sees at a step when it is alone.
func (s *play) learn(at int, others mixture) error {
	want, _, ok, err := s.endings(at, others)
	if err != nil {
		return err
	}
	s.alone[at] = want
	switch lost := s.unbound(at, want); {
	case !ok:
		s.cut(at)
	case lost < s.end:
		s.cut(lost)
	}
	return nil
}

// endings tries what a step that the other version takes may end with instead of
// what the gate promises, until the gate gets past it. It gives the ending and
// what comes of the gate then.
func (s *play) endings(at int, m mixture) (want protocol.Want, cell conform.Cell, ok bool, err error) {
	wants := []protocol.Want{{}}
	if call := called(s.parts[at].other); call != nil {
		for _, class := range call.Refuses {
			wants = append(wants, protocol.Want{Refusal: class})
		}
		for _, kind := range []string{protocol.HostError, protocol.ServerError, protocol.ReplyError} {
			wants = append(wants, protocol.Want{Error: kind})
		}
	}
	known, had := s.alone[at]
	var gates []*protocol.Gate
	for _, want := range wants {
		s.alone[at] = want
		gates = append(gates, s.cast(m))
	}
	if delete(s.alone, at); had {
		s.alone[at] = known
	}
	cells, err := s.prover.run(gates)
	if err != nil {
		return want, cell, false, err
	}
	for i, cell := range cells {
		if cell.Result == conform.Passed || cell.Failure != nil && cell.Failure.Step-1 > at {
			return wants[i], cell, true, nil
		}
	}
	return want, cells[0], false, nil
}

// cut ends the gate before a step of which nothing can be told.
func (s *play) cut(at int) {
	s.end = at
	s.vary = slices.DeleteFunc(s.vary, func(i int) bool { return i >= at })
}

// cast makes the gate in which each act is taken by whom the mixture says.
func (s *play) cast(m mixture) *protocol.Gate { return s.castOf(m, nil) }

// castOf leaves out the steps that are dropped.
func (s *play) castOf(m mixture, dropped map[int]bool) *protocol.Gate {
	g := *s.gate
	g.Steps = nil
	for i := range s.end {
		if !dropped[i] {
			g.Steps = append(g.Steps, s.step(i, m))
		}
	}
	return &g
}

func (s *play) step(i int, m mixture) *protocol.Step {
	if !s.byOther(i, m) {
		return s.parts[i].home
	}
	step := *s.parts[i].other
	if alone := s.parts[i].alone; alone != nil && !slices.Contains(m, false) {
		step = *alone
	}
	if want, ok := s.alone[i]; ok {
		step.Want = want
	}
	return &step
}

// byOther reports whether the other version takes a step.
func (s *play) byOther(i int, m mixture) bool {
	n := slices.Index(s.vary, i)
	return n >= 0 && m[n]
}
