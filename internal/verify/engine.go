package verify

import (
	"context"

	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

// Engine asks a server which SHA1 it gives to the bytes of each Lua file.
type Engine struct{ *engine.Engine }

// Name is how the user called the engine, without user and password.
func (e Engine) Name() string { return e.Engine.Name }

// Ask sends SCRIPT LOAD for every script. That the engine refuses one, which it
// cannot compile, says nothing of the others.
func (e Engine) Ask(ctx context.Context, p *protocol.Protocol) (map[string]Held, error) {
	held := map[string]Held{}
	for _, s := range p.Scripts() {
		sha1, err := engine.Load(ctx, e.Client(2), string(s.Source))
		if engine.Unavailable(err) {
			return nil, engine.Explained(err)
		}
		if err != nil {
			held[name(s)] = Held{Refused: err.Error()}
			continue
		}
		held[name(s)] = Held{Bytes: len(s.Source), SHA1: sha1, RunBy: sha1}
	}
	return held, nil
}
