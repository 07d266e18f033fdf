package runtime

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// command is an EVAL or EVALSHA that go-redis sends once. By default go-redis
// sends a command again after a lost connection, when nobody knows whether the
// script has run; a call that is not idempotent would then run twice.
type command struct {
	*redis.Cmd
	answered bool
}

var _ redis.Cmder = (*command)(nil)

// Versions of go-redis that do not ask for NoRetry, and so would send twice, do not
// compile.
var _ interface{ NoRetry() bool } = redis.Cmder(nil)

// NoRetry tells go-redis not to send the command again. A cluster client still
// goes where it is pointed to: what was redirected, or refused by a replica, has
// written nothing.
func (c *command) NoRetry() bool { return true }

// SetErr keeps the first answer. When a connection breaks amid a pipeline,
// go-redis gives the error to all of its commands, also to those that have their
// reply already.
func (c *command) SetErr(err error) {
	if err == nil || !c.answered {
		c.Cmd.SetErr(err)
	}
	c.answered = c.answered || err == nil
}

// Clone keeps the promise of NoRetry for copies.
func (c *command) Clone() redis.Cmder {
	if clone, ok := c.Cmd.Clone().(*redis.Cmd); ok {
		return &command{Cmd: clone}
	}
	return c
}

func newCommand(ctx context.Context, verb, script string, keys []string, args []any) *command {
	words := make([]any, 0, 3+len(keys)+len(args))
	words = append(words, verb, script, len(keys))
	for _, key := range keys {
		words = append(words, key)
	}
	c := &command{Cmd: redis.NewCmd(ctx, append(words, args...)...)}
	if len(keys) > 0 {
		c.SetFirstKeyPos(3)
	}
	return c
}

// reply gives what the server answered; a null reply is nil and no error.
func (c *command) reply() (any, error) {
	reply, err := c.Result()
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	return reply, err
}
