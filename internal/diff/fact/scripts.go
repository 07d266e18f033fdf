package fact

import (
	"bytes"
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
)

func (c *comparer) pairScripts() {
	c.pairs.Scripts.pair(c.old.Scripts(), c.new.Scripts(), scriptPath, func(o, n *protocol.Script) int {
		switch {
		case o.SHA1 == n.SHA1:
			return 3 * sure
		case sameCode(o.Source, n.Source):
			return 2 * sure
		case o.Name == n.Name:
			return sure + 1
		}
		score := 0
		if slices.Equal(keyRoles(o), keyRoles(n)) {
			score += 2
		}
		if slices.EqualFunc(o.Args, n.Args, func(a, b *protocol.Arg) bool { return argText(a) == argText(b) }) {
			score++
		}
		if canonical(o.Reply, &c.pairs) == canonical(n.Reply, &c.pairs) {
			score++
		}
		if o.Doc != "" && o.Doc == n.Doc {
			score++
		}
		return score
	})
}

func sameSource(s Pair[protocol.Script]) bool { return bytes.Equal(s.Old.Source, s.New.Source) }

func scriptPath(s *protocol.Script) string { return s.Module.Name + "." + s.Name }

func keyRoles(s *protocol.Script) []string {
	return mapped(s.Keys, func(u *protocol.KeyUse) string { return u.Name() })
}

func (c *comparer) modules() {
	var modules Pairing[protocol.Module]
	modules.pair(c.old.Modules, c.new.Modules, func(m *protocol.Module) string { return m.Name }, func(o, n *protocol.Module) int {
		score := 0
		for _, s := range o.Scripts {
			if kept := c.pairs.Scripts.New(s); kept != nil && kept.Module == n {
				score += sure
			}
		}
		return score
	})
	modules.each(c.old.Modules, c.new.Modules, func(m Pair[protocol.Module]) {
		switch {
		case m.Old == nil:
			c.add(Change{Kind: ModuleAdded, Subject: "modules." + m.New.Name, New: m.New.Name, OldPos: modules.before(c.new.Modules, m.New, modulePos, c.old.Pos), NewPos: m.New.Pos})
		case m.New == nil:
			c.add(Change{Kind: ModuleRemoved, Subject: "modules." + m.Old.Name, Old: m.Old.Name, OldPos: m.Old.Pos, NewPos: modules.beside(c.old.Modules, m.Old, modulePos, c.new.Pos)})
		default:
			subject := "modules." + m.Old.Name
			c.differ(Change{Kind: ModuleRenamed, Subject: subject, Old: m.Old.Name, New: m.New.Name, OldPos: m.Old.Pos, NewPos: m.New.Pos})
			c.doc(subject, m.Old.Doc, m.New.Doc, m.Old.Pos, m.New.Pos)
			c.order(subject+".scripts", c.pairs.Scripts.reordered(m.Old.Scripts, m.New.Scripts), m.Old.Pos, m.New.Pos)
		}
	})
	c.order("modules", modules.reordered(c.old.Modules, c.new.Modules), c.old.Pos, c.new.Pos)

	for _, s := range c.pairs.Scripts.All() {
		if m := modules.New(s.Old.Module); m != s.New.Module {
			c.add(Change{
				Kind: ScriptRehoused, Subject: scriptPath(s.Old), Old: s.Old.Module.Name, New: s.New.Module.Name,
				OldPos: s.Old.Pos, NewPos: s.New.Pos, Script: s,
			})
		}
	}
}

func (c *comparer) scripts() {
	c.pairs.Scripts.each(c.old.Scripts(), c.new.Scripts(), func(s Pair[protocol.Script]) {
		switch {
		case s.Old == nil:
			c.add(Change{Kind: ScriptAdded, Subject: scriptPath(s.New), New: s.New.SHA1, OldPos: c.pairs.Scripts.before(c.new.Scripts(), s.New, scriptPos, c.old.Pos), NewPos: s.New.Pos, Script: s})
		case s.New == nil:
			c.add(Change{Kind: ScriptRemoved, Subject: scriptPath(s.Old), Old: s.Old.SHA1, OldPos: s.Old.Pos, NewPos: c.pairs.Scripts.beside(c.old.Scripts(), s.Old, scriptPos, c.new.Pos), Script: s})
		default:
			c.script(s)
		}
	})
}

func (c *comparer) script(s Pair[protocol.Script]) {
	change := Change{Subject: scriptPath(s.Old), OldPos: s.Old.Pos, NewPos: s.New.Pos, Script: s}
	of := func(kind Kind, old, new string) Change {
		change.Kind, change.Old, change.New = kind, old, new
		return change
	}
	c.differ(of(ScriptRenamed, s.Old.Name, s.New.Name))
	switch {
	case sameSource(s):
	case sameCode(s.Old.Source, s.New.Source):
		c.add(inLua(of(ScriptComments, s.Old.SHA1, s.New.SHA1)))
	case c.follows(s):
		c.add(inLua(of(ScriptFollows, s.Old.SHA1, s.New.SHA1)))
	default:
		c.add(inLua(of(ScriptBody, s.Old.SHA1, s.New.SHA1)))
	}
	c.footprint(of, s)
	c.keyUses(of, s)
	c.args(of, s)
	c.reply(of, s)
	c.refusals(of, s)
	c.differ(of(ScriptFileMoved, s.Old.Path, s.New.Path))
	switch {
	case !s.Old.Many && s.New.Many:
		c.add(of(ManyAllowed, "one call", "many calls"))
	case s.Old.Many && !s.New.Many:
		c.add(of(ManyWithdrawn, "many calls", "one call"))
	}
	switch {
	case s.Old.Pin == "" && s.New.Pin != "":
		c.add(of(PinAdded, "", s.New.Pin))
	case s.Old.Pin != "" && s.New.Pin == "":
		c.add(of(PinRemoved, s.Old.Pin, ""))
	}
	c.doc(change.Subject, s.Old.Doc, s.New.Doc, s.Old.Pos, s.New.Pos)
}

// inLua moves a change to the first line in which the two texts of its script
// differ.
func inLua(change Change) Change {
	old, new := change.Script.Old, change.Script.New
	line := 1
	for i := range min(len(old.Source), len(new.Source)) {
		if old.Source[i] != new.Source[i] {
			break
		}
		if old.Source[i] == '\n' {
			line++
		}
	}
	change.OldPos = diag.Pos{File: old.File, Line: line, Col: 1}
	change.NewPos = diag.Pos{File: new.File, Line: line, Col: 1}
	return change
}

func (c *comparer) refusals(of builder, s Pair[protocol.Script]) {
	for _, e := range s.New.Refuses {
		if old := c.pairs.Errors.Old(e); old == nil || !slices.Contains(s.Old.Refuses, old) {
			c.add(of(RefusalAdded, "", errorID(e)))
		}
	}
	for _, e := range s.Old.Refuses {
		if new := c.pairs.Errors.New(e); new == nil || !slices.Contains(s.New.Refuses, new) {
			c.add(of(RefusalRemoved, errorID(e), ""))
		}
	}
}
