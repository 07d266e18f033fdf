package fact

import (
	"fmt"
	"time"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
)

// identity compares what names the protocol as a whole.
func (c *comparer) identity() {
	top := func(kind Kind, subject, old, new string) Change {
		return Change{Kind: kind, Subject: subject, Old: old, New: new, OldPos: c.old.Place(subject), NewPos: c.new.Place(subject)}
	}
	c.differ(top(ProtocolRenamed, "protocol", c.old.Name, c.new.Name))
	c.differ(top(VersionStepped, "version", c.old.Version, c.new.Version))
	c.differ(top(DocChanged, "doc", c.old.Doc, c.new.Doc))

	switch old, new := c.old.Fence != nil, c.new.Fence != nil; {
	case old && !new:
		c.add(top(FenceRemoved, "wire", c.old.Wire, ""))
	case new && !old:
		c.add(top(FenceAdded, "wire", "", c.new.Wire))
	default:
		c.differ(top(FenceStepped, "wire", c.old.Wire, c.new.Wire))
	}
}

// ids compares the layout of branded ids and the registry of brands.
func (c *comparer) ids() {
	o, n := c.old.IDs, c.new.IDs
	switch {
	case o == nil && n == nil:
		return
	case o == nil:
		c.add(Change{Kind: IDsAdded, Subject: "ids", New: layout(n), OldPos: c.old.Pos, NewPos: n.Pos})
		return
	case n == nil:
		c.add(Change{Kind: IDsRemoved, Subject: "ids", Old: layout(o), OldPos: o.Pos, NewPos: c.new.Pos})
		return
	}
	c.differ(Change{Kind: IDEpochMoved, Subject: "ids.epoch", Old: epoch(o), New: epoch(n), OldPos: o.Pos, NewPos: n.Pos})
	c.differ(Change{Kind: IDBitsChanged, Subject: "ids.bits", Old: bits(o), New: bits(n), OldPos: o.Pos, NewPos: n.Pos})

	brands := &c.pairs.Brands
	brands.pair(o.Brands, n.Brands, func(b *protocol.Brand) string { return b.Name }, func(a, b *protocol.Brand) int {
		if a.Doc != "" && a.Doc == b.Doc {
			return sure
		}
		return 0
	})
	brands.each(o.Brands, n.Brands, func(b Pair[protocol.Brand]) {
		switch {
		case b.Old == nil:
			c.add(Change{Kind: BrandAdded, Subject: "ids.brands." + b.New.Name, New: b.New.Name, OldPos: o.Pos, NewPos: b.New.Pos})
		case b.New == nil:
			c.add(Change{Kind: BrandRemoved, Subject: "ids.brands." + b.Old.Name, Old: b.Old.Name, OldPos: b.Old.Pos, NewPos: n.Pos})
		default:
			subject := "ids.brands." + b.Old.Name
			c.differ(Change{Kind: BrandRenamed, Subject: subject, Old: b.Old.Name, New: b.New.Name, OldPos: b.Old.Pos, NewPos: b.New.Pos})
			c.doc(subject, b.Old.Doc, b.New.Doc, b.Old.Pos, b.New.Pos)
		}
	})
	c.order("ids.brands", brands.reordered(o.Brands, n.Brands), o.Pos, n.Pos)
}

func layout(ids *protocol.IDs) string { return bits(ids) + " since " + epoch(ids) }

func epoch(ids *protocol.IDs) string { return ids.Epoch.UTC().Format(time.RFC3339Nano) }

func bits(ids *protocol.IDs) string {
	return fmt.Sprintf("time %d, node %d, seq %d", ids.TimeBits, ids.NodeBits, ids.SeqBits)
}

// doc notes that the description of a thing was reworded.
func (c *comparer) doc(subject, old, new string, oldPos, newPos diag.Pos) {
	c.differ(Change{Kind: DocChanged, Subject: subject + ".doc", Old: old, New: new, OldPos: oldPos, NewPos: newPos})
}

// order notes that the same things are declared in another order, where the
// order decides nothing but the layout of what is emitted.
func (c *comparer) order(subject string, reordered bool, oldPos, newPos diag.Pos) {
	if reordered {
		c.add(Change{Kind: DeclarationsReordered, Subject: subject, Old: "as declared before", New: "in another order", OldPos: oldPos, NewPos: newPos})
	}
}
