package conform

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/protocol"
)

// save takes away what stands at the keys that a gate shares with everybody, so
// that it begins from nothing, and gives back how to restore it.
func (r *run) save(ctx context.Context) (func(), error) {
	client := r.Engine.Client(2)
	type kept struct {
		dump string
		ttl  time.Duration
	}
	saved := map[string]kept{}
	for _, k := range r.sharedKeys() {
		at := address(k, nil)
		dump, err := client.Dump(ctx, at).Result()
		// The embedded engine dumps texts only; there, nobody else has anything.
		if err != nil && err != redis.Nil && !r.Engine.OwnClock() {
			return nil, err
		}
		ttl, err := client.PTTL(ctx, at).Result()
		if err != nil {
			return nil, err
		}
		saved[at] = kept{dump, max(ttl, 0)}
		if err := client.Del(ctx, at).Err(); err != nil {
			return nil, err
		}
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
		defer cancel()
		for at, was := range saved {
			// Nobody is left to tell, and what follows would show it.
			_ = client.Del(ctx, at).Err()
			if was.dump != "" {
				_ = client.RestoreReplace(ctx, at, was.ttl, was.dump).Err()
			}
		}
	}, nil
}

// sharedKeys are the keys of a gate that have no holes at all, if the gate is one
// that touches such keys.
func (r *run) sharedKeys() []*protocol.Key {
	if r.plan.shared(r.gate) == "" {
		return nil
	}
	var keys []*protocol.Key
	add := func(k *protocol.Key) {
		if k != nil && len(k.Holes()) == 0 && k.RootOf == nil {
			keys = append(keys, k)
		}
	}
	for s := range acts(r.gate) {
		add(s.Read)
		add(s.Write)
		if s.Connect {
			add(r.Protocol.Fence)
		}
		if s.Call != nil {
			for _, use := range s.Call.Keys {
				add(use.Key)
			}
		}
	}
	return keys
}
