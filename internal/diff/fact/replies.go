package fact

import (
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// reply compares what a script answers.
func (c *comparer) reply(of builder, s Pair[protocol.Script]) {
	c.answers(of, s)
	c.replyValue(of, s.Old.Reply.Value, s.New.Reply.Value)
}

// answers compares the fixed answers, nothing among them. They are paired by
// what they are on the wire first and by their names second.
func (c *comparer) answers(of builder, s Pair[protocol.Script]) {
	old, new := verdicts(s.Old.Reply), verdicts(s.New.Reply)
	answers := &c.pairs.Answers
	answers.pair(old, new, func(v *protocol.Verdict) string { return matchText(v, s.Old.Reply, s.New.Reply) }, func(o, n *protocol.Verdict) int {
		if o.Name == n.Name {
			return sure
		}
		return 0
	})
	answers.each(old, new, func(v Pair[protocol.Verdict]) {
		at := func(kind Kind, before, after string, name string) Change {
			change := of(kind, before, after)
			change.Subject += ".returns." + name
			if v.Old != nil {
				change.OldPos = v.Old.Pos
			}
			if v.New != nil {
				change.NewPos = v.New.Pos
			}
			return change
		}
		match := func(v *protocol.Verdict) string { return matchText(v, s.Old.Reply, s.New.Reply) }
		switch {
		case v.Old == nil:
			c.add(at(AnswerAdded, "", match(v.New)+": "+v.New.Name, v.New.Name))
		case v.New == nil:
			c.add(at(AnswerRemoved, match(v.Old)+": "+v.Old.Name, "", v.Old.Name))
		default:
			c.differ(at(AnswerRenamed, v.Old.Name, v.New.Name, v.Old.Name))
			c.differ(at(AnswerRematched, match(v.Old), match(v.New), v.Old.Name))
			switch {
			case v.Old.Error == nil && v.New.Error != nil:
				c.add(at(AnswerMadeError, "an answer", "an error", v.Old.Name))
			case v.Old.Error != nil && v.New.Error == nil:
				c.add(at(AnswerMadeVerdict, "an error", "an answer", v.Old.Name))
			}
		}
	})
}

func verdicts(r *protocol.Reply) []*protocol.Verdict {
	all := r.Verdicts
	if r.None != nil {
		all = append([]*protocol.Verdict{r.None}, all...)
	}
	return all
}

// matchText renders what an answer is on the wire, as the spec writes it.
func matchText(v *protocol.Verdict, replies ...*protocol.Reply) string {
	for _, r := range replies {
		if v == r.None {
			return "none"
		}
	}
	if v.Match.IsString {
		return strconv.Quote(v.Match.Str)
	}
	return strconv.FormatInt(v.Match.Int, 10)
}

func (c *comparer) replyValue(of builder, old, new *protocol.Shape) {
	switch {
	case old == nil && new == nil:
	case old == nil:
		c.add(of(ReplyValueAdded, "", shapeText(new)))
	case new == nil:
		c.add(of(ReplyValueRemoved, shapeText(old), ""))
	default:
		c.shape(of, old, new)
	}
}

func (c *comparer) shape(of builder, old, new *protocol.Shape) {
	if old.Kind != new.Kind {
		c.add(of(ReplyFormChanged, shapeText(old), shapeText(new)))
		return
	}
	switch old.Kind {
	case protocol.Scalar:
		c.differ(of(ReplyTypeChanged, callerType(old.Type), callerType(new.Type)))
	case protocol.Tuple:
		c.members(of, old, new)
	case protocol.Map:
		c.differ(of(ReplyTypeChanged, callerType(old.Key), callerType(new.Key)))
		c.shape(of, old.Elem, new.Elem)
	case protocol.List:
		c.shape(of, old.Elem, new.Elem)
	}
}

// shapeText renders the form of a reply, as the spec writes it.
func shapeText(s *protocol.Shape) string {
	switch s.Kind {
	case protocol.Tuple:
		return "tuple [" + strings.Join(mapped(s.Members, memberText), ", ") + "]"
	case protocol.List:
		return "list of " + shapeText(s.Elem)
	case protocol.Map:
		return "map of " + callerType(s.Key) + " to " + shapeText(s.Elem)
	}
	return callerType(s.Type)
}

func memberText(m *protocol.Member) string {
	text := m.Name + ": " + shapeText(m.Shape)
	if m.Optional {
		text += ", optional"
	}
	return text
}

func (c *comparer) members(of builder, old, new *protocol.Shape) {
	members := &c.pairs.Members
	index := map[*protocol.Member]int{}
	for _, s := range []*protocol.Shape{old, new} {
		for i, m := range s.Members {
			index[m] = i
		}
	}
	members.pair(old.Members, new.Members, func(m *protocol.Member) string { return m.Name }, func(o, n *protocol.Member) int {
		if index[o] == index[n] && (shapeText(o.Shape) == shapeText(n.Shape) || sameSource(of("", "", "").Script)) {
			return sure
		}
		return 0
	})
	members.each(old.Members, new.Members, func(m Pair[protocol.Member]) {
		switch {
		case m.Old == nil:
			change := of(MemberAdded, "", memberText(m.New))
			change.NewPos = m.New.Pos
			c.add(change)
		case m.New == nil:
			change := of(MemberRemoved, memberText(m.Old), "")
			change.OldPos = m.Old.Pos
			c.add(change)
		default:
			at := func(kind Kind, before, after string) Change {
				change := of(kind, before, after)
				change.Subject += ".returns." + m.Old.Name
				change.OldPos, change.NewPos = m.Old.Pos, m.New.Pos
				return change
			}
			c.differ(at(MemberRenamed, m.Old.Name, m.New.Name))
			c.differ(at(MemberTypeChanged, shapeText(m.Old.Shape), shapeText(m.New.Shape)))
			c.presence(at, m.Old.Optional, m.New.Optional, MemberMadeOptional, MemberMadeRequired)
			c.doc(at("", "", "").Subject, m.Old.Doc, m.New.Doc, m.Old.Pos, m.New.Pos)
		}
	})
	if members.reordered(old.Members, new.Members) {
		name := func(m *protocol.Member) string { return m.Name }
		c.add(of(MembersReordered, strings.Join(mapped(old.Members, name), ", "), strings.Join(mapped(new.Members, name), ", ")))
	}
}
