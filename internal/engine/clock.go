package engine

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// OwnClock reports whether time passes on this engine only when Pass is called.
func (e *Engine) OwnClock() bool { return e.mini != nil }

// Now reads the server's clock: in a cluster, that of the node which holds key.
func (e *Engine) Now(ctx context.Context, key string) (time.Time, error) {
	client := e.Client(2)
	if cluster, ok := client.(*redis.ClusterClient); ok {
		node, err := cluster.MasterForKey(ctx, key)
		if err != nil {
			return time.Time{}, err
		}
		return node.Time(ctx).Result()
	}
	return client.Time(ctx).Result()
}

// Pass returns when d has passed on the server's clock. The embedded engine's
// clock is moved; with any other, the clock is asked until it says so.
func (e *Engine) Pass(ctx context.Context, key string, d time.Duration) error {
	if e.mini != nil {
		e.clock.Lock()
		defer e.clock.Unlock()
		e.now = e.now.Add(d)
		e.mini.SetTime(e.now)
		e.mini.FastForward(d)
		return nil
	}
	now, err := e.Now(ctx, key)
	if err != nil {
		return err
	}
	for due := now.Add(d); now.Before(due); {
		// The two clocks may run apart, so the server is asked again afterwards.
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(due.Sub(now)):
		}
		if now, err = e.Now(ctx, key); err != nil {
			return err
		}
	}
	return nil
}
