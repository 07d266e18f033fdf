package conform

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

// runner carries out one Run.
type runner struct {
	Options
	plan    *plan
	pools   map[Runtime]*pool
	fence   bool // this run made the fence
	count   atomic.Int64
	mu      sync.Mutex
	aliases []*alias
	made    []string // addresses of this run, as far as the gates say them
}

// Mixed is the column in which all runtimes take turns.
const Mixed = "mixed"

// column is a way to cast the speakers of a gate.
type column struct {
	name  string
	casts []cast
}

// cast says which runtime takes the n-th act of a gate.
type cast []Runtime

func (c cast) of(n int) Runtime { return c[n%len(c)] }

func (r *runner) columns() []column {
	var all []column
	for _, rt := range r.Runtimes {
		all = append(all, column{rt.Name(), []cast{{rt}}})
	}
	if r.Mixed {
		mixed := column{name: Mixed}
		for i := range r.Runtimes {
			mixed.casts = append(mixed.casts, slices.Concat(r.Runtimes[i:], r.Runtimes[:i]))
		}
		all = append(all, mixed)
	}
	return all
}

// open starts one speaker of each runtime, so that what is missing is known
// before anything is run.
func (r *runner) open(ctx context.Context) error {
	if f := r.Protocol.Fence; f != nil {
		found, err := r.Engine.Client(2).Exists(ctx, address(f, nil)).Result()
		if err != nil {
			return fmt.Errorf("the version fence on %s cannot be looked at: %w", r.Engine.Name, engine.Explained(err))
		}
		r.fence = found == 0
	}
	for _, rt := range r.Runtimes {
		p := newPool(rt, r.Engine, r.RESP, r.Jobs)
		r.pools[rt] = p
		peer, err := p.lend(ctx)
		if err != nil {
			return err
		}
		p.giveBack(peer, false)
	}
	return nil
}

func (r *runner) close() {
	for _, p := range r.pools {
		p.close()
	}
}

// run runs the gates of all columns: first those that bear company, then one
// after the other those that do not.
func (r *runner) run(ctx context.Context) *Report {
	columns := r.columns()
	report := newReport(r.Options, columns)
	var company, alone []func()
	var done atomic.Int64
	for row, g := range r.Gates {
		shared := r.plan.shared(g)
		for col, c := range columns {
			task := func() {
				if ctx.Err() == nil {
					report.Rows[row].Cells[col] = r.cell(ctx, g, c, shared)
				}
				if r.Progress != nil {
					r.Progress(int(done.Add(1)), len(r.Gates)*len(columns))
				}
			}
			if shared != "" || waits(g) && r.Engine.OwnClock() {
				alone = append(alone, task)
			} else {
				company = append(company, task)
			}
		}
	}
	var group errgroup.Group
	group.SetLimit(r.Jobs)
	for _, task := range company {
		group.Go(func() error { task(); return nil })
	}
	_ = group.Wait()
	for _, task := range alone {
		task()
	}
	return report
}

// cell runs one gate with each cast of a column, up to the first that fails.
func (r *runner) cell(ctx context.Context, g *protocol.Gate, c column, shared string) Cell {
	start := r.Now()
	cell := Cell{Result: Passed}
	switch {
	case shared != "" && !r.Exclusive && !r.Engine.OwnClock():
		cell = Cell{Result: Skipped, Reason: fmt.Sprintf("touches %s, which is everybody's; --exclusive runs it", shared)}
	default:
		for _, cast := range c.casts {
			end := r.gate(ctx, g, cast)
			if end.Result == Failed || cell.Result == Passed {
				cell = end
			}
			if cell.Result == Failed {
				break
			}
		}
	}
	cell.Duration = r.Now().Sub(start)
	return cell
}

// sweep removes what the run has made, and only that: the addresses its gates
// name, and every key that carries one of its names. What the server keeps does
// not hold up the rest.
func (r *runner) sweep(ctx context.Context) error {
	client := r.Engine.Client(2)
	var kept []error
	remove := func(at string) {
		// A server that is gone need not be asked for each key.
		if len(kept) > 0 && !answered(kept[0]) {
			return
		}
		if err := client.Del(ctx, at).Err(); err != nil {
			kept = append(kept, err)
		}
	}
	for _, at := range r.made {
		remove(at)
	}
	if r.fence {
		remove(address(r.Protocol.Fence, nil))
	}
	var marks []string
	for _, a := range r.aliases {
		marks = append(marks, a.marks()...)
	}
	if len(marks) > 0 {
		found, err := r.scan(ctx, marks)
		if err != nil {
			kept = append(kept, err)
		}
		for _, at := range found {
			remove(at)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return fmt.Errorf("what this run made on %s, keys with %q in their names, is not all removed: %w", r.Engine.Name, r.Token, engine.Explained(kept[0]))
}

// answered reports whether an error is a reply, which says that somebody is there.
func answered(err error) bool {
	var reply redis.Error
	return errors.As(err, &reply)
}

// scan finds the keys that carry one of the marks, without stopping the server.
func (r *runner) scan(ctx context.Context, marks []string) ([]string, error) {
	var found []string
	match := "*"
	if !slices.ContainsFunc(marks, func(m string) bool { return !contains(m, r.Token) }) {
		match = "*" + r.Token + "*"
	}
	err := r.Engine.EachNode(ctx, func(ctx context.Context, node redis.Cmdable) error {
		keys := node.Scan(ctx, 0, match, 1000).Iterator()
		for keys.Next(ctx) {
			if slices.ContainsFunc(marks, func(m string) bool { return contains(keys.Val(), m) }) {
				found = append(found, keys.Val())
			}
		}
		return keys.Err()
	})
	slices.Sort(found)
	return slices.Compact(found), err
}

// newAlias gives a run of a gate its names.
func (r *runner) newAlias() *alias {
	a := newAlias(r.plan, r.Token, int(r.count.Add(1)))
	r.mu.Lock()
	defer r.mu.Unlock()
	r.aliases = append(r.aliases, a)
	return a
}

// remember keeps an address for the sweep.
func (r *runner) remember(at string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.made = append(r.made, at)
}

// patience is for everything that is asked of a server or a speaker.
const patience = 20 * time.Second
