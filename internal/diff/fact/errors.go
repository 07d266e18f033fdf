package fact

import "github.com/echomq/emqgen/internal/protocol"

func (c *comparer) errors() {
	errors := &c.pairs.Errors
	errors.pair(c.old.Errors, c.new.Errors, errorID, func(o, n *protocol.Error) int {
		if o.Class != "" && n.Class != "" && o.Name == n.Name {
			return sure
		}
		return 0
	})
	errors.each(c.old.Errors, c.new.Errors, func(e Pair[protocol.Error]) {
		switch {
		case e.Old == nil:
			c.add(Change{Kind: ClassAdded, Subject: "errors." + errorID(e.New), New: errorID(e.New), OldPos: errors.before(c.new.Errors, e.New, errorPos, c.old.Pos), NewPos: e.New.Pos})
		case e.New == nil:
			c.add(Change{Kind: ClassRemoved, Subject: "errors." + errorID(e.Old), Old: errorID(e.Old), OldPos: e.Old.Pos, NewPos: errors.beside(c.old.Errors, e.Old, errorPos, c.new.Pos)})
		default:
			subject := "errors." + errorID(e.Old)
			c.differ(Change{Kind: ClassWordChanged, Subject: subject, Old: e.Old.Class, New: e.New.Class, OldPos: e.Old.Pos, NewPos: e.New.Pos})
			c.differ(Change{Kind: ErrorRenamed, Subject: subject, Old: e.Old.Name, New: e.New.Name, OldPos: e.Old.Pos, NewPos: e.New.Pos})
			c.doc(subject, e.Old.Doc, e.New.Doc, e.Old.Pos, e.New.Pos)
		}
	})
	c.order("errors", errors.reordered(c.old.Errors, c.new.Errors), c.old.Pos, c.new.Pos)
}

// errorID is the class word, or the name of an error that is a reply value.
func errorID(e *protocol.Error) string {
	if e.Class != "" {
		return e.Class
	}
	return e.Name
}
