package protocol

import (
	"slices"

	"github.com/echomq/emqgen/internal/spec"
)

// fieldIndex finds the declared fields of a record; any field may be in a free map.
func fieldIndex(k *Key) index[bool] {
	fields := index[bool]{items: map[string]bool{}, complete: k.IsRecord()}
	for _, f := range k.Fields {
		fields.add(f.Name, true)
	}
	return fields
}

// keyStep resolves what a read expects of a key, or what a write plants there.
func (r *resolver) keyStep(step *Step, said *spec.Step, ref spec.Text) *Key {
	key, ok := r.keys.find(r, ref, "a declared key")
	if !ok {
		return nil
	}
	var holes []string
	for _, h := range key.Holes() {
		holes = append(holes, h.Name)
	}
	if key.At != nil {
		r.bindings(said, "hole", key.Name, holes, holes)
	}
	w := &step.Want
	if said.Fields != nil {
		fields := fieldIndex(key)
		w.Fields = []Binding{}
		for _, e := range said.Fields.Entries {
			fields.find(r, e.Key, "a field of "+key.Name)
			w.Fields = append(w.Fields, Binding{Pos: e.Key.Pos, Name: e.Key.Value, Value: r.value(e.Value)})
		}
	}
	if said.Size.Given() {
		w.Size = new(said.Size.Value)
	}
	if said.Members != nil {
		w.Members = []Value{}
		for _, v := range said.Members.Items {
			w.Members = append(w.Members, r.value(v))
		}
	}
	if said.Scores != nil {
		w.Scores = []Score{}
		for _, e := range said.Scores.Entries {
			w.Scores = append(w.Scores, r.score(e))
		}
	}
	if said.Value != nil {
		w.Value = new(r.value(*said.Value))
	}
	w.Absent = said.Absent.Value
	r.fits(key, said)
	return key
}

func (r *resolver) score(e spec.Entry[spec.Score]) Score {
	s := Score{Pos: e.Key.Pos, Member: r.value(spec.Value{Scalar: e.Key}), At: e.Value.At.Value}
	if e.Value.FromNow != nil {
		s.FromNow, s.At = true, decimal(e.Value.FromNow.Value)
	}
	return s
}

// fits refuses to look for what a key of that type cannot hold, and a write that
// does not say what to plant.
func (r *resolver) fits(key *Key, said *spec.Step) {
	if said.Write.Given() && said.Fields == nil && said.Members == nil && said.Scores == nil && said.Value == nil && !said.Absent.Value {
		r.list.Errorf(said.Pos, RuleGate, "nothing is written to %q", key.Name).Help = "say fields, members, scores, value or absent"
	}
	wrong := func(part string, given bool, types ...KeyType) {
		if !given || key.Type == AnyKey {
			return
		}
		for _, t := range types {
			if key.Type == t {
				return
			}
		}
		r.list.Errorf(said.Pos, RuleGate, "%q says nothing about %q, which is a %s", part, key.Name, key.Type).Help = "look for what a " + string(key.Type) + " holds"
	}
	wrong("fields", said.Fields != nil, Hash)
	wrong("scores", said.Scores != nil, ZSet)
	wrong("value", said.Value != nil, String)
	if said.Write.Given() {
		wrong("members", said.Members != nil, ListOf, Set)
	} else {
		wrong("members", said.Members != nil, ListOf, Set, ZSet)
	}
}

func (r *resolver) connectStep(step *Step, said *spec.Step) {
	step.Connect, step.Want.Refused = true, said.Connect.Value == "refused"
	broken := r.file.Keys.Broken || slices.ContainsFunc(r.file.Keys.Entries, func(e spec.Entry[spec.Key]) bool { return e.Broken })
	if r.p.Fence == nil && !broken {
		r.list.Errorf(said.Connect.Pos, RuleGate, "there is no fence to pass").Help = "mark a key as fence: true, or remove the step"
	}
	if said.OvertakenBy.Given() {
		step.Overtake = new(r.value(spec.Value{Scalar: said.OvertakenBy}))
	}
}

func (r *resolver) waitStep(step *Step, said *spec.Step) {
	step.Wait = said.Wait.Value
	if step.Wait < 1 || step.Wait > 10_000 {
		r.list.Errorf(said.Wait.Pos, RuleGate, "a wait of %d ms is out of range", step.Wait).Help = "write 1 to 10000; a short lease needs no long wait"
	}
}

func (r *resolver) togetherStep(step *Step, said *spec.Step) {
	step.Together = r.steps(said.Together.Items)
	var script *Script
	calls := 0
	for i, s := range step.Together {
		if s.Call == nil && !s.Connect && !r.list.HasErrors() {
			r.list.Errorf(said.Together.Items[i].Pos, RuleGate, "only calls and connections are made together").Help = "give it a step of its own"
		}
		if s.Overtake != nil {
			r.list.Errorf(said.Together.Items[i].OvertakenBy.Pos, RuleGate, "only one connection can be overtaken at a time").Help = "give it a step of its own"
		}
		if s.Call != nil {
			script = s.Call
		}
		calls += s.Times
	}
	if said.Outcomes == nil {
		return
	}
	step.Want.Outcomes = []Outcome{}
	for _, o := range said.Outcomes.Items {
		outcome := Outcome{Pos: o.Pos, Want: r.ending(o.Answer, o.Refusal, o.Error, script), Times: 1}
		if o.Times.Given() {
			outcome.Times = int(o.Times.Value)
		}
		calls -= outcome.Times
		step.Want.Outcomes = append(step.Want.Outcomes, outcome)
	}
	if calls != 0 && !r.list.HasErrors() {
		r.list.Errorf(said.Outcomes.Pos, RuleGate, "the outcomes are not as many as the calls").Help = "say times: where several end alike"
	}
}

func (r *resolver) manyStep(step *Step, said *spec.Step) {
	step.Many = r.steps(said.Many.Items)
	for i, s := range step.Many {
		pos := said.Many.Items[i].Pos
		switch {
		case s.Call == nil:
			if !r.list.HasErrors() {
				r.list.Errorf(pos, RuleGate, "only calls are sent in one round trip").Help = "begin it with call:"
			}
		case s.Call != step.Many[0].Call:
			r.list.Errorf(pos, RuleGate, "calls of %q and %q are not sent in one round trip", step.Many[0].Call.Name, s.Call.Name).Help = "send calls of one script"
		case !s.Call.Many:
			r.list.Errorf(pos, RuleGate, "calls of %q are not sent in one round trip", s.Call.Name).Help = "say many: true at the script"
		}
	}
}
