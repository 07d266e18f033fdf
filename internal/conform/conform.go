// Package conform runs the gates of a protocol through its speakers: the tool
// itself, emitted SDKs, and peers written by hand. A speaker conforms when it
// drives the same server to the same verdicts and the same state.
package conform

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

// Options says what is run, where and by whom.
type Options struct {
	Protocol *protocol.Protocol
	Gates    []*protocol.Gate // those to run, in order
	Engine   *engine.Engine
	RESP     int // 2 or 3

	Runtimes []Runtime // each takes all steps of a gate
	Mixed    bool      // and all of them take turns, in every rotation

	// Exclusive allows gates that touch what all users of a server share: keys
	// without a name of their own, the version fence, the script cache.
	Exclusive bool
	// Token makes the names of this run unlike all others: lower-case letters
	// and digits.
	Token string
	// Twins pairs holes of two versions of a protocol, each with the other, for
	// gates in which both versions speak: a value of the gate has one name in both.
	Twins map[*protocol.Param]*protocol.Param
	// Ignores, if set, tells fields of a record that a read does not count. A field
	// is met when the row holds it and the gate names it.
	Ignores func(k *protocol.Key, field string, met bool) bool
	// InTurn makes calls one after the other that a gate makes at the same time, so
	// that the same gates always see the same.
	InTurn bool
	// Jobs is how many gates run at a time.
	Jobs int
	// Patience is how long one act of a speaker may take; zero is 20 seconds.
	Patience time.Duration
	// Now is the clock that durations are taken with.
	Now func() time.Time
	// Progress, if set, is told of every gate that has ended.
	Progress func(done, total int)

	// watch, if set, is told of every call before it is made, and of its ending.
	watch func(context.Context, *run, *protocol.Step) func(Ending) error
}

// Runtime is something that speaks the protocol.
type Runtime interface {
	// Name is the column of the report, such as go.
	Name() string
	// Start begins one speaker that is connected through the fence.
	Start(ctx context.Context, e *engine.Engine, resp int) (Peer, error)
	// Most is how many speakers can sensibly be started at a time.
	Most() int
}

// Peer is one speaker. It does one thing at a time.
type Peer interface {
	Call(ctx context.Context, s *protocol.Script, args Args) Ending
	Many(ctx context.Context, s *protocol.Script, calls []Args) []Ending
	Read(ctx context.Context, k *protocol.Key, holes Args) Ending
	Connect(ctx context.Context) Ending
	Close()
}

// Args holds the parameters of a call by name: a string as the wire would carry
// it, true or false for a flag, or a list of strings. Absent ones are left out.
type Args map[string]any

// Run runs the gates and removes what they made. An error without a report means
// that nothing can be said: a speaker does not start, or the engine does not
// answer. An error beside a report says what could not be removed.
func Run(ctx context.Context, o Options) (*Report, error) {
	o.Patience = cmp.Or(o.Patience, patience)
	r := &runner{Options: o, plan: newPlan(o.Protocol, o.Twins), pools: map[Runtime]*pool{}}
	var report *Report
	err := r.open(ctx)
	if err == nil {
		report = r.run(ctx)
		err = ctx.Err()
	}
	r.close()
	// What was made is removed even when the run was stopped, or never began.
	sweeping, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	left := r.sweep(sweeping)
	if err != nil {
		report = nil
	}
	return report, errors.Join(err, left)
}
