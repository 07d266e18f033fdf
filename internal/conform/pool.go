package conform

import (
	"context"
	"fmt"

	"github.com/echomq/emqgen/internal/engine"
)

// pool lends speakers of one runtime. It starts them when they are needed and
// keeps them for the next gate.
type pool struct {
	runtime Runtime
	engine  *engine.Engine
	resp    int
	seats   chan struct{} // as many as speakers may be lent at a time
	idle    chan Peer
}

func newPool(rt Runtime, e *engine.Engine, resp, jobs int) *pool {
	// Each gate that runs holds a speaker and may want more of them at once.
	most := jobs * rt.Most()
	return &pool{runtime: rt, engine: e, resp: resp, seats: make(chan struct{}, most), idle: make(chan Peer, most)}
}

// lend gives a speaker, or says why none starts.
func (p *pool) lend(ctx context.Context) (Peer, error) {
	select {
	case p.seats <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case peer := <-p.idle:
		return peer, nil
	default:
	}
	peer, err := p.runtime.Start(ctx, p.engine, p.resp)
	if err != nil {
		<-p.seats
		return nil, fmt.Errorf("%s does not start: %w", p.runtime.Name(), err)
	}
	return peer, nil
}

// giveBack takes a speaker back; a broken one is ended instead.
func (p *pool) giveBack(peer Peer, broken bool) {
	if broken {
		peer.Close()
	} else {
		p.idle <- peer
	}
	<-p.seats
}

// close ends all speakers. None may be lent.
func (p *pool) close() {
	close(p.idle)
	for peer := range p.idle {
		peer.Close()
	}
}
