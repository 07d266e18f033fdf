// Package ids reads and makes branded ids for any layout that a spec declares.
// The shape of an id and its base62 are the Go runtime's, the very code that is
// emitted; only how the 63 bits are shared out is looked up here.
package ids

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/templates/go/runtime"
)

// Layout is how the 63 bits of a snowflake are shared out.
type Layout struct {
	Epoch                       time.Time
	TimeBits, NodeBits, SeqBits int
}

// Default is the layout without a spec: milliseconds since 2024, 1024 nodes,
// 4096 ids a millisecond.
var Default = Layout{time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), 41, 10, 12}

// Of gives the layout that a protocol declares, or the default.
func Of(p *protocol.Protocol) Layout {
	if p == nil || p.IDs == nil {
		return Default
	}
	return Layout{p.IDs.Epoch, p.IDs.TimeBits, p.IDs.NodeBits, p.IDs.SeqBits}
}

// Parts is what an id says.
type Parts struct {
	ID        string    `json:"id"`
	Brand     string    `json:"brand"`
	Snowflake int64     `json:"snowflake,string"`
	Millis    int64     `json:"ts"` // since the epoch of the layout
	Time      time.Time `json:"time"`
	Node      int64     `json:"node"`
	Seq       int64     `json:"sequence"`
}

// Check returns nil for an id and says of anything else why it is none.
func Check(id string) error {
	if err := runtime.CheckID(runtime.ID(id)); err != nil {
		return fmt.Errorf("no id: %s", strings.TrimPrefix(reason(err), "id "))
	}
	return nil
}

// reason is what the runtime says of a value, which here was not to be sent.
func reason(err error) string { return strings.TrimSuffix(err.Error(), "; nothing was sent") }

// Decode takes an id apart.
func (l Layout) Decode(id string) (Parts, error) {
	if err := Check(id); err != nil {
		return Parts{}, err
	}
	whole, err := runtime.DecodeID(runtime.ID(id))
	if err != nil {
		return Parts{}, err
	}
	millis := whole.Snowflake >> (l.NodeBits + l.SeqBits)
	return Parts{
		ID:        id,
		Brand:     whole.Brand,
		Snowflake: whole.Snowflake,
		Millis:    millis,
		Time:      l.Epoch.Add(time.Duration(millis/1000) * time.Second).Add(time.Duration(millis%1000) * time.Millisecond),
		Node:      whole.Snowflake >> l.SeqBits & (1<<l.NodeBits - 1),
		Seq:       whole.Snowflake & (1<<l.SeqBits - 1),
	}, nil
}

// Encode puts a brand and a snowflake together.
func (l Layout) Encode(brand string, snowflake int64) (Parts, error) {
	id, err := runtime.EncodeID(brand, snowflake)
	if err != nil {
		return Parts{}, errors.New(reason(err))
	}
	return l.Decode(string(id))
}

// Join makes a snowflake of an instant, a node and a sequence.
func (l Layout) Join(at time.Time, node, seq int64) (int64, error) {
	millis := at.UnixMilli() - l.Epoch.UnixMilli()
	for _, part := range []struct {
		name        string
		value, bits int64
	}{{"node", node, int64(l.NodeBits)}, {"seq", seq, int64(l.SeqBits)}} {
		if part.value < 0 || part.value >= 1<<part.bits {
			return 0, fmt.Errorf("%s %d does not fit in %d bits: expected 0 to %d", part.name, part.value, part.bits, int64(1)<<part.bits-1)
		}
	}
	if millis < 0 || millis >= 1<<l.TimeBits {
		return 0, fmt.Errorf("time %s is outside of what ids can hold: expected %s to %s",
			at.UTC().Format(time.RFC3339), l.Epoch.UTC().Format(time.RFC3339), l.last().Format(time.RFC3339))
	}
	return millis<<(l.NodeBits+l.SeqBits) | node<<l.SeqBits | seq, nil
}

// last is the last instant that an id can hold.
func (l Layout) last() time.Time {
	return time.UnixMilli(l.Epoch.UnixMilli() + 1<<l.TimeBits - 1).UTC()
}

// Mint makes count ids of one node, from an instant on, each larger than the one
// before: when the sequence of a millisecond is used up, the next one follows.
func (l Layout) Mint(brand string, node int64, from time.Time, count int) ([]Parts, error) {
	minted := make([]Parts, 0, count)
	for i := range int64(count) {
		at := from.Add(time.Duration(i>>l.SeqBits) * time.Millisecond)
		snowflake, err := l.Join(at, node, i&(1<<l.SeqBits-1))
		if err != nil {
			return nil, err
		}
		id, err := l.Encode(brand, snowflake)
		if err != nil {
			return nil, err
		}
		minted = append(minted, id)
	}
	return minted, nil
}
