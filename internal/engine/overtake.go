package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/alicebob/miniredis/v2/server"
	"github.com/redis/go-redis/v9"
)

// ErrNoPause says that an engine does not let its writers be held up, which
// Overtake needs.
var ErrNoPause = errors.New("the engine does not allow CLIENT LIST and CLIENT PAUSE, without which nobody is overtaken for certain")

// Overtake runs act and, once something that act does is about to write key but
// has not yet, sets key to value: so whoever looked at the key before finds that
// another was faster. If nothing is written, or the key already stands there when
// it is, nothing is set. On any engine but the embedded one all writers of the
// node that holds key are held up meanwhile, for a few milliseconds as a rule.
func (e *Engine) Overtake(ctx context.Context, key, value string, act func()) error {
	if e.mini != nil {
		e.overtakeEmbedded(key, value, act)
		return nil
	}
	var node redis.UniversalClient = e.Client(2)
	if cluster, ok := node.(*redis.ClusterClient); ok {
		master, err := cluster.MasterForKey(ctx, key)
		if err != nil {
			return err
		}
		node = master
	}
	return overtake(ctx, node, key, value, act)
}

// overtakeEmbedded is told of every command before it is carried out.
func (e *Engine) overtakeEmbedded(key, value string, act func()) {
	e.mini.Server().SetPreHook(func(_ *server.Peer, command string, args ...string) bool {
		if !slices.Contains(readers, command) && slices.Contains(args, key) && !e.mini.Exists(key) {
			_ = e.mini.Set(key, value) // it fails on keys of another type only
		}
		return false
	})
	defer e.mini.Server().SetPreHook(nil)
	act()
}

// readers are the commands by which a key is looked at.
var readers = []string{"GET", "MGET", "EXISTS", "TYPE", "STRLEN", "WATCH"}

// longestPause ends what a killed run would leave behind.
const longestPause = 10 * time.Second

// overtake has the server hold up everybody who writes, waits until somebody is
// held up, and then lets them go together with a write of its own. The server
// reads both as one, so the write comes first.
func overtake(ctx context.Context, node redis.UniversalClient, key, value string, act func()) error {
	before, err := heldUp(ctx, node)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoPause, err)
	}
	if err := node.Do(ctx, "CLIENT", "PAUSE", longestPause.Milliseconds(), "WRITE").Err(); err != nil {
		return fmt.Errorf("%w: %w", ErrNoPause, err)
	}
	acted := make(chan struct{})
	go func() {
		defer close(acted)
		act()
	}()
	waiting := await(ctx, node, before, acted)
	_, err = node.Pipelined(context.WithoutCancel(ctx), func(pipe redis.Pipeliner) error {
		pipe.Do(ctx, "CLIENT", "UNPAUSE")
		if waiting {
			pipe.SetArgs(ctx, key, value, redis.SetArgs{Mode: "NX"})
		}
		return nil
	})
	<-acted
	if errors.Is(err, redis.Nil) { // it stands there already
		err = nil
	}
	return err
}

// await returns true when a client is held up that was not before, and false when
// act has ended, or the context.
func await(ctx context.Context, node redis.UniversalClient, before []string, acted <-chan struct{}) bool {
	for {
		now, err := heldUp(ctx, node)
		if err != nil {
			return false
		}
		if slices.ContainsFunc(now, func(id string) bool { return !slices.Contains(before, id) }) {
			return true
		}
		select {
		case <-acted:
			return false
		case <-time.After(time.Millisecond):
		}
	}
}

// heldUp lists the clients that wait for the server to take their command.
func heldUp(ctx context.Context, node redis.UniversalClient) ([]string, error) {
	all, err := node.ClientList(ctx).Result()
	var ids []string
	for line := range strings.Lines(all) {
		words := strings.Fields(line)
		if slices.ContainsFunc(words, func(w string) bool {
			flags, ok := strings.CutPrefix(w, "flags=")
			return ok && strings.Contains(flags, "b")
		}) {
			ids = append(ids, words[0])
		}
	}
	return ids, err
}
