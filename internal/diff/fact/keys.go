package fact

import (
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

func (c *comparer) pairKeys() {
	c.pairs.Keys.pair(c.old.Keys, c.new.Keys, func(k *protocol.Key) string { return k.Name }, func(o, n *protocol.Key) int {
		if o.Type != n.Type {
			return 0
		}
		if c.address(o.At) == n.At.String() {
			return sure
		}
		score := 0
		if slices.EqualFunc(o.Fields, n.Fields, func(a, b *protocol.Field) bool { return a.Name == b.Name }) {
			score++
		}
		if c.standInSamePlace(o, n) {
			score += 3
		}
		if o.Doc != "" && o.Doc == n.Doc {
			score++
		}
		return score
	})
}

// standInSamePlace reports whether a script of the same name has the two keys
// at the same place of its KEYS.
func (c *comparer) standInSamePlace(o, n *protocol.Key) bool {
	for _, before := range c.old.Scripts() {
		for _, after := range c.new.Scripts() {
			if before.Name != after.Name {
				continue
			}
			for i := range min(len(before.Keys), len(after.Keys)) {
				if before.Keys[i].Key == o && after.Keys[i].Key == n {
					return true
				}
			}
		}
	}
	return false
}

// address writes an old address with the new names of its holes.
func (c *comparer) address(t protocol.Template) string {
	renamed := slices.Clone(t)
	for i, s := range renamed {
		if s.Hole == nil {
			continue
		}
		if n := c.pairs.Params.New(s.Hole); n != nil {
			renamed[i].Hole = n
		}
	}
	return renamed.String()
}

func (c *comparer) keys() {
	keys := &c.pairs.Keys
	keys.each(c.old.Keys, c.new.Keys, func(k Pair[protocol.Key]) {
		switch {
		case k.Old == nil:
			c.add(Change{Kind: KeyAdded, Subject: keyPath(k.New), New: k.New.At.String(), OldPos: keys.before(c.new.Keys, k.New, keyPos, c.old.Pos), NewPos: k.New.Pos, Key: k})
		case k.New == nil:
			c.add(Change{Kind: KeyRemoved, Subject: keyPath(k.Old), Old: k.Old.At.String(), OldPos: k.Old.Pos, NewPos: keys.beside(c.old.Keys, k.Old, keyPos, c.new.Pos), Key: k})
		default:
			c.key(k)
		}
	})
	c.order("keys", keys.reordered(c.old.Keys, c.new.Keys), c.old.Pos, c.new.Pos)
}

func keyPath(k *protocol.Key) string { return "keys." + k.Name }

func (c *comparer) key(k Pair[protocol.Key]) {
	change := Change{Subject: keyPath(k.Old), OldPos: k.Old.Pos, NewPos: k.New.Pos, Key: k}
	of := func(kind Kind, old, new string) Change {
		change.Kind, change.Old, change.New = kind, old, new
		return change
	}
	c.differ(of(KeyRenamed, k.Old.Name, k.New.Name))
	if c.address(k.Old.At) != k.New.At.String() {
		c.add(of(KeyMoved, k.Old.At.String(), k.New.At.String()))
		c.holes(of, k)
		c.tag(of, k)
	}
	c.keyType(of, k)
	c.root(of, k)
	c.fenceKey(of, k)
	c.doc(change.Subject, k.Old.Doc, k.New.Doc, k.Old.Pos, k.New.Pos)
	switch before, after := k.Old.IsRecord(), k.New.IsRecord(); {
	case before && after:
		c.fields(k)
	case before && k.New.Type == protocol.Hash:
		c.add(of(RecordOpened, fieldNames(k.Old), "any fields"))
	case after && k.Old.Type == protocol.Hash:
		c.add(of(RecordClosed, "any fields", fieldNames(k.New)))
	}
}

func (c *comparer) holes(of builder, k Pair[protocol.Key]) {
	before, after := k.Old.Holes(), k.New.Holes()
	for _, hole := range before {
		if !slices.Contains(after, c.pairs.Params.New(hole)) {
			c.add(of(KeyHoleRemoved, hole.Name, ""))
		}
	}
	for _, hole := range after {
		if !slices.Contains(before, c.pairs.Params.Old(hole)) {
			c.add(of(KeyHoleAdded, "", hole.Name))
		}
	}
	if c.pairs.Params.reordered(before, after) {
		c.add(of(KeyHolesReordered, holeNames(before), holeNames(after)))
	}
}

func holeNames(holes []*protocol.Param) string {
	names := mapped(holes, func(p *protocol.Param) string { return "<" + p.Name + ">" })
	return strings.Join(names, ", ")
}

// tag compares what decides the slot of a key on a cluster.
func (c *comparer) tag(of builder, k Pair[protocol.Key]) {
	before, after := Tag(c.address(k.Old.At)), Tag(k.New.At.String())
	switch {
	case before == "" && after != "":
		c.add(of(KeyTagAdded, "", after))
	case before != "" && after == "":
		c.add(of(KeyTagRemoved, before, ""))
	case before != after:
		c.add(of(KeyTagChanged, before, after))
	}
}

// Tag is the part of an address between its first brace and the next closing
// one, which decides the slot; empty when the whole key does.
func Tag(address string) string {
	_, rest, opened := strings.Cut(address, "{")
	tag, _, closed := strings.Cut(rest, "}")
	if !opened || !closed {
		return ""
	}
	return tag
}

func (c *comparer) keyType(of builder, k Pair[protocol.Key]) {
	switch before, after := k.Old.Type, k.New.Type; {
	case before == after:
	case before == protocol.AnyKey:
		c.add(of(KeyTypeDeclared, "", string(after)))
	case after == protocol.AnyKey:
		c.add(of(KeyTypeWithdrawn, string(before), ""))
	default:
		c.add(of(KeyTypeChanged, string(before), string(after)))
	}
}

func (c *comparer) root(of builder, k Pair[protocol.Key]) {
	switch before, after := k.Old.RootOf, k.New.RootOf; {
	case before == nil && after == nil:
	case before == nil:
		c.add(of(KeyRootDeclared, "", "root of "+after.Name))
	case after == nil:
		c.add(of(KeyRootWithdrawn, "root of "+before.Name, ""))
	case c.pairs.Keys.New(before) != after:
		c.add(of(KeyRootChanged, "root of "+before.Name, "root of "+after.Name))
	}
}

// fenceKey notes that the two versions look for the wire identity at different
// addresses.
func (c *comparer) fenceKey(of builder, k Pair[protocol.Key]) {
	if c.old.Fence != k.Old || c.new.Fence == nil {
		return
	}
	c.differ(of(FenceKeyMoved, c.address(k.Old.At), c.new.Fence.At.String()))
}

// InTag reports whether a parameter fills a hole of the part of an address that
// decides the slot.
func InTag(t protocol.Template, p *protocol.Param) bool {
	open := false
	for _, s := range t {
		if s.Hole != nil {
			if open && s.Hole == p {
				return true
			}
			continue
		}
		if !open {
			_, rest, found := strings.Cut(s.Text, "{")
			open = found && !strings.Contains(rest, "}")
		} else if strings.Contains(s.Text, "}") {
			return false
		}
	}
	return false
}
