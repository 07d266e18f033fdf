package protocol

import (
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec"
)

func (r *resolver) resolveGates() {
	if len(r.file.Gates.Items) == 0 {
		return
	}
	scripts := index[[]*Script]{items: map[string][]*Script{}, complete: !r.file.Modules.Broken}
	for _, s := range r.p.Scripts() {
		for _, name := range []string{s.Name, s.Module.Name + "." + s.Name} {
			if _, taken := scripts.items[name]; !taken {
				scripts.names = append(scripts.names, name)
			}
			scripts.items[name] = append(scripts.items[name], s)
		}
	}
	r.scripts = scripts
	names := map[string]diag.Pos{}
	for _, g := range r.file.Gates.Items {
		gate := &Gate{Pos: g.Pos, Name: g.Name.Value, Law: g.Law.Value, Doc: g.Doc.Value}
		if first, taken := names[gate.Name]; taken {
			f := r.list.Errorf(g.Name.Pos, RuleTwice, "two gates are called %q", gate.Name)
			f.Help = "give each a name of its own"
			f.Related = related(first, "the first is here")
		} else {
			names[gate.Name] = g.Name.Pos
		}
		r.bound = map[string]bool{}
		gate.Steps = r.steps(g.Steps.Items)
		r.p.Gates = append(r.p.Gates, gate)
	}
}

func (r *resolver) steps(said []spec.Step) []*Step {
	var steps []*Step
	for i := range said {
		steps = append(steps, r.step(&said[i]))
	}
	return steps
}

// step reads one step. What its acts have in common comes first, so that a bound
// value is known to the steps after the one that binds it.
func (r *resolver) step(said *spec.Step) *Step {
	step := &Step{Pos: said.Pos, Times: 1}
	if said.Times.Given() {
		step.Times = int(said.Times.Value)
		if said.Times.Value < 1 || said.Times.Value > mostTimes {
			r.list.Errorf(said.Times.Pos, RuleGate, "%d times is out of range", said.Times.Value).Help = "write 1 to 100"
		}
	}
	for _, e := range said.With.Entries {
		step.With = append(step.With, Binding{Pos: e.Key.Pos, Name: e.Key.Value, Value: r.value(e.Value)})
	}
	var acts []string
	act := func(name string, given bool, resolve func()) {
		if given {
			acts = append(acts, name)
			resolve()
		}
	}
	act("call", said.Call.Given(), func() { r.callStep(step, said) })
	act("read", said.Read.Given(), func() { step.Read = r.keyStep(step, said, said.Read) })
	act("write", said.Write.Given(), func() { step.Write = r.keyStep(step, said, said.Write) })
	act("connect", said.Connect.Given(), func() { r.connectStep(step, said) })
	act("wait", said.Wait.Given(), func() { r.waitStep(step, said) })
	act("forget", said.Forget.Given(), func() { step.Forget = true })
	act("together", said.Together != nil, func() { r.togetherStep(step, said) })
	act("many", said.Many != nil, func() { r.manyStep(step, said) })
	if len(acts) != 1 {
		r.list.Errorf(said.Pos, RuleGate, "a step does exactly one thing").Help = "begin it with one of call, read, write, connect, wait, forget, together or many"
	} else {
		r.belongs(said, acts[0])
	}
	return step
}

// mostTimes bounds the calls that one step makes.
const mostTimes = 100

// belongs refuses what says something that the act does not have.
func (r *resolver) belongs(said *spec.Step, act string) {
	parts := []struct {
		name  string
		pos   diag.Pos
		given bool
		acts  []string
	}{
		{"with", said.With.Pos, said.With.Pos.Line != 0, []string{"call", "read", "write"}},
		{"times", said.Times.Pos, said.Times.Given(), []string{"call", "connect"}},
		{"overtaken_by", said.OvertakenBy.Pos, said.OvertakenBy.Given(), []string{"connect"}},
		{"bind", said.Bind.Pos, said.Bind.Pos.Line != 0, []string{"call"}},
		{"answer", said.Pos, said.Answer != nil, []string{"call"}},
		{"refusal", said.Refusal.Pos, said.Refusal.Given(), []string{"call"}},
		{"error", said.Error.Pos, said.Error.Given(), []string{"call"}},
		{"fields", said.Pos, said.Fields != nil, []string{"read", "write"}},
		{"size", said.Size.Pos, said.Size.Given(), []string{"read"}},
		{"members", said.Pos, said.Members != nil, []string{"read", "write"}},
		{"scores", said.Pos, said.Scores != nil, []string{"read", "write"}},
		{"value", said.Pos, said.Value != nil, []string{"read", "write"}},
		{"absent", said.Absent.Pos, said.Absent.Value, []string{"read", "write"}},
		{"outcomes", said.Pos, said.Outcomes != nil, []string{"together"}},
	}
	for _, part := range parts {
		if part.given && !slices.Contains(part.acts, act) {
			r.list.Errorf(part.pos, RuleGate, "%q says nothing about a step that begins with %q", part.name, act).Help = "remove it, or give it a step of its own"
		}
	}
}

func (r *resolver) callStep(step *Step, said *spec.Step) {
	found, ok := r.scripts.find(r, said.Call, "a declared script")
	if len(found) != 1 {
		for _, e := range said.Bind.Entries {
			r.bound[e.Key.Value] = true // that the call is wrong is said once
		}
	}
	if !ok {
		return
	}
	if len(found) > 1 {
		r.list.Errorf(said.Call.Pos, RuleGate, "%q is a script of several modules", said.Call.Value).Help = "say which: " + diag.Cut(found[0].Module.Name+"."+found[0].Name)
		return
	}
	s := found[0]
	step.Call = s
	if !r.broken[s] {
		var known, required []string
		for _, p := range s.Call {
			known = append(known, p.Name)
			if !p.Optional {
				required = append(required, p.Name)
			}
		}
		r.bindings(said, "parameter", s.Name, known, required)
	}
	step.Want = r.ending(said.Answer, said.Refusal, said.Error, s)
	if said.Bind.Pos.Line != 0 && step.Times > 1 {
		r.list.Errorf(said.Bind.Pos, RuleGate, "%d calls cannot bind one name", step.Times).Help = "write the call once for each name"
	}
	for _, e := range said.Bind.Entries {
		step.Bind = append(step.Bind, r.bind(e, s))
	}
}

// ending is how a call ends. An error that a reply of the script names is typed,
// whichever of the two words the gate uses for it.
func (r *resolver) ending(answer *spec.Value, refusal, failure spec.Text, s *Script) Want {
	var want Want
	if answer != nil {
		r.answering = true
		want.Answer = new(r.value(*answer))
		r.answering = false
		r.answer(*answer, s)
	}
	if refusal.Given() {
		want.Refusal = r.refusal(refusal, s)
	}
	if failure.Given() {
		if err := replyError(s, failure.Value); err != nil {
			want.Refusal = err
		} else {
			want.Error = failure.Value
		}
	}
	return want
}

// answer refuses the name of a verdict that a script does not answer with. It can
// only be told where a script answers with nothing but verdicts.
func (r *resolver) answer(said spec.Value, s *Script) {
	if s == nil || s.Reply == nil || s.Reply.Value != nil || s.Reply.Undescribed() {
		return
	}
	verdicts := index[bool]{items: map[string]bool{}, complete: !r.broken[s]}
	for _, v := range s.Reply.Answers() {
		verdicts.add(v.Name, true)
	}
	verdicts.find(r, said.Scalar, "an answer of "+s.Name)
}

// replyError finds the error of a name among those that a script's reply stands for.
func replyError(s *Script, name string) *Error {
	if s == nil || s.Reply == nil {
		return nil
	}
	for _, v := range append([]*Verdict{s.Reply.None}, s.Reply.Verdicts...) {
		if v != nil && v.Error != nil && v.Error.Name == name {
			return v.Error
		}
	}
	return nil
}

func (r *resolver) refusal(ref spec.Text, s *Script) *Error {
	err, ok := r.errors.items[ref.Value]
	if !ok {
		err, ok = r.classes.items[ref.Value]
	}
	if !ok {
		err, ok = r.errors.find(r, ref, "a declared error")
	}
	if ok && err.Class != "" && s != nil && !slices.Contains(s.Refuses, err) && !r.broken[s] {
		r.list.Errorf(ref.Pos, RuleGate, "%q does not refuse with %q", s.Name, ref.Value).Help = "add " + diag.Cut(err.Class) + " to its refuses, or expect something else"
	}
	return err
}

// bind makes a part of the answer known to the steps that follow.
func (r *resolver) bind(e spec.Entry[spec.Text], s *Script) Bind {
	b := Bind{Pos: e.Key.Pos, Name: e.Key.Value, Member: e.Value.Value}
	r.bound[b.Name] = true
	var members []string
	if tuple := s.Reply.Value.Tuple(); tuple != nil && s.Reply.Value.Kind == Tuple {
		for _, m := range tuple.Members {
			members = append(members, m.Name)
		}
	}
	switch {
	case r.broken[s], slices.Contains(members, b.Member):
	case b.Member == "answer":
		b.Member = ""
	case len(members) == 0:
		r.list.Errorf(e.Value.Pos, RuleGate, "the answer of %q has no member %q", s.Name, b.Member).Help = "write answer to bind all of it"
	default:
		r.list.Errorf(e.Value.Pos, RuleGate, "the answer of %q has no member %q", s.Name, b.Member).Help = "its members are " + abridged(members)
	}
	return b
}

// bindings checks that with gives what it must, and nothing else.
func (r *resolver) bindings(said *spec.Step, what, of string, known, required []string) {
	names := index[bool]{items: map[string]bool{}, names: known, complete: true}
	for _, name := range known {
		names.items[name] = true
	}
	var given []string
	for _, e := range said.With.Entries {
		names.find(r, e.Key, "a "+what+" of "+of)
		given = append(given, e.Key.Value)
	}
	if said.With.Broken {
		return
	}
	for _, name := range required {
		if !slices.Contains(given, name) {
			r.list.Errorf(said.Pos, RuleGate, "the %s %q of %q is not given", what, name, of).Help = "add it to with: {" + diag.Cut(name) + ": …}"
		}
	}
}
