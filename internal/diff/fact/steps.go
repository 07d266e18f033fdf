package fact

import (
	"slices"

	"github.com/echomq/emqgen/internal/protocol"
)

// renamed writes a step of an old gate with the names of the new version, so that
// a gate which only follows a rename tells the same story.
func (p *Pairs) renamed(s protocol.Step) protocol.Step {
	s.With = renameAll(s.With, func(name string) string { return p.parameter(&s, name) })
	if k := s.Read; k != nil || s.Write != nil {
		if k == nil {
			k = s.Write
		}
		s.Want.Fields = p.row(k, s.Want.Fields)
	}
	if s.Call == nil || s.Want.Answer == nil {
		return s
	}
	answer := *s.Want.Answer
	for _, v := range s.Call.Reply.Answers() {
		if twin := p.Answers.New(v); twin != nil && answer.Kind == protocol.ScalarValue && v.Name == answer.Text {
			answer.Text = twin.Name
			break
		}
	}
	if tuple := s.Call.Reply.Value.Tuple(); tuple != nil {
		member := func(name string) string {
			i := slices.IndexFunc(tuple.Members, func(m *protocol.Member) bool { return m.Name == name })
			if i >= 0 && p.Members.New(tuple.Members[i]) != nil {
				return p.Members.New(tuple.Members[i]).Name
			}
			return name
		}
		answer.Map = renameAll(answer.Map, member)
		binds := slices.Clone(s.Bind)
		for i, b := range binds {
			binds[i].Member = member(b.Member)
		}
		s.Bind = binds
	}
	s.Want.Answer = &answer
	return s
}

// parameter is the new name of a hole or an argument.
func (p *Pairs) parameter(s *protocol.Step, name string) string {
	if s.Call != nil {
		for _, c := range s.Call.Call {
			if c.Name == name && c.Hole != nil && p.Params.New(c.Hole) != nil && c.Hole.Name == name {
				return p.Params.New(c.Hole).Name
			}
		}
		for _, a := range s.Call.Args {
			if a.Name == name && p.Args.New(a) != nil {
				return p.Args.New(a).Name
			}
		}
		return name
	}
	for _, k := range []*protocol.Key{s.Read, s.Write} {
		if k == nil {
			continue
		}
		for _, h := range k.Holes() {
			if h.Name == name && p.Params.New(h) != nil {
				return p.Params.New(h).Name
			}
		}
	}
	return name
}

// row gives the fields of a row, and the values of enums, their new names.
func (p *Pairs) row(k *protocol.Key, row []protocol.Binding) []protocol.Binding {
	fields := slices.Clone(row)
	for i, b := range fields {
		at := slices.IndexFunc(k.Fields, func(f *protocol.Field) bool { return f.Name == b.Name })
		if at < 0 || p.Fields.New(k.Fields[at]) == nil {
			continue
		}
		fields[i].Name = p.Fields.New(k.Fields[at]).Name
		for _, v := range p.Values {
			if v.Field.Old == k.Fields[at] && v.Old == b.Value.Text {
				fields[i].Value.Text = v.New
			}
		}
	}
	return fields
}

func renameAll(bindings []protocol.Binding, name func(string) string) []protocol.Binding {
	all := slices.Clone(bindings)
	for i, b := range all {
		all[i].Name = name(b.Name)
	}
	return all
}
