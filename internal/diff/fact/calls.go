package fact

import (
	"fmt"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// keyUses compares the KEYS of a script.
func (c *comparer) keyUses(of builder, s Pair[protocol.Script]) {
	var uses Pairing[protocol.KeyUse]
	uses.pair(s.Old.Keys, s.New.Keys, func(u *protocol.KeyUse) string { return c.role(u) }, func(o, n *protocol.KeyUse) int {
		if c.pairs.Keys.New(o.Key) == n.Key {
			return sure
		}
		return 0
	})
	uses.each(s.Old.Keys, s.New.Keys, func(u Pair[protocol.KeyUse]) {
		switch {
		case u.Old == nil:
			change := of(ScriptKeyAdded, "", useText(s.New, u.New))
			change.NewPos, change.Key = u.New.Pos, Pair[protocol.Key]{Old: c.pairs.Keys.Old(u.New.Key), New: u.New.Key}
			c.add(change)
		case u.New == nil:
			change := of(ScriptKeyRemoved, useText(s.Old, u.Old), "")
			change.OldPos, change.Key = u.Old.Pos, Pair[protocol.Key]{Old: u.Old.Key, New: c.pairs.Keys.New(u.Old.Key)}
			c.add(change)
		default:
			c.keyUse(of, u)
		}
	})
	if uses.reordered(s.Old.Keys, s.New.Keys) || sameSource(s) && uses.shifted(s.Old.Keys, s.New.Keys) {
		c.add(of(ScriptKeysReordered, strings.Join(keyRoles(s.Old), ", "), strings.Join(keyRoles(s.New), ", ")))
	}
}

// role names a use of a key by what both versions call it, whether or not the
// key was renamed in between.
func (c *comparer) role(u *protocol.KeyUse) string {
	if u.As == "" {
		if n := c.pairs.Keys.New(u.Key); n != nil {
			return n.Name
		}
	}
	return u.Name()
}

func useText(s *protocol.Script, u *protocol.KeyUse) string {
	return fmt.Sprintf("%s at KEYS[%d]", u.Name(), slices.Index(s.Keys, u)+1)
}

func (c *comparer) keyUse(of builder, u Pair[protocol.KeyUse]) {
	at := func(kind Kind, old, new string) Change {
		change := of(kind, old, new)
		change.Subject += ".keys." + u.Old.Name()
		change.OldPos, change.NewPos, change.Key = u.Old.Pos, u.New.Pos, Pair[protocol.Key]{Old: u.Old.Key, New: u.New.Key}
		return change
	}
	c.differ(at(ScriptKeyRoleRenamed, u.Old.As, u.New.As))
	c.presence(at, u.Old.Optional, u.New.Optional, ScriptKeyMadeOptional, ScriptKeyMadeRequired)
	c.number(at, u.Old.Variadic, u.New.Variadic, ScriptKeyMadeVariadic, ScriptKeyMadeSingle)
}

func (c *comparer) presence(at builder, before, after bool, made, unmade Kind) {
	switch {
	case !before && after:
		c.add(at(made, "required", "optional"))
	case before && !after:
		c.add(at(unmade, "optional", "required"))
	}
}

func (c *comparer) number(at builder, before, after bool, made, unmade Kind) {
	switch {
	case !before && after:
		c.add(at(made, "one", "any number"))
	case before && !after:
		c.add(at(unmade, "any number", "one"))
	}
}

// args compares the ARGV of a script.
func (c *comparer) args(of builder, s Pair[protocol.Script]) {
	args := &c.pairs.Args
	args.pair(s.Old.Args, s.New.Args, func(a *protocol.Arg) string { return a.Name }, func(o, n *protocol.Arg) int {
		score := 0
		if typeName(o.Type) == typeName(n.Type) {
			score += 2
		}
		if slices.Index(s.Old.Args, o) == slices.Index(s.New.Args, n) {
			score += 2
			if sameSource(s) {
				score += sure // what the code finds in this place is what it always found
			}
		}
		return score
	})
	args.each(s.Old.Args, s.New.Args, func(a Pair[protocol.Arg]) {
		switch {
		case a.Old == nil:
			change := of(ArgAdded, "", argAt(s.New, a.New))
			change.NewPos = a.New.Pos
			c.add(change)
		case a.New == nil:
			change := of(ArgRemoved, argAt(s.Old, a.Old), "")
			change.OldPos = a.Old.Pos
			c.add(change)
		default:
			c.arg(of, a)
		}
	})
	if args.reordered(s.Old.Args, s.New.Args) || sameSource(s) && args.shifted(s.Old.Args, s.New.Args) {
		c.add(of(ArgsReordered, argNames(s.Old), argNames(s.New)))
	}
}

// argText renders an argument without its description.
func argText(a *protocol.Arg) string {
	text := a.Name + ": " + typeName(a.Type)
	if a.Optional {
		text += ", optional"
	}
	if a.Variadic {
		text += ", variadic"
	}
	return text
}

func argAt(s *protocol.Script, a *protocol.Arg) string {
	return fmt.Sprintf("%s at ARGV[%d]", argText(a), slices.Index(s.Args, a)+1)
}

func argNames(s *protocol.Script) string {
	return strings.Join(mapped(s.Args, func(a *protocol.Arg) string { return a.Name }), ", ")
}

func (c *comparer) arg(of builder, a Pair[protocol.Arg]) {
	at := func(kind Kind, old, new string) Change {
		change := of(kind, old, new)
		change.Subject += ".args." + a.Old.Name
		change.OldPos, change.NewPos = a.Old.Pos, a.New.Pos
		return change
	}
	c.differ(at(ArgRenamed, a.Old.Name, a.New.Name))
	c.argType(at, a)
	c.presence(at, a.Old.Optional, a.New.Optional, ArgMadeOptional, ArgMadeRequired)
	c.number(at, a.Old.Variadic, a.New.Variadic, ArgMadeVariadic, ArgMadeSingle)
	c.differ(at(ArgTypeNameChanged, a.Old.Type.Named, a.New.Type.Named))
	c.doc(at("", "", "").Subject, a.Old.Doc, a.New.Doc, a.Old.Pos, a.New.Pos)
}

func (c *comparer) argType(at builder, a Pair[protocol.Arg]) {
	before, after := a.Old.Type, a.New.Type
	if before.Kind != protocol.Enum || after.Kind != protocol.Enum {
		c.differ(at(ArgTypeChanged, typeAndUnit(before), typeAndUnit(after)))
		return
	}
	v := compareValues(before.Values, after.Values, func(string, string) bool { return false })
	for _, r := range v.renamed {
		v.added, v.removed = append(v.added, *r.New), append(v.removed, *r.Old)
	}
	for _, value := range v.added {
		c.add(at(ArgValueAdded, "", value))
	}
	for _, value := range v.removed {
		c.add(at(ArgValueRemoved, value, ""))
	}
}

// callerType is a type as callers see it: with the name of its own, if any.
func callerType(t protocol.Type) string {
	if t.Named != "" {
		return typeAndUnit(t) + ", as " + t.Named
	}
	return typeAndUnit(t)
}

func typeAndUnit(t protocol.Type) string {
	if t.Unit != protocol.NoUnit {
		return unitNames[t.Unit]
	}
	return typeName(t)
}
