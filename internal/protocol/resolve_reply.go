package protocol

import (
	"strconv"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec"
)

func (r *resolver) reply(said *spec.Returns) *Reply {
	reply := &Reply{}
	if said == nil {
		return reply
	}
	reply.Pos = said.Pos
	names := map[string]*Verdict{}
	if said.None != nil {
		reply.None = r.verdict(*said.None, names)
	}
	for _, v := range said.Verdicts {
		verdict := r.verdict(v.Outcome, names)
		verdict.Match = r.match(v.Reply)
		reply.Verdicts = append(reply.Verdicts, verdict)
	}
	if said.Shape != nil {
		reply.Value = r.shape(said.Shape)
		r.oneTuple(reply.Value, nil)
	}
	return reply
}

func (r *resolver) verdict(o spec.Outcome, names map[string]*Verdict) *Verdict {
	v := &Verdict{Pos: o.Name.Pos, Name: o.Name.Value}
	if o.Error {
		v.Error = r.replyError(o.Name)
		return v
	}
	if first, taken := names[v.Name]; taken && o.Name.Given() {
		f := r.list.Errorf(v.Pos, RuleReply, "two replies are both %q", v.Name)
		f.Help = "name them apart; a caller could not tell which it was"
		f.Related = related(first.Pos, "the first is here")
	}
	names[v.Name] = v
	return v
}

// replyError finds the error a reply stands for, and declares it when only
// replies name it.
func (r *resolver) replyError(name spec.Text) *Error {
	if err, ok := r.errors.items[name.Value]; ok {
		return err
	}
	err := &Error{Pos: name.Pos, Name: name.Value}
	r.errors.add(err.Name, err)
	r.p.Errors = append(r.p.Errors, err)
	return err
}

func (r *resolver) match(reply spec.Text) Match {
	if reply.Quoted {
		return Match{IsString: true, Str: reply.Value}
	}
	i, err := strconv.ParseInt(reply.Value, 10, 64)
	if err != nil {
		r.list.Errorf(reply.Pos, RuleReply, "%s is no integer of 64 bits", diag.Cut(reply.Value)).Help = "a reply that is a string stands in quotes"
	}
	return Match{Int: i}
}

func (r *resolver) shape(said *spec.Shape) *Shape {
	shape := &Shape{Pos: said.Pos}
	switch {
	case said.Tuple != nil:
		shape.Kind = Tuple
		shape.Members = r.members(said.Tuple)
	case said.List != nil:
		shape.Kind = List
		shape.Elem = r.shape(said.List)
	case said.Map != nil:
		shape.Kind = Map
		shape.Key = r.typ(said.Map.Key, Text)
		shape.Elem = r.shape(&said.Map.Elem)
	case said.Type != nil:
		shape.Type = r.typ(*said.Type, Text)
	}
	return shape
}

func (r *resolver) members(said *spec.List[spec.Member]) []*Member {
	if len(said.Items) == 0 && !said.Broken {
		r.list.Errorf(said.Pos, RuleReply, "a tuple without members").Help = "name what it holds, such as tuple: [{id: text}]"
	}
	var members []*Member
	seen := map[string]*Member{}
	for _, m := range said.Items {
		member := &Member{Pos: m.Name.Pos, Name: m.Name.Value, Shape: r.shape(&m.Shape), Optional: m.Optional.Value, Doc: m.Doc.Value}
		if m.Shape.Type != nil && (m.Shape.List != nil || m.Shape.Map != nil) {
			r.list.Errorf(m.Name.Pos, RuleType, "values, unit and is of %q belong to a scalar", m.Name.Value).Help = "say them with the type inside: {list: {type: enum, values: [first, second]}}"
		}
		if first, taken := seen[member.Name]; taken {
			f := r.list.Errorf(member.Pos, RuleTwice, "two members are called %q", member.Name)
			f.Help = "name them apart"
			f.Related = related(first.Pos, "the first is here")
		}
		seen[member.Name] = member
		members = append(members, member)
	}
	return members
}

// oneTuple refuses tuples in tuples: nothing would give the inner one a name.
func (r *resolver) oneTuple(s *Shape, in *Member) {
	switch s.Kind {
	case Tuple:
		if in != nil {
			r.list.Errorf(s.Pos, RuleReply, "member %q is a tuple within a tuple", in.Name).Help = "a member is a scalar, or a list or map of scalars"
			return
		}
		for _, m := range s.Members {
			r.oneTuple(m.Shape, m)
		}
	case List, Map:
		if in != nil && s.Elem.Kind != Scalar && s.Elem.Kind != Tuple {
			r.list.Errorf(s.Elem.Pos, RuleReply, "member %q nests too deep", in.Name).Help = "a member is a scalar, or a list or map of scalars"
			return
		}
		r.oneTuple(s.Elem, in)
	}
}
