package runtime

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// settable is a clock that stands where it was set.
type settable struct{ now time.Time }

func (c *settable) read() time.Time { return c.now }

func newTestMint(t *testing.T, node int, at string) (*Mint, *settable) {
	t.Helper()
	clock := &settable{instant(at)}
	mint, err := NewMint(node, clock.read)
	if err != nil {
		t.Fatal(err)
	}
	return mint, clock
}

func next(t *testing.T, m *Mint) IDParts {
	t.Helper()
	id, err := m.Next("JOB")
	if err != nil {
		t.Fatal(err)
	}
	parts, err := DecodeID(id)
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

func TestMintCountsWithinAMillisecond(t *testing.T) {
	mint, clock := newTestMint(t, 7, "2025-11-30T10:53:20.123Z")
	for want := range 3 {
		if got := next(t, mint); got.Sequence != want || got.Node != 7 || !got.Time.Equal(clock.now) {
			t.Errorf("id %d is %+v", want, got)
		}
	}
	clock.now = clock.now.Add(time.Millisecond)
	if got := next(t, mint); got.Sequence != 0 || !got.Time.Equal(clock.now) {
		t.Errorf("a new millisecond begins with %+v", got)
	}
}

func TestMintCarriesWhenTheSequenceIsUsedUp(t *testing.T) {
	mint, clock := newTestMint(t, 1, "2025-11-30T10:53:20.123Z")
	for range 1 << seqBits {
		next(t, mint)
	}
	if got := next(t, mint); got.Sequence != 0 || !got.Time.Equal(clock.now.Add(time.Millisecond)) {
		t.Errorf("after a full millisecond comes %+v", got)
	}
}

func TestMintNeverRunsBackwards(t *testing.T) {
	mint, clock := newTestMint(t, 0, "2025-11-30T10:53:20.123Z")
	first := next(t, mint)
	for _, back := range []time.Duration{time.Millisecond, time.Hour, 50 * 365 * 24 * time.Hour} {
		clock.now = clock.now.Add(-back)
		got := next(t, mint)
		if got.Snowflake <= first.Snowflake || !got.Time.Equal(first.Time) {
			t.Errorf("with the clock at %v, %+v follows %+v", clock.now, got, first)
		}
		first = got
	}
}

func TestMintRefuses(t *testing.T) {
	for _, node := range []int{-1, 1 << nodeBits} {
		if _, err := NewMint(node, nil); err == nil || !strings.Contains(err.Error(), "between 0 and 1023") {
			t.Errorf("NewMint(%d) = %v", node, err)
		}
	}
	mint, clock := newTestMint(t, 1<<nodeBits-1, "2023-12-31T23:59:59.999Z")
	if id, err := mint.Next("JOB"); err == nil {
		t.Errorf("before the epoch: %q", id)
	}
	for _, late := range []time.Time{instant("2093-09-06T15:47:35.552Z"), time.Unix(1<<40, 0)} {
		clock.now = late
		if id, err := mint.Next("JOB"); err == nil {
			t.Errorf("at %v: %q", late, id)
		}
	}
	clock.now = instant("2093-09-06T15:47:35.551Z")
	for range 1 << seqBits {
		next(t, mint)
	}
	if id, err := mint.Next("JOB"); err == nil {
		t.Errorf("after the last id: %q", id)
	}
	if id, err := mint.Next("job"); err == nil {
		t.Errorf("a brand in small letters: %q", id)
	}
}

func TestMintServesManyGoroutines(t *testing.T) {
	mint, err := NewMint(3, nil)
	if err != nil {
		t.Fatal(err)
	}
	const goroutines, each = 8, 5000
	ids := make([][]ID, goroutines)
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for range each {
				id, err := mint.Next("JOB")
				if err != nil {
					t.Error(err)
					return
				}
				ids[g] = append(ids[g], id)
			}
		})
	}
	wg.Wait()
	for _, mine := range ids {
		if !slices.IsSorted(mine) {
			t.Error("the ids of one goroutine run backwards")
		}
	}
	all := slices.Concat(ids...)
	slices.Sort(all)
	if got := len(slices.Compact(all)); got != goroutines*each {
		t.Errorf("%d ids, %d of them distinct", goroutines*each, got)
	}
}
