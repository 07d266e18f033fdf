package fact

import (
	"fmt"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

func (c *comparer) pairParams() {
	c.pairs.Params.pair(c.old.Params, c.new.Params, func(p *protocol.Param) string { return p.Name }, func(o, n *protocol.Param) int {
		score := 0
		if c.fillSamePlace(o, n) {
			score += 2
		}
		if admission(o) == admission(n) {
			score += 2
		}
		if o.Doc != "" && o.Doc == n.Doc {
			score++
		}
		return score
	})
}

// fillSamePlace reports whether two parameters fill the same hole of a key that
// has the same name in both versions.
func (c *comparer) fillSamePlace(o, n *protocol.Param) bool {
	for _, old := range c.old.Keys {
		for _, new := range c.new.Keys {
			if old.Name != new.Name {
				continue
			}
			before, after := old.Holes(), new.Holes()
			for i := range min(len(before), len(after)) {
				if before[i] == o && after[i] == n {
					return true
				}
			}
		}
	}
	return false
}

func (c *comparer) params() {
	params := &c.pairs.Params
	params.each(c.old.Params, c.new.Params, func(p Pair[protocol.Param]) {
		switch {
		case p.Old == nil:
			c.add(Change{Kind: ParamAdded, Subject: "params." + p.New.Name, New: admission(p.New), OldPos: params.before(c.new.Params, p.New, paramPos, c.old.Pos), NewPos: p.New.Pos, Param: p})
		case p.New == nil:
			c.add(Change{Kind: ParamRemoved, Subject: "params." + p.Old.Name, Old: admission(p.Old), OldPos: p.Old.Pos, NewPos: params.beside(c.old.Params, p.Old, paramPos, c.new.Pos), Param: p})
		default:
			c.param(p)
		}
	})
	c.order("params", params.reordered(c.old.Params, c.new.Params), c.old.Pos, c.new.Pos)
}

func (c *comparer) param(p Pair[protocol.Param]) {
	change := Change{Subject: "params." + p.Old.Name, OldPos: p.Old.Pos, NewPos: p.New.Pos, Param: p}
	of := func(kind Kind, old, new string) Change {
		change.Kind, change.Old, change.New = kind, old, new
		return change
	}
	c.differ(of(ParamRenamed, p.Old.Name, p.New.Name))
	c.differ(of(ParamTypeChanged, paramType(p.Old.Type), paramType(p.New.Type)))
	c.doc(change.Subject, p.Old.Doc, p.New.Doc, p.Old.Pos, p.New.Pos)
	if admission(p.Old) == admission(p.New) {
		return
	}
	moved := of(ParamChanged, admission(p.Old), admission(p.New))
	if kind, note := compareAdmission(p.Old, p.New); kind != "" {
		moved.Kind, moved.Note = kind, note
		c.add(moved)
	}
}

// paramType is what callers pass for a hole. The values of an enum are a matter
// of what the hole admits.
func paramType(t protocol.Type) string {
	t.Values = nil
	if t.Kind == protocol.Enum {
		return kindName(t.Kind)
	}
	return callerType(t)
}

// compareAdmission decides whether a hole admits more or less than before, with
// an example for either; the kind is empty when it admits the same.
func compareAdmission(old, new *protocol.Param) (Kind, string) {
	before, errBefore := admitted(old)
	after, errAfter := admitted(new)
	if errBefore != nil || errAfter != nil {
		return ParamChanged, "whether it admits more or less could not be decided"
	}
	gained, isGain, gainKnown := after.beyond(before)
	lost, isLoss, lossKnown := before.beyond(after)
	switch {
	case isGain && isLoss:
		return ParamChanged, fmt.Sprintf("now admits %s, and no longer %s", example(gained), example(lost))
	case !gainKnown || !lossKnown:
		return ParamChanged, "whether it admits more or less could not be decided"
	case isGain:
		return ParamWidened, "now admits " + example(gained)
	case isLoss:
		return ParamNarrowed, "no longer admits " + example(lost)
	}
	return "", ""
}

// example quotes a value, a long one by its length.
func example(value string) string {
	if n := len([]rune(value)); n > 40 {
		return fmt.Sprintf("a value of %d characters", n)
	}
	return fmt.Sprintf("%q", value)
}

// AdmitsTagBreaker finds a value of the parameter that would split a hash tag:
// an empty one, or one with a brace.
func AdmitsTagBreaker(p *protocol.Param) (string, bool) {
	all, err := admitted(p)
	if err != nil {
		return "", false
	}
	safe, err := newLanguage("[^{}]+")
	if err != nil {
		return "", false
	}
	value, found, _ := all.beyond(safe)
	return value, found
}

// admission renders what a hole admits, as the spec would say it.
func admission(p *protocol.Param) string {
	text := kindName(p.Type.Kind)
	switch {
	case p.Type.Kind == protocol.Enum:
		text = typeName(p.Type)
	case p.Pattern != nil:
		text = p.Pattern.Source
	}
	if len(p.Except) > 0 {
		text += " except " + strings.Join(p.Except, ", ")
	}
	return text
}
