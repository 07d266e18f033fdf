package prove

import (
	"slices"

	"github.com/echomq/emqgen/internal/protocol"
)

// unbound is the first step that uses what another was to bind, when that ends
// without an answer; the end of the gate when there is none. What such a step
// does says nothing of the versions.
func (s *play) unbound(at int, want protocol.Want) int {
	if want.Refusal == nil && want.Error == "" {
		return s.end
	}
	bound := s.parts[at].home.Bind
	for i := at + 1; i < s.end; i++ {
		if uses(s.parts[i].home, bound) {
			return i
		}
	}
	return s.end
}

func uses(step *protocol.Step, bound []protocol.Bind) bool {
	named := func(v protocol.Value) bool {
		return slices.ContainsFunc(bound, func(b protocol.Bind) bool { return refersTo(v, b.Name) })
	}
	return slices.ContainsFunc(slices.Concat(step.With, step.Want.Fields), func(b protocol.Binding) bool { return named(b.Value) }) ||
		step.Want.Answer != nil && named(*step.Want.Answer) || step.Want.Value != nil && named(*step.Want.Value) ||
		slices.ContainsFunc(step.Want.Members, named) ||
		slices.ContainsFunc(slices.Concat(step.Many, step.Together), func(inner *protocol.Step) bool { return uses(inner, bound) })
}

func refersTo(v protocol.Value, name string) bool {
	return v.Kind == protocol.BoundValue && v.Text == name ||
		slices.ContainsFunc(v.List, func(item protocol.Value) bool { return refersTo(item, name) }) ||
		slices.ContainsFunc(v.Map, func(b protocol.Binding) bool { return refersTo(b.Value, name) })
}
