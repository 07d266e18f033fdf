package fact

import "github.com/echomq/emqgen/internal/protocol"

func (c *comparer) gates() {
	gates := &c.pairs.Gates
	gates.pair(c.old.Gates, c.new.Gates, func(g *protocol.Gate) string { return g.Name }, func(o, n *protocol.Gate) int {
		if c.pairs.SameStory(o, n) {
			return sure
		}
		return 0
	})
	gates.each(c.old.Gates, c.new.Gates, func(g Pair[protocol.Gate]) {
		switch {
		case g.Old == nil:
			c.add(Change{Kind: GateAdded, Subject: "gates." + g.New.Name, New: g.New.Name, OldPos: gates.before(c.new.Gates, g.New, gatePos, c.old.Pos), NewPos: g.New.Pos})
		case g.New == nil:
			c.add(Change{Kind: GateRemoved, Subject: "gates." + g.Old.Name, Old: g.Old.Name, OldPos: g.Old.Pos, NewPos: gates.beside(c.old.Gates, g.Old, gatePos, c.new.Pos)})
		default:
			subject := "gates." + g.Old.Name
			c.differ(Change{Kind: GateRenamed, Subject: subject, Old: g.Old.Name, New: g.New.Name, OldPos: g.Old.Pos, NewPos: g.New.Pos})
			c.differ(Change{Kind: GateChanged, Subject: subject, Old: digest(g.Old.Steps, &c.pairs), New: digest(g.New.Steps, &c.pairs), OldPos: g.Old.Pos, NewPos: g.New.Pos})
			c.doc(subject, g.Old.Doc, g.New.Doc, g.Old.Pos, g.New.Pos)
			c.doc(subject+".law", g.Old.Law, g.New.Law, g.Old.Pos, g.New.Pos)
		}
	})
	c.order("gates", gates.reordered(c.old.Gates, c.new.Gates), c.old.Pos, c.new.Pos)
}

// SameStory reports whether an old and a new gate take the same steps, whatever
// what they speak of is called in either version.
func (p *Pairs) SameStory(old, new *protocol.Gate) bool {
	return canonical(old.Steps, p) == canonical(new.Steps, p)
}
