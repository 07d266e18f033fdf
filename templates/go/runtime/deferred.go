package runtime

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// errNotRun is the answer of a pipeline that nobody has executed.
var errNotRun = errors.New("no reply: the pipeline was not executed, was discarded, or its transaction failed")

// Deferred is the answer of a call that waits in a pipeline.
type Deferred[T any] struct {
	call *call[T]
	cmd  *command
}

// Result gives the answer once the pipeline's Exec has returned. A call that was
// refused before it was queued answers with its *InputError, and the others of
// the pipeline do not suffer from it.
func (d *Deferred[T]) Result() (T, error) {
	if d.call.err != nil {
		var none T
		return none, d.call.err
	}
	if d.cmd.Val() == nil && d.cmd.Err() == nil {
		var none T
		return none, errNotRun
	}
	reply, err := d.cmd.reply()
	return d.call.answer(reply, refusal(d.call.script, err))
}

// batch queues calls on a pipeline. A pipeline cannot react to NOSCRIPT, so the
// first call of a script carries the source (EVAL) and the ones behind it, which
// find it loaded, the SHA1. In a cluster that holds for each slot of its own.
type batch struct {
	pipe redis.Pipeliner
	sent map[sentTo]bool
}

type sentTo struct {
	sha1 string
	slot int
}

func newBatch(pipe redis.Pipeliner) *batch {
	return &batch{pipe: pipe, sent: map[sentTo]bool{}}
}

func (b *batch) command(ctx context.Context, s Script, keys []string, args []any) *command {
	if b.pipe.Len() == 0 {
		clear(b.sent)
	}
	if len(keys) == 0 {
		// Any node of a cluster may serve it.
		return newCommand(ctx, "eval", s.Source, keys, args)
	}
	to := sentTo{s.SHA1, Slot(keys[0])}
	if b.sent[to] {
		return newCommand(ctx, "evalsha", s.SHA1, keys, args)
	}
	b.sent[to] = true
	return newCommand(ctx, "eval", s.Source, keys, args)
}

// enqueue puts a call into the pipeline, unless a value of it was refused.
func enqueue[T any](ctx context.Context, b *batch, c *call[T]) *Deferred[T] {
	d := &Deferred[T]{call: c}
	if c.err == nil {
		d.send(ctx, b)
	}
	return d
}

func (d *Deferred[T]) send(ctx context.Context, b *batch) {
	d.cmd = b.command(ctx, d.call.script, d.call.keys, d.call.args)
	d.call.err = b.pipe.Process(ctx, d.cmd)
}
