package fact

import (
	"cmp"
	"slices"

	"github.com/echomq/emqgen/internal/protocol"
)

// Footprints says what a script touches; ok is false when that is not known.
type Footprints func(*protocol.Script) (f Footprint, ok bool)

// Footprint is what a script touches of the declared keyspace.
type Footprint struct {
	Reads  []Touch
	Writes []Touch         // what puts something there
	Drops  []Touch         // what takes something away
	Finds  []*protocol.Key // collections in which it finds out what stands there
	// Whole is false when the script also touches what could not be followed, so
	// that the lists may lack something.
	Whole bool
}

// Touch is one declared key that a script touches, and the field of it when the
// command names one.
type Touch struct {
	Key   *protocol.Key
	Field string
}

// Has reports whether the key, or the field of it, is among the touches.
func Has(touches []Touch, key *protocol.Key, field string) bool {
	return slices.ContainsFunc(touches, func(t Touch) bool { return t.Key == key && (field == "" || t.Field == field) })
}

// footprint compares what a script touches. The same code touches something else
// when it is given other keys.
func (c *comparer) footprint(of builder, s Pair[protocol.Script]) {
	if c.footprints == nil || sameSource(s) && c.givenSameKeys(s) {
		return
	}
	before, okBefore := c.footprints(s.Old)
	after, okAfter := c.footprints(s.New)
	if !okBefore || !okAfter {
		return
	}
	// What is missing from a footprint that is not whole may be there all the same.
	gains, losses := before.Whole, after.Whole
	for _, t := range []struct {
		before, after []Touch
		gained, lost  Kind
	}{
		{before.Reads, after.Reads, ReadGained, ReadLost},
		{before.Writes, after.Writes, WriteGained, WriteLost},
		{before.Drops, after.Drops, DropGained, DropLost},
	} {
		if gains {
			c.touchesGained(of, t.before, t.after, t.gained)
		}
		if losses {
			c.touchesLost(of, t.before, t.after, t.lost)
		}
	}
}

// givenSameKeys reports whether a script finds the same keys in KEYS.
func (c *comparer) givenSameKeys(s Pair[protocol.Script]) bool {
	return slices.EqualFunc(s.Old.Keys, s.New.Keys, func(o, n *protocol.KeyUse) bool { return c.pairs.Keys.New(o.Key) == n.Key })
}

func (c *comparer) touchesGained(of builder, before, after []Touch, gained Kind) {
	for _, t := range telling(after, func(t Touch) bool {
		old, known := c.before(t)
		return !known || !slices.Contains(before, old)
	}) {
		old, _ := c.before(t)
		change := of(gained, "", t.String())
		change.Key = Pair[protocol.Key]{Old: old.Key, New: t.Key}
		if field := t.field(); field != nil {
			change.Field = Pair[protocol.Field]{Old: c.pairs.Fields.Old(field), New: field}
		}
		c.addTouch(change)
	}
}

func (c *comparer) touchesLost(of builder, before, after []Touch, lost Kind) {
	kept := map[Touch]bool{}
	for _, t := range after {
		if old, known := c.before(t); known {
			kept[old] = true
		}
	}
	for _, t := range telling(before, func(t Touch) bool { return !kept[t] }) {
		change := of(lost, t.String(), "")
		change.Key = Pair[protocol.Key]{Old: t.Key, New: c.pairs.Keys.New(t.Key)}
		if field := t.field(); field != nil {
			change.Field = Pair[protocol.Field]{Old: field, New: c.pairs.Fields.New(field)}
		}
		c.addTouch(change)
	}
}

// addTouch adds a change of a footprint, at the code that makes it or, where the
// code is the same, at the script in the spec.
func (c *comparer) addTouch(change Change) {
	if !sameSource(change.Script) {
		change = inLua(change)
	}
	c.add(change)
}

// before finds what a touch of the new version was in the old one.
func (c *comparer) before(t Touch) (Touch, bool) {
	old := Touch{Key: c.pairs.Keys.Old(t.Key), Field: t.Field}
	if f := t.field(); f != nil {
		if was := c.pairs.Fields.Old(f); was != nil {
			old.Field = was.Name
		}
	}
	return old, old.Key != nil
}

func (t Touch) field() *protocol.Field {
	i := slices.IndexFunc(t.Key.Fields, func(f *protocol.Field) bool { return f.Name == t.Field })
	if i < 0 {
		return nil
	}
	return t.Key.Fields[i]
}

// String names the touch as the path of its key, without the group.
func (t Touch) String() string {
	if t.Field == "" {
		return t.Key.Name
	}
	return t.Key.Name + "." + t.Field
}

// telling picks, in their order, the touches that only one version makes. A record
// whose fields are among them is not told of once more.
func telling(touches []Touch, alone func(Touch) bool) []Touch {
	picked := slices.DeleteFunc(sortedTouches(touches), func(t Touch) bool { return !alone(t) })
	return slices.DeleteFunc(slices.Clone(picked), func(t Touch) bool {
		return t.Field == "" && slices.ContainsFunc(picked, func(other Touch) bool { return other.Key == t.Key && other.Field != "" })
	})
}

func sortedTouches(touches []Touch) []Touch {
	sorted := slices.SortedFunc(slices.Values(touches), func(a, b Touch) int { return cmp.Compare(a.String(), b.String()) })
	return slices.Compact(sorted)
}
