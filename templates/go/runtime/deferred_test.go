package runtime

import (
	"errors"
	"slices"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

// add counts up, and refuses at 3.
var add = Script{Module: "test", Name: "add", SHA1: "e4e10a40b5e4e6ae6adc5e0cae1c3a07ff0b7d5c", Source: "" +
	"if redis.call('GET', KEYS[1]) == '2' then\n" +
	"  redis.call('SET', KEYS[1], 3)\n" +
	"  return redis.error_reply('EMQKIND three')\n" +
	"end\n" +
	"return redis.call('INCR', KEYS[1])\n"}

func addCall(key string, err error) *call[int64] {
	c := newCall(add, wireCount[int64]{}.Decode)
	c.Key(key, err)
	return c
}

func newEngine(t *testing.T) *redis.Client {
	t.Helper()
	client := redis.NewClient(&redis.Options{Addr: miniredis.RunT(t).Addr()})
	t.Cleanup(func() { _ = client.Close() })
	add.SHA1 = client.ScriptLoad(t.Context(), add.Source).Val()
	client.ScriptFlush(t.Context())
	return client
}

func TestDeferredOnAColdCache(t *testing.T) {
	client := newEngine(t)
	for name, pipe := range map[string]redis.Pipeliner{"pipeline": client.Pipeline(), "transaction": client.TxPipeline()} {
		client.ScriptFlush(t.Context())
		client.Del(t.Context(), "{n}")
		b := newBatch(pipe)
		refused := refuse("key", "x", "is refused")
		calls := []*Deferred[int64]{
			enqueue(t.Context(), b, addCall("{n}", nil)),
			enqueue(t.Context(), b, addCall("", refused)),
			enqueue(t.Context(), b, addCall("{n}", nil)),
			enqueue(t.Context(), b, addCall("{n}", nil)),
			enqueue(t.Context(), b, addCall("{n}", nil)),
		}
		if _, err := calls[0].Result(); !errors.Is(err, errNotRun) {
			t.Errorf("%s: before Exec: %v", name, err)
		}
		if pipe.Len() != 4 {
			t.Errorf("%s: %d calls are queued", name, pipe.Len())
		}
		_, _ = pipe.Exec(t.Context())
		for i, want := range []struct {
			count int64
			err   error
		}{{1, nil}, {0, refused}, {2, nil}, {0, ErrKind}, {4, nil}} {
			got, err := calls[i].Result()
			if got != want.count || !errors.Is(err, want.err) {
				t.Errorf("%s: call %d answers %d, %v; want %d, %v", name, i+1, got, err, want.count, want.err)
			}
		}
	}
}

// Each slot gets the source once in a batch, and again in the next one.
func TestBatchSendsTheSourceOnce(t *testing.T) {
	client := newEngine(t)
	pipe := client.Pipeline()
	b := newBatch(pipe)
	verbs := func(keys ...string) []string {
		for _, key := range keys {
			enqueue(t.Context(), b, addCall(key, nil))
		}
		cmds, _ := pipe.Exec(t.Context())
		var verbs []string
		for _, cmd := range cmds {
			verbs = append(verbs, cmd.Name())
		}
		return verbs
	}
	for range 2 {
		if got, want := verbs("{a}1", "{a}2", "{b}1", "{a}3", "{b}2"), []string{"eval", "evalsha", "eval", "evalsha", "evalsha"}; !slices.Equal(got, want) {
			t.Errorf("a batch sends %q, want %q", got, want)
		}
	}
	free := newCall(answer, asItCame)
	enqueue(t.Context(), b, free)
	enqueue(t.Context(), b, free)
	cmds, _ := pipe.Exec(t.Context())
	if len(cmds) != 2 || cmds[1].Name() != "eval" {
		t.Errorf("calls without a key are sent as %v", cmds)
	}
}

func TestDeferredKeepsTheTransportError(t *testing.T) {
	server, client := serve(t, func([]string) string { return hangUp })
	pipe := client.Pipeline()
	b := newBatch(pipe)
	calls := []*Deferred[int64]{enqueue(t.Context(), b, addCall("{n}", nil)), enqueue(t.Context(), b, addCall("{n}", nil))}
	_, _ = pipe.Exec(t.Context())
	for _, c := range calls {
		var reply redis.Error
		if n, err := c.Result(); err == nil || errors.As(err, &reply) {
			t.Errorf("Result = %d, %v", n, err)
		}
	}
	server.expect(t, "EVAL")
}

func TestDeferredOfADiscardedPipeline(t *testing.T) {
	client := newEngine(t)
	pipe := client.Pipeline()
	d := enqueue(t.Context(), newBatch(pipe), addCall("{n}", nil))
	pipe.Discard()
	if n, err := d.Result(); !errors.Is(err, errNotRun) {
		t.Errorf("Result = %d, %v", n, err)
	}
}

// A copy of a command, which go-redis makes for clusters, is not sent twice
// either.
func TestCommandCloneKeepsItsPromise(t *testing.T) {
	c := newCommand(t.Context(), "evalsha", answer.SHA1, []string{"k"}, nil)
	if !c.NoRetry() || !c.Clone().NoRetry() {
		t.Error("a command may be retried")
	}
}

func TestCommandKeepsItsAnswer(t *testing.T) {
	c := newCommand(t.Context(), "evalsha", answer.SHA1, nil, nil)
	moved, lost := errors.New("MOVED"), errors.New("lost")
	for _, step := range []struct{ set, want error }{{moved, moved}, {nil, nil}, {lost, nil}} {
		if c.SetErr(step.set); !errors.Is(c.Err(), step.want) {
			t.Errorf("after %v the error is %v", step.set, c.Err())
		}
	}
}
