package runtime

import (
	"context"
	"errors"
	"net"
	"slices"

	"github.com/redis/go-redis/v9"
)

// Outcome is what became of one of many calls.
type Outcome[T any] struct {
	Reply T
	// Err is what the call alone would have returned, but for a broken connection,
	// which is an *UnknownError or an *UnsentError.
	Err error
}

// UnknownError says that a call was sent and its answer never came: it may have
// run.
type UnknownError struct{ Err error }

// Error names what broke.
func (e *UnknownError) Error() string { return "sent, but no answer came: " + e.Err.Error() }

// Unwrap gives what broke.
func (e *UnknownError) Unwrap() error { return e.Err }

// UnsentError says that a call was not sent, after the connection had broken, or
// that the server did not know its script and the connection broke then: it has
// not run.
type UnsentError struct{ Err error }

// Error names what broke.
func (e *UnsentError) Error() string { return "not sent: " + e.Err.Error() }

// Unwrap gives what broke.
func (e *UnsentError) Unwrap() error { return e.Err }

// What goes into one round trip, so that neither side has to hold too much.
const (
	tripCalls = 1000
	tripBytes = 1 << 20
)

// many makes calls in as few round trips as it may, and gives each its outcome, in
// order. It stops when a connection breaks.
func many[C, T any](ctx context.Context, client Client, calls []C, prepare func(C) *call[T]) []Outcome[T] {
	outcomes := make([]Outcome[T], len(calls))
	var broken error
	for done := 0; done < len(calls); {
		if broken == nil {
			broken = ctx.Err()
		}
		if broken != nil {
			outcomes[done].Err = &UnsentError{broken}
			done++
			continue
		}
		pipe := client.Pipeline()
		trip := newBatch(pipe)
		var queued []*Deferred[T]
		for size := 0; done+len(queued) < len(calls) && len(queued) < tripCalls && size < tripBytes; {
			c := prepare(calls[done+len(queued)])
			size += c.size()
			queued = append(queued, enqueue(ctx, trip, c))
		}
		if pipe.Len() > 0 {
			_, _ = pipe.Exec(ctx) // each call has its own error
		}
		broken = firstBroken(queued)
		forgotten := forgotten(ctx, client, queued)
		if len(forgotten) > 0 && broken == nil {
			again(ctx, client, forgotten)
			broken = firstBroken(forgotten)
			forgotten = nil
		}
		for _, d := range queued {
			outcome := &outcomes[done]
			outcome.Reply, outcome.Err = d.Result()
			switch {
			case isBroken(outcome.Err):
				outcome.Err = lost(outcome.Err)
			case slices.Contains(forgotten, d):
				outcome.Err = &UnsentError{broken}
			}
			done++
		}
	}
	return outcomes
}

// forgotten are the calls of a trip that did not run because the server lost the
// script on the way: it was started anew, or somebody emptied its cache.
func forgotten[T any](ctx context.Context, client Client, trip []*Deferred[T]) []*Deferred[T] {
	var calls []*Deferred[T]
	for _, d := range trip {
		if d.call.err != nil {
			continue
		}
		if _, err := d.cmd.reply(); firstWord(err) == noScript && !d.call.script.saysSo(ctx, client, err) {
			calls = append(calls, d)
		}
	}
	return calls
}

// again sends calls that did not run once more; the first one of them brings the
// script along.
func again[T any](ctx context.Context, client Client, calls []*Deferred[T]) {
	pipe := client.Pipeline()
	trip := newBatch(pipe)
	for _, d := range calls {
		d.send(ctx, trip)
	}
	_, _ = pipe.Exec(ctx) // each call has its own error
}

func firstBroken[T any](trip []*Deferred[T]) error {
	for _, d := range trip {
		if d.call.err != nil {
			continue
		}
		if _, err := d.cmd.reply(); isBroken(err) {
			return err
		}
	}
	return nil
}

// size is about how many bytes the arguments of a call have.
func (c *call[T]) size() int {
	size := 0
	for _, arg := range c.args {
		switch v := arg.(type) {
		case string:
			size += len(v)
		case []byte:
			size += len(v)
		}
	}
	return size
}

// isBroken tells an error of the connection from all that answers or refuses a
// call.
func isBroken(err error) bool {
	var reply redis.Error
	var declared *Error
	var undeclared *ReplyError
	var refused *InputError
	return err != nil && !errors.As(err, &reply) && !errors.As(err, &declared) && !errors.As(err, &undeclared) && !errors.As(err, &refused)
}

// lost tells whether a call that got no answer may have run: not if there was no
// connection to send it on.
func lost(err error) error {
	var op *net.OpError
	if errors.Is(err, redis.ErrPoolTimeout) || errors.Is(err, redis.ErrClosed) || errors.As(err, &op) && op.Op == "dial" {
		return &UnsentError{err}
	}
	return &UnknownError{err}
}
