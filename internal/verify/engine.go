package verify

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"

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
		var refused redis.Error
		if errors.As(err, &refused) {
			held[name(s)] = Held{Refused: refused.Error()}
			continue
		}
		if err != nil {
			return nil, err
		}
		held[name(s)] = Held{Bytes: len(s.Source), SHA1: sha1, RunBy: sha1}
	}
	return held, nil
}
