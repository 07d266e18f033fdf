package conform

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

// run is one gate on its way, with the names of one alias and the speakers of
// one cast.
type run struct {
	*runner
	gate  *protocol.Gate
	cast  cast
	alias *alias
	bound map[string]any
	acts  int // how many acts of speakers there were so far
	lent  map[Runtime][]Peer
	times bool // whether some step looks at the server's clock

	before, after time.Time // the server's clock around the latest call
	failure       *Failure
	unsupported   string // why the latest act was not taken
	broken        bool   // some speaker cannot be asked again
}

// gate runs all steps, up to the first that does not end as it must.
func (r *runner) gate(ctx context.Context, g *protocol.Gate, c cast) Cell {
	run := &run{
		runner: r, gate: g, cast: c, alias: r.newAlias(),
		bound: map[string]any{}, lent: map[Runtime][]Peer{},
	}
	defer run.giveBack()
	if err := run.lend(ctx); err != nil {
		return unable(g, err)
	}
	for s := range acts(g) {
		run.times = run.times || slices.ContainsFunc(s.Want.Scores, func(s protocol.Score) bool { return s.FromNow })
	}
	restore, err := run.save(ctx)
	if err != nil {
		return unable(g, err)
	}
	for i, s := range g.Steps {
		run.step(ctx, i+1, s)
		if run.failure != nil || run.unsupported != "" {
			break
		}
	}
	if run.failure != nil {
		run.explain(ctx)
	}
	if err := restore(); err != nil && run.failure == nil {
		run.failure = &Failure{At: g.Pos, Act: "after the last step", Got: err.Error(), Want: "what was there before, put back", Help: remedy(err)}
	}
	switch {
	case run.failure != nil:
		return Cell{Result: Failed, Failure: run.failure}
	case run.unsupported != "":
		return Cell{Result: Skipped, Reason: run.unsupported}
	}
	return Cell{Result: Passed}
}

func unable(g *protocol.Gate, err error) Cell {
	return Cell{Result: Failed, Failure: &Failure{At: g.Pos, Act: "before the first step", Got: err.Error(), Want: "an engine and speakers", Help: remedy(err)}}
}

// remedy is the way out of an error that is a reply about the server's state.
func remedy(err error) string {
	var reply redis.Error
	if !errors.As(err, &reply) {
		return ""
	}
	return engine.Remedy(reply.Error())
}

// lend takes all speakers of the gate before its first step, since starting one
// passes the fence, which the gate may be about.
func (r *run) lend(ctx context.Context) error {
	need := 1
	for _, s := range r.gate.Steps {
		calls := 0
		for _, inner := range s.Together {
			calls += inner.Times
		}
		need = max(need, (calls+len(r.cast)-1)/len(r.cast))
	}
	for _, rt := range r.cast {
		for range min(need, rt.Most()) {
			peer, err := r.pools[rt].lend(ctx)
			if err != nil {
				return err
			}
			r.lent[rt] = append(r.lent[rt], peer)
		}
	}
	return nil
}

func (r *run) giveBack() {
	for rt, peers := range r.lent {
		for _, peer := range peers {
			r.pools[rt].giveBack(peer, r.broken)
		}
	}
}

// peer gives the speaker of the next act.
func (r *run) peer() (Runtime, Peer) {
	rt := r.cast.of(r.acts)
	r.acts++
	return rt, r.lent[rt][0]
}

func (r *run) step(ctx context.Context, number int, s *protocol.Step) {
	ctx, cancel := context.WithTimeout(ctx, r.Patience+time.Duration(s.Wait)*time.Millisecond)
	defer cancel()
	f := &Failure{At: s.Pos, Step: number, Act: r.describe(s)}
	var err error
	switch {
	case s.Call != nil, s.Connect:
		err = r.act(ctx, s, f)
	case s.Many != nil:
		r.many(ctx, s, f)
	case s.Together != nil:
		err = r.together(ctx, s, f)
	case s.Read != nil:
		err = r.read(ctx, s, f)
	case s.Write != nil:
		err = r.write(ctx, s)
	case s.Wait > 0:
		err = r.Engine.Pass(ctx, r.clockKey(), time.Duration(s.Wait)*time.Millisecond)
	case s.Forget:
		err = r.forget(ctx)
	}
	switch {
	case errors.Is(err, engine.ErrNoPause):
		r.unsupported = err.Error()
	case err != nil:
		f.Want, f.Got, f.Help = "a step that can be taken", err.Error(), remedy(err)
		r.failure = f
	}
}

// act lets one speaker take a call or a connection: the next one that has a way
// to do it.
func (r *run) act(ctx context.Context, s *protocol.Step, f *Failure) error {
	for range r.cast {
		rt, peer := r.peer()
		if err := r.tick(ctx, &r.before); err != nil {
			return err
		}
		saw := func(Ending) error { return nil }
		if r.watch != nil && s.Call != nil {
			saw = r.watch(ctx, r, s)
		}
		end, err := r.take(ctx, peer, s)
		after := r.tick(ctx, &r.after)
		if end.Kind == EndedCrash {
			after = nil // a speaker that did not answer took all the time there was
		}
		if err := errors.Join(err, saw(end), after); err != nil {
			return err
		}
		if r.judge(s, rt, end, f); r.unsupported == "" {
			break
		}
	}
	return nil
}

// take carries out a call or a connection.
func (r *run) take(ctx context.Context, peer Peer, s *protocol.Step) (end Ending, err error) {
	switch {
	case s.Overtake != nil:
		err = r.Engine.Overtake(ctx, address(r.Protocol.Fence, nil), r.text(*s.Overtake), func() { end = peer.Connect(ctx) })
	case s.Connect:
		end = peer.Connect(ctx)
	default:
		end = peer.Call(ctx, s.Call, r.args(s))
	}
	return end, err
}

// judge holds an ending against what the step expects, and binds what it names.
func (r *run) judge(s *protocol.Step, rt Runtime, end Ending, f *Failure) {
	r.unsupported = ""
	r.broken = r.broken || end.breaks()
	if end.Kind == EndedUnsupported {
		// What cannot even be said is as good as refused.
		if s.Want.Refusal == nil && s.Want.Error == "" {
			r.unsupported = fmt.Sprintf("%s has no way to %s: %s", rt.Name(), f.Act, end.Text)
		}
		return
	}
	end.Value, end.Text = r.alias.value(end.Value), r.alias.text(end.Text)
	want := s.Want
	if s.Connect {
		want = connected(want.Refused)
	}
	if !r.meets(s.Call, want, end) {
		f.fill(rt, end, r.expected(want))
		r.failure = f
		return
	}
	r.bind(s, end)
}

// bind keeps the parts of an answer that the step names.
func (r *run) bind(s *protocol.Step, end Ending) {
	for _, b := range s.Bind {
		value := end.Value
		if end.Kind == EndedVerdict {
			value = end.Name
		}
		if tuple, ok := value.(Tuple); ok && b.Member != "" {
			value, _ = tuple.get(b.Member)
		}
		r.bound[b.Name] = value
	}
}

// many lets one speaker send several calls at once: the next one that has a way
// to do it.
func (r *run) many(ctx context.Context, s *protocol.Step, f *Failure) {
	var calls []Args
	for _, call := range s.Many {
		calls = append(calls, r.args(call))
	}
	for range r.cast {
		rt, peer := r.peer()
		ends := peer.Many(ctx, s.Many[0].Call, calls)
		if len(ends) == 1 && ends[0].Kind == EndedUnsupported {
			r.judge(s, rt, ends[0], f)
			continue
		}
		r.unsupported = ""
		if len(ends) != len(calls) {
			f.fill(rt, Ending{Text: fmt.Sprintf("%d answers: %s", len(ends), list(ends)), Kind: EndedCrash}, fmt.Sprintf("%d answers, one a call", len(calls)))
			r.failure, r.broken = f, true
			return
		}
		for i, end := range ends {
			inner := *f
			inner.Act = r.describe(s.Many[i])
			if r.judge(s.Many[i], rt, end, &inner); r.failure != nil {
				return
			}
		}
		return
	}
}

// together lets all calls begin at the same time, each by a speaker of its own as
// far as there are enough of them.
func (r *run) together(ctx context.Context, s *protocol.Step, f *Failure) error {
	var calls []*protocol.Step
	for _, inner := range s.Together {
		for range inner.Times {
			calls = append(calls, inner)
		}
	}
	runtimes := make([]Runtime, len(calls))
	hands := map[Runtime]chan Peer{}
	for rt, peers := range r.lent {
		hands[rt] = make(chan Peer, len(peers))
		for _, peer := range peers {
			hands[rt] <- peer
		}
	}
	for i := range calls {
		runtimes[i] = r.cast.of(r.acts)
		r.acts++
	}
	args := make([]Args, len(calls))
	for i, call := range calls {
		if call.Call != nil {
			args[i] = r.args(call)
		}
	}
	if err := r.tick(ctx, &r.before); err != nil {
		return err
	}
	ends := make([]Ending, len(calls))
	var all sync.WaitGroup
	ready := make(chan struct{})
	for i, call := range calls {
		act := func() {
			peer := <-hands[runtimes[i]]
			if call.Connect {
				ends[i] = peer.Connect(ctx)
			} else {
				ends[i] = peer.Call(ctx, call.Call, args[i])
			}
			hands[runtimes[i]] <- peer
		}
		if r.InTurn {
			act()
			continue
		}
		all.Go(func() {
			<-ready
			act()
		})
	}
	close(ready)
	all.Wait()
	crashed := slices.ContainsFunc(ends, func(end Ending) bool { return end.Kind == EndedCrash })
	if err := r.tick(ctx, &r.after); err != nil && !crashed {
		return err
	}
	for i, call := range calls {
		inner := *f
		inner.Act = r.describe(call)
		if call.Call != nil && s.Want.Outcomes != nil && ends[i].Kind != EndedUnsupported {
			// It is judged with the others.
			r.broken = r.broken || ends[i].breaks()
			ends[i].Value, ends[i].Text = r.alias.value(ends[i].Value), r.alias.text(ends[i].Text)
			r.bind(call, ends[i])
			continue
		}
		if r.judge(call, runtimes[i], ends[i], &inner); r.failure != nil || r.unsupported != "" {
			return nil
		}
	}
	r.outcomes(calls, s.Want.Outcomes, runtimes, ends, f)
	return nil
}

// outcomes matches endings with expected outcomes, in any order: each ending
// takes the first outcome it meets. Outcomes that say more stand first.
func (r *run) outcomes(calls []*protocol.Step, outcomes []protocol.Outcome, runtimes []Runtime, ends []Ending, f *Failure) {
	if outcomes == nil {
		return
	}
	left := make([]int, len(outcomes))
	for i, o := range outcomes {
		left[i] = o.Times
	}
	for i, end := range ends {
		met := slices.IndexFunc(outcomes, func(o protocol.Outcome) bool { return r.meets(calls[i].Call, o.Want, end) })
		for met >= 0 && left[met] == 0 {
			next := slices.IndexFunc(outcomes[met+1:], func(o protocol.Outcome) bool { return r.meets(calls[i].Call, o.Want, end) })
			if next < 0 {
				met = -1
				break
			}
			met += 1 + next
		}
		if met < 0 {
			var wants []string
			for _, o := range outcomes {
				wants = append(wants, fmt.Sprintf("%d × %s", o.Times, r.expected(o.Want)))
			}
			f.fill(runtimes[i], end, "in any order: "+strings.Join(wants, ", "))
			f.Got = list(ends)
			r.failure = f
			return
		}
		left[met]--
	}
}

func list(ends []Ending) string {
	var all []string
	for _, end := range ends {
		all = append(all, end.String())
	}
	return strings.Join(all, ", ")
}

// fill says what came of a step.
func (f *Failure) fill(rt Runtime, end Ending, want string) {
	f.Runtime, f.Sent, f.Raw = rt.Name(), end.Sent, end.Raw
	f.Ended, f.Got, f.Want, f.Help = end.Kind, end.String(), want, end.help()
	if f.Raw == nil && end.wire != nil {
		f.Raw = end.wire()
	}
}

// tick reads the server's clock, for gates that look at it.
func (r *run) tick(ctx context.Context, into *time.Time) error {
	if !r.times {
		return nil
	}
	now, err := r.Engine.Now(ctx, r.clockKey())
	*into = now
	return err
}
