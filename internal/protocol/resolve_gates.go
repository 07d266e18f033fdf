package protocol

import (
	"encoding/hex"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/spec"
)

func (r *resolver) resolveGates() {
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
	for _, g := range r.file.Gates.Items {
		gate := &Gate{Pos: g.Pos, Name: g.Name.Value, Doc: g.Doc.Value}
		for _, s := range g.Steps.Items {
			gate.Steps = append(gate.Steps, r.step(s))
		}
		r.p.Gates = append(r.p.Gates, gate)
	}
}

func (r *resolver) step(said spec.Step) *Step {
	step := &Step{Pos: said.Pos}
	for _, e := range said.With.Entries {
		step.With = append(step.With, Binding{Pos: e.Key.Pos, Name: e.Key.Value, Value: r.value(e.Value)})
	}
	switch {
	case said.Call.Given() == said.Read.Given():
		r.list.Errorf(said.Pos, RuleGate, "a step is either a call or a read").Help = "begin it with call: or read:"
	case said.Call.Given():
		r.callStep(step, said)
	default:
		r.readStep(step, said)
	}
	return step
}

func (r *resolver) callStep(step *Step, said spec.Step) {
	found, ok := r.scripts.find(r, said.Call, "a declared script")
	if !ok {
		return
	}
	if len(found) > 1 {
		r.list.Errorf(said.Call.Pos, RuleGate, "%q is a script of several modules", said.Call.Value).Help = "say which: " + found[0].Module.Name + "." + found[0].Name
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
	switch {
	case said.Answer != nil:
		value := r.value(*said.Answer)
		step.Want.Answer = &value
	case said.Refusal.Given():
		step.Want.Refusal = r.refusal(said.Refusal, s)
	case said.Error.Given():
		step.Want.Error = said.Error.Value
	}
}

func (r *resolver) refusal(ref spec.Text, s *Script) *Error {
	err, ok := r.errors.items[ref.Value]
	if !ok {
		err, ok = r.classes.items[ref.Value]
	}
	if !ok {
		err, ok = r.errors.find(r, ref, "a declared error")
	}
	if ok && err.Class != "" && !slices.Contains(s.Refuses, err) && !r.broken[s] {
		r.list.Errorf(ref.Pos, RuleGate, "%q does not refuse with %q", s.Name, ref.Value).Help = "add " + err.Class + " to its refuses, or expect something else"
	}
	return err
}

func (r *resolver) readStep(step *Step, said spec.Step) {
	key, ok := r.keys.find(r, said.Read, "a declared key")
	if !ok {
		return
	}
	step.Read = key
	var holes []string
	for _, h := range key.Holes() {
		holes = append(holes, h.Name)
	}
	r.bindings(said, "hole", key.Name, holes, holes)
	w := &step.Want
	if said.Fields != nil {
		w.Fields = []Binding{}
		for _, e := range said.Fields.Entries {
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
	if said.Value != nil {
		w.Value = new(r.value(*said.Value))
	}
	w.Absent = said.Absent.Value
}

// bindings checks that with gives what it must, and nothing else.
func (r *resolver) bindings(said spec.Step, what, of string, known, required []string) {
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
			r.list.Errorf(said.Pos, RuleGate, "the %s %q of %q is not given", what, name, of).Help = "add it to with: {" + name + ": …}"
		}
	}
}

func (r *resolver) value(said spec.Value) Value {
	v := Value{Pos: said.Pos(), Text: said.Scalar.Value}
	switch {
	case said.List != nil:
		v.Kind = ListValue
		for _, item := range said.List.Items {
			v.List = append(v.List, r.value(item))
		}
	case said.Map != nil:
		v.Kind = MapValue
		for _, e := range said.Map.Entries {
			v.Map = append(v.Map, Binding{Pos: e.Key.Pos, Name: e.Key.Value, Value: r.value(e.Value)})
		}
	case said.Bytes != nil:
		v.Text = r.bytes(said.Bytes)
	}
	return v
}

// most bounds a literal of a gate.
const most = 64 << 20

func (r *resolver) bytes(b *spec.Bytes) string {
	if b.Hex.Given() {
		decoded, _ := hex.DecodeString(b.Hex.Value)
		return string(decoded)
	}
	if b.Times.Value < 0 || int64(len(b.Repeat.Value))*min(b.Times.Value, most+1) > most {
		r.list.Errorf(b.Times.Pos, RuleGate, "%d times is out of range", b.Times.Value).Help = "64 MiB is the most"
		return ""
	}
	return strings.Repeat(b.Repeat.Value, int(b.Times.Value))
}
