package verify

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

// Engine asks a server which SHA1 it gives to the bytes of each Lua file.
type Engine struct{ *engine.Engine }

// Name is how the user called the engine, without user and password.
func (e Engine) Name() string { return e.Engine.Name }

// Ask sends SCRIPT LOAD for every script.
func (e Engine) Ask(ctx context.Context, p *protocol.Protocol) (map[string]Held, error) {
	held := map[string]Held{}
	for _, s := range p.Scripts() {
		sha1, err := engine.Load(ctx, e.Client(2), string(s.Source))
		var refused redis.Error
		if errors.As(err, &refused) {
			return nil, &Broken{fmt.Sprintf("it refuses %s: %v", name(s), refused)}
		}
		if err != nil {
			return nil, err
		}
		held[name(s)] = Held{len(s.Source), sha1, sha1}
	}
	return held, nil
}
