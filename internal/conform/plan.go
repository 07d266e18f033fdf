package conform

import (
	"slices"

	"github.com/echomq/emqgen/internal/protocol"
)

// plan says how the gates of a protocol are kept apart from each other, and from
// whoever else uses the server: which holes of the keys are given values of the
// run's own. As few as will do are changed, because a value may mean something to
// a script.
type plan struct {
	p       *protocol.Protocol
	twins   map[*protocol.Param]*protocol.Param
	renamed map[*protocol.Param]bool
}

func newPlan(p *protocol.Protocol, twins map[*protocol.Param]*protocol.Param) *plan {
	pl := &plan{p: p, twins: twins, renamed: map[*protocol.Param]bool{}}
	// Texts are the least likely to be looked into, and among them those that
	// set most keys apart: a hash tag, as a rule.
	for _, kinds := range [][]protocol.Kind{{protocol.Text, protocol.Bytes}, {protocol.Branded}, {protocol.Int}} {
		for {
			best := pl.best(kinds)
			if best == nil {
				break
			}
			pl.renamed[best] = true
			if twin := twins[best]; twin != nil {
				pl.renamed[twin] = true
			}
		}
	}
	return pl
}

// best is the parameter of some kind that stands in most of the keys which
// nothing sets apart yet.
func (pl *plan) best(kinds []protocol.Kind) *protocol.Param {
	var best *protocol.Param
	most := 0
	for _, param := range pl.p.Params {
		if pl.renamed[param] || !slices.Contains(kinds, param.Type.Kind) {
			continue
		}
		count := 0
		for _, k := range pl.p.Keys {
			if !pl.apart(k) && slices.Contains(k.Holes(), param) {
				count++
			}
		}
		if count > most {
			best, most = param, count
		}
	}
	return best
}

// apart reports whether each run has the key for itself.
func (pl *plan) apart(k *protocol.Key) bool {
	return slices.ContainsFunc(k.Holes(), func(h *protocol.Param) bool { return pl.renamed[h] })
}

// shared says what a gate touches that belongs to all users of the server, or
// nothing.
func (pl *plan) shared(g *protocol.Gate) string {
	for s := range acts(g) {
		switch {
		case s.Forget:
			return "the script cache"
		case s.Write != nil && s.Write.Fence, s.Overtake != nil:
			return "the version fence"
		case s.Write != nil && !pl.apart(s.Write):
			return "the key " + s.Write.Name
		case s.Read != nil && !s.Read.Fence && !pl.apart(s.Read):
			return "the key " + s.Read.Name
		case s.Call != nil:
			for _, use := range s.Call.Keys {
				if !pl.apart(use.Key) {
					return "the key " + use.Key.Name
				}
			}
		}
	}
	return ""
}

// waits reports whether time must pass for a gate.
func waits(g *protocol.Gate) bool {
	for s := range acts(g) {
		if s.Wait > 0 {
			return true
		}
	}
	return false
}

// acts goes through the steps of a gate and those within them.
func acts(g *protocol.Gate) func(func(*protocol.Step) bool) {
	return func(yield func(*protocol.Step) bool) {
		for _, s := range g.Steps {
			for _, inner := range slices.Concat([]*protocol.Step{s}, s.Together, s.Many) {
				if !yield(inner) {
					return
				}
			}
		}
	}
}
