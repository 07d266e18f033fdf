package runtime

import (
	"sync/atomic"
	"time"
)

// Mint makes IDs for one node. It never repeats itself and never runs backwards,
// whatever its clock does, and serves any number of goroutines.
//
// Two mints that run at the same time need different nodes.
type Mint struct {
	node  int64
	clock func() time.Time
	last  atomic.Int64 // milliseconds << seqBits | sequence of the next ID, at least
}

// NewMint makes the mint of a node, from 0 to the most the node bits hold. A nil
// clock means time.Now.
func NewMint(node int, clock func() time.Time) (*Mint, error) {
	if node < 0 || node >= 1<<nodeBits {
		return nil, refuse("node", node, "is not between 0 and %d", 1<<nodeBits-1)
	}
	if clock == nil {
		clock = time.Now
	}
	return &Mint{node: int64(node), clock: clock}, nil
}

// Next mints an ID. Within one millisecond it counts the sequence up; when the
// sequence is used up it carries into the next millisecond, and when the clock
// was set back it goes on from the last ID.
//
// It returns an *InputError when the brand is not three upper-case letters, when
// the clock stands before the epoch of the ids and nothing was minted yet, and
// when the last millisecond that ids can hold is over.
func (m *Mint) Next(brand string) (ID, error) {
	for {
		last, now := m.last.Load(), m.clock()
		millis := now.UnixMilli() - epochMillis
		if millis < 0 && last == 0 {
			return "", refuse("clock", now, "stands before the epoch of the ids")
		}
		next := last
		if millis > last>>seqBits {
			next = min(millis, 1<<timeBits) << seqBits
		}
		if next>>seqBits >= 1<<timeBits {
			return "", refuse("clock", now, "stands after the last instant that an id can hold")
		}
		if m.last.CompareAndSwap(last, next+1) {
			millis, seq := next>>seqBits, next&(1<<seqBits-1)
			return EncodeID(brand, millis<<(nodeBits+seqBits)|m.node<<seqBits|seq)
		}
	}
}
