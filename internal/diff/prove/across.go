package prove

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/diff/fact"
	"github.com/echomq/emqgen/internal/protocol"
)

// across puts the steps of one version's gates into the words of the other.
type across struct {
	pairs *fact.Pairs
	home  Version
}

// cross finds the counterpart of a thing, nil when there is none.
func cross[T any](a across, pairs *fact.Pairing[T], thing *T) *T {
	if a.home == Old {
		return pairs.New(thing)
	}
	return pairs.Old(thing)
}

// part is one act of a gate as both versions take it.
type part struct {
	home  *protocol.Step
	other *protocol.Step // nil when the other version cannot take it
	why   string         // why it cannot
	// lost is set when the other version cannot reach what the act is about: its
	// host gate refuses a value, or its address has other holes.
	lost  bool
	alike bool // both take it in the same way
	// alone is set for calls at the same time, where other has speakers of both
	// versions: the step with those of the other version only.
	alone *protocol.Step
}

// part prepares an act: a call, a read, or many calls at once.
func (a across) part(s *protocol.Step) part {
	switch {
	case s.Call != nil:
		return a.call(s)
	case s.Read != nil:
		return a.read(s)
	case s.Write != nil:
		return a.write(s)
	case s.Many != nil:
		return a.many(s)
	case s.Together != nil:
		return a.together(s)
	}
	return part{home: s, alike: true}
}

// together lets every second of the calls be made by the other version.
func (a across) together(s *protocol.Step) part {
	whole := part{home: s, alike: true}
	mixed, alone := *s, *s
	mixed.Together, alone.Together = nil, nil
	turns := 0
	for _, inner := range s.Together {
		p := a.part(inner)
		if p.other == nil || !a.sameOutcomes(inner, s.Want.Outcomes) {
			return part{home: s, alike: true}
		}
		whole.alike = whole.alike && p.alike
		for range inner.Times {
			step := *p.home
			if turns%2 == 1 {
				step = *p.other
			}
			step.Times = 1
			mixed.Together = append(mixed.Together, &step)
			turns++
		}
		alone.Together = append(alone.Together, p.other)
	}
	whole.other, whole.alone = &mixed, &alone
	return whole
}

// sameOutcomes reports whether both versions call what may come of a call by the
// same names.
func (a across) sameOutcomes(call *protocol.Step, outcomes []protocol.Outcome) bool {
	return !slices.ContainsFunc(outcomes, func(o protocol.Outcome) bool {
		if o.Want.Answer == nil {
			return false
		}
		want := a.want(&protocol.Step{Call: call.Call, Want: o.Want})
		return want.Answer == nil || want.Answer.Text != o.Want.Answer.Text ||
			!slices.EqualFunc(want.Answer.Map, o.Want.Answer.Map, func(a, b protocol.Binding) bool { return a.Name == b.Name })
	})
}

func (a across) many(s *protocol.Step) part {
	whole := part{home: s, alike: true}
	other := *s
	other.Many = nil
	for _, call := range s.Many {
		p := a.call(call)
		whole.alike = whole.alike && p.alike
		if p.other == nil {
			whole.why, whole.lost = p.why, p.lost
			return whole
		}
		other.Many = append(other.Many, p.other)
	}
	whole.other = &other
	return whole
}

func (a across) call(s *protocol.Step) part {
	p := part{home: s}
	script := cross(a, &a.pairs.Scripts, s.Call)
	if script == nil {
		p.why = fmt.Sprintf("the %s version has no script for %q", a.home.other(), s.Call.Name)
		return p
	}
	other := *s
	other.Call, other.With = script, nil
	for _, b := range s.With {
		param := callParam(s.Call, b.Name)
		twin := a.callParam(s.Call, script, param)
		if twin == nil {
			continue // the other version does not take it
		}
		if param.Hole != nil && twin.Hole != nil && reaches(param.Hole, b.Value) && !reaches(twin.Hole, b.Value) {
			p.why, p.lost = fmt.Sprintf("its host gate refuses %s %q", twin.Name, b.Value.Text), true
			return p
		}
		other.With = append(other.With, protocol.Binding{Pos: b.Pos, Name: twin.Name, Value: b.Value})
	}
	for _, param := range script.Call {
		given := slices.ContainsFunc(other.With, func(b protocol.Binding) bool { return b.Name == param.Name })
		if !given && !param.Optional && !param.Flag {
			p.why = fmt.Sprintf("the %s version of %q also needs %q", a.home.other(), script.Name, param.Name)
			return p
		}
	}
	var ok bool
	if other.Bind, ok = a.binds(s); !ok {
		p.why = fmt.Sprintf("the %s version of %q does not answer what a later step uses", a.home.other(), script.Name)
		return p
	}
	other.Want = a.want(s)
	p.other, p.alike = &other, a.sameCall(s.Call, script)
	return p
}

func callParam(s *protocol.Script, name string) *protocol.CallParam {
	i := slices.IndexFunc(s.Call, func(p *protocol.CallParam) bool { return p.Name == name })
	return s.Call[i]
}

// callParam finds what the other version calls a parameter.
func (a across) callParam(home, other *protocol.Script, param *protocol.CallParam) *protocol.CallParam {
	if param.Hole != nil {
		hole := cross(a, &a.pairs.Params, param.Hole)
		var first *protocol.CallParam
		for _, p := range other.Call {
			switch {
			case p.Hole == nil || p.Hole != hole:
			case p.Name == param.Name:
				return p
			case first == nil:
				first = p
			}
		}
		if first != nil {
			return first
		}
	}
	for _, arg := range home.Args {
		if arg.Param != param {
			continue
		}
		if twin := cross(a, &a.pairs.Args, arg); twin != nil {
			return twin.Param
		}
	}
	i := slices.IndexFunc(other.Call, func(p *protocol.CallParam) bool { return p.Name == param.Name && p.Flag == param.Flag })
	if i < 0 {
		return nil
	}
	return other.Call[i]
}

// reaches reports whether a value may stand in a hole. Values that are not known
// before the gate runs may.
func reaches(hole *protocol.Param, v protocol.Value) bool {
	return v.Kind != protocol.ScalarValue || conform.Admits(hole, v.Text)
}

// binds names the parts of an answer as the other version does.
func (a across) binds(s *protocol.Step) ([]protocol.Bind, bool) {
	var binds []protocol.Bind
	for _, b := range s.Bind {
		if b.Member != "" {
			m := a.member(s.Call, b.Member)
			if m == nil {
				return nil, false
			}
			b.Member = m.Name
		}
		binds = append(binds, b)
	}
	return binds, true
}

func (a across) member(s *protocol.Script, name string) *protocol.Member {
	for _, m := range s.Reply.Value.Tuple().Members {
		if m.Name == name {
			return cross(a, &a.pairs.Members, m)
		}
	}
	return nil
}

// want is what a caller of the other version expects of a call: the same, as far
// as that version can say it.
func (a across) want(s *protocol.Step) protocol.Want {
	switch {
	case s.Want.Refusal != nil:
		for _, v := range s.Call.Reply.Verdicts {
			if twin := cross(a, &a.pairs.Answers, v); v.Error == s.Want.Refusal && twin != nil {
				return ending(twin)
			}
		}
		return protocol.Want{Refusal: cross(a, &a.pairs.Errors, s.Want.Refusal)}
	case s.Want.Answer == nil:
		return s.Want
	}
	answer := *s.Want.Answer
	switch answer.Kind {
	case protocol.ScalarValue:
		for _, v := range s.Call.Reply.Answers() {
			if v.Name != answer.Text {
				continue
			}
			if twin := cross(a, &a.pairs.Answers, v); twin != nil {
				return ending(twin)
			}
			return protocol.Want{}
		}
	case protocol.MapValue:
		if s.Call.Reply.Value.Tuple() != nil {
			answer.Map = a.members(s.Call, answer.Map)
		}
	}
	return protocol.Want{Answer: &answer}
}

func ending(v *protocol.Verdict) protocol.Want {
	if v.Error != nil {
		return protocol.Want{Refusal: v.Error}
	}
	return protocol.Want{Answer: &protocol.Value{Text: v.Name}}
}

func (a across) members(s *protocol.Script, wanted []protocol.Binding) []protocol.Binding {
	var members []protocol.Binding
	for _, b := range wanted {
		if m := a.member(s, b.Name); m != nil {
			members = append(members, protocol.Binding{Pos: b.Pos, Name: m.Name, Value: b.Value})
		}
	}
	return members
}

func (a across) read(s *protocol.Step) part {
	p := a.at(s, s.Read)
	if p.other == nil {
		return p
	}
	p.alike = a.sameKey(s.Read, p.other.Read)
	if s.Want.Fields != nil {
		p.other.Want.Fields = a.fields(s.Read, s.Want.Fields)
	}
	return p
}

// write plants what an outsider of the other version would. What that version
// does not admit only an outsider of the home version plants.
func (a across) write(s *protocol.Step) part {
	p := a.at(s, s.Write)
	p.lost = false
	if p.other == nil {
		return p
	}
	p.other.Write, p.other.Read = p.other.Read, nil
	p.alike = a.sameKey(s.Write, p.other.Write)
	if s.Want.Fields == nil {
		return p
	}
	p.other.Want.Fields = a.fields(s.Write, s.Want.Fields)
	if whole(s.Write, s.Want.Fields) && !whole(p.other.Write, p.other.Want.Fields) {
		p.other, p.alike = nil, false
		p.why = fmt.Sprintf("the %s version does not admit such a row", a.home.other())
	}
	return p
}

// whole reports whether a row holds what the key declares.
func whole(k *protocol.Key, row []protocol.Binding) bool {
	return !slices.ContainsFunc(k.Fields, func(f *protocol.Field) bool {
		i := slices.IndexFunc(row, func(b protocol.Binding) bool { return b.Name == f.Name })
		return i < 0 && !f.Optional || i >= 0 && !conform.Fits(f.Type, row[i].Value.Text)
	})
}

// at puts the address of a step into the words of the other version, as one that
// is read.
func (a across) at(s *protocol.Step, home *protocol.Key) part {
	p := part{home: s}
	key := cross(a, &a.pairs.Keys, home)
	if key == nil {
		p.why = fmt.Sprintf("the %s version has no key for %q", a.home.other(), home.Name)
		return p
	}
	other := *s
	other.Read, other.With = key, nil
	for _, hole := range key.Holes() {
		twin := cross(across{a.pairs, a.home.other()}, &a.pairs.Params, hole)
		i := slices.IndexFunc(s.With, func(b protocol.Binding) bool { return twin != nil && b.Name == twin.Name })
		switch {
		case i < 0:
			p.why, p.lost = fmt.Sprintf("its address has a hole <%s> that the %s version does not have", hole.Name, a.home), true
			return p
		case reaches(twin, s.With[i].Value) && !reaches(hole, s.With[i].Value):
			p.why, p.lost = fmt.Sprintf("its host gate refuses %s %q", hole.Name, s.With[i].Value.Text), true
			return p
		}
		other.With = append(other.With, protocol.Binding{Pos: s.With[i].Pos, Name: hole.Name, Value: s.With[i].Value})
	}
	p.other = &other
	return p
}

// fields puts a row into the words of the other version. A field that it does
// not know is left out: nobody there looks for it.
func (a across) fields(k *protocol.Key, row []protocol.Binding) []protocol.Binding {
	fields := []protocol.Binding{}
	for _, b := range row {
		i := slices.IndexFunc(k.Fields, func(f *protocol.Field) bool { return f.Name == b.Name })
		if i < 0 {
			fields = append(fields, b)
			continue
		}
		twin := cross(a, &a.pairs.Fields, k.Fields[i])
		if twin == nil {
			continue
		}
		b.Name = twin.Name
		for _, v := range a.pairs.Values {
			switch {
			case a.home == Old && v.Field.Old == k.Fields[i] && v.Old == b.Value.Text:
				b.Value.Text = v.New
			case a.home == New && v.Field.New == k.Fields[i] && v.New == b.Value.Text:
				b.Value.Text = v.Old
			}
		}
		fields = append(fields, b)
	}
	return fields
}

// sameCall reports whether it makes no difference who makes a call: the same
// code is given the same, and its answer is understood in the same way.
func (a across) sameCall(home, other *protocol.Script) bool {
	return bytes.Equal(home.Source, other.Source) &&
		slices.EqualFunc(home.Keys, other.Keys, func(h, o *protocol.KeyUse) bool {
			return address(h.Key) == address(o.Key) && h.Optional == o.Optional && h.Variadic == o.Variadic
		}) &&
		slices.EqualFunc(home.Args, other.Args, func(h, o *protocol.Arg) bool {
			return cross(a, &a.pairs.Args, h) == o && sameType(h.Type, o.Type)
		}) &&
		slices.EqualFunc(home.Refuses, other.Refuses, func(h, o *protocol.Error) bool { return h.Class == o.Class }) &&
		a.sameReply(home.Reply, other.Reply)
}

func (a across) sameReply(home, other *protocol.Reply) bool {
	return slices.EqualFunc(home.Verdicts, other.Verdicts, func(h, o *protocol.Verdict) bool {
		return h.Match == o.Match && (h.Error == nil) == (o.Error == nil)
	}) && (home.None == nil) == (other.None == nil) && sameShape(home.Value, other.Value)
}

func sameShape(home, other *protocol.Shape) bool {
	if home == nil || other == nil {
		return home == other
	}
	return home.Kind == other.Kind && sameType(home.Type, other.Type) && sameType(home.Key, other.Key) && sameShape(home.Elem, other.Elem) &&
		slices.EqualFunc(home.Members, other.Members, func(h, o *protocol.Member) bool {
			return h.Optional == o.Optional && sameShape(h.Shape, o.Shape)
		})
}

func sameType(home, other protocol.Type) bool {
	return home.Kind == other.Kind && slices.Equal(home.Values, other.Values)
}

// sameKey reports whether it makes no difference who reads a key.
func (a across) sameKey(home, other *protocol.Key) bool {
	return address(home) == address(other) && home.Type == other.Type &&
		slices.EqualFunc(home.Fields, other.Fields, func(h, o *protocol.Field) bool {
			return h.Name == o.Name && h.Optional == o.Optional && sameType(h.Type, o.Type)
		})
}

// address renders where a key stands and what its holes admit, whatever these
// are called.
func address(k *protocol.Key) string {
	var b strings.Builder
	for _, s := range k.At {
		if s.Hole == nil {
			fmt.Fprintf(&b, "%q", s.Text)
			continue
		}
		pattern := ""
		if s.Hole.Pattern != nil {
			pattern = s.Hole.Pattern.Source
		}
		fmt.Fprintf(&b, "<%d %q %q %q %d>", s.Hole.Type.Kind, s.Hole.Type.Values, pattern, s.Hole.Except, slices.Index(k.Holes(), s.Hole))
	}
	return b.String()
}
