package emit

import (
	"sync/atomic"

	"github.com/echomq/emqgen/internal/protocol"
)

// Last remembers what was derived from the protocol that was asked for last. A
// protocol never changes and Emit follows Check, so an emitter that spells its
// names through Last does it once, and writes what was checked.
func Last[T any](derive func(*protocol.Protocol) T) func(*protocol.Protocol) T {
	type derived struct {
		from *protocol.Protocol
		made T
	}
	var last atomic.Pointer[derived]
	return func(p *protocol.Protocol) T {
		if l := last.Load(); l != nil && l.from == p {
			return l.made
		}
		made := derive(p)
		last.Store(&derived{p, made})
		return made
	}
}
