package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/protocol"
)

// failure cuts a mixture that falls down to the acts that show it, and tells
// these as a story.
func (s *play) failure(f fall) (*Failure, error) {
	dropped := map[int]bool{}
	for i := f.at + 1; i < s.end; i++ {
		dropped[i] = true
	}
	for i := f.at - 1; i >= 0; i-- {
		if _, part := s.alone[i]; part {
			continue
		}
		dropped[i] = true
		shows, failure, err := s.shows(f, dropped)
		if err != nil {
			return nil, err
		}
		if shows {
			f.failure = failure
		} else {
			delete(dropped, i)
		}
	}
	failure := &Failure{Relation: s.relation(f.at, f.mixture, dropped), Harm: s.harm(f)}
	for i := range f.at + 1 {
		if dropped[i] {
			continue
		}
		failure.Story = append(failure.Story, s.line(i, f))
		if script := called(s.parts[i].home); script != nil && !slices.Contains(failure.Scripts, script) {
			failure.Scripts = append(failure.Scripts, script)
		}
	}
	return failure, nil
}

// shows reports whether the acts that are left still hold for each version alone,
// and still fall in the mixture.
func (s *play) shows(f fall, dropped map[int]bool) (bool, *conform.Failure, error) {
	if f.failure == nil {
		// That it cannot be reached needs no run, but somebody must have written.
		return s.follows(f.at, f.mixture, dropped), nil, nil
	}
	gates := []*protocol.Gate{
		s.castOf(f.mixture, dropped),
		s.castOf(make(mixture, len(s.vary)), dropped),
	}
	if s.byOther(f.at, f.mixture) {
		gates = append(gates, s.castOf(slices.Repeat([]bool{true}, len(s.vary)), dropped))
	}
	cells, err := s.prover.run(gates)
	if err != nil {
		return false, nil, err
	}
	last := len(gates[0].Steps)
	if cells[0].Result != conform.Failed || cells[0].Failure.Step != last {
		return false, nil, nil
	}
	for _, alone := range cells[1:] {
		if alone.Result != conform.Passed {
			return false, nil, nil
		}
	}
	return true, cells[0].Failure, nil
}

// harm is what became of the row, in the words of the judgement.
func (s *play) harm(f fall) Harm {
	if f.failure == nil {
		return Unfindable
	}
	step := s.step(f.at, f.mixture)
	nothing := step.Call != nil && step.Call.Reply.None != nil && f.failure.Ended == conform.EndedVerdict && f.failure.Got == step.Call.Reply.None.Name
	switch {
	case nothing:
		return NeverClaimed
	case f.failure.Ended == conform.EndedAbsent, f.failure.Ended == "" && (f.failure.Got == "absent" || strings.HasPrefix(f.failure.Got, "size 0")):
		return Unfindable
	case f.failure.Ended == conform.EndedReply, step.Read != nil && step.Read.IsRecord():
		return Unreadable
	}
	return NotPromised
}

func (s *play) line(i int, f fall) Line {
	step := s.parts[i].home
	if s.byOther(i, f.mixture) && s.parts[i].other != nil {
		step = s.step(i, f.mixture)
	}
	line := Line{Act: describe(step)}
	if step.Write != nil && slices.Contains(s.vary, i) {
		line.Act = fmt.Sprintf("an outsider of the %s version writes %s", s.speaker(i, f.mixture), step.Write.Name+with(step.With))
	}
	if step.Together != nil && slices.Contains(s.vary, i) {
		line.Act = atOnce(step.Together, s.holder)
	}
	if step.Call != nil || step.Read != nil || step.Many != nil {
		line.Speaker = s.speaker(i, f.mixture)
	}
	switch {
	case i < f.at:
		line.Saw = seen(step)
	case f.failure == nil:
		line.Saw = s.parts[i].why
	default:
		line.Saw, line.Wanted = f.failure.Got, f.failure.Want
	}
	return line
}

// describe tells what a step does.
func describe(s *protocol.Step) string {
	switch {
	case s.Call != nil:
		return s.Call.Name + with(s.With)
	case s.Read != nil:
		return "reads " + s.Read.Name + with(s.With)
	case s.Write != nil:
		return "an outsider writes " + s.Write.Name + with(s.With)
	case s.Many != nil:
		return fmt.Sprintf("%s, %d calls at once", s.Many[0].Call.Name, len(s.Many))
	case s.Together != nil:
		return atOnce(s.Together, func(*protocol.Script) string { return "" })
	case s.Wait > 0:
		return fmt.Sprintf("%d ms pass", s.Wait)
	}
	return "the server forgets its scripts"
}

// holder names the version whose speakers hold a script, as a word before it.
func (s *play) holder(script *protocol.Script) string {
	if slices.Contains(s.prover.Old.Scripts(), script) {
		return string(Old) + " "
	}
	return string(New) + " "
}

// atOnce tells which calls are made at the same time, and how many of each.
func atOnce(steps []*protocol.Step, holder func(*protocol.Script) string) string {
	var names, calls []string
	times := map[string]int{}
	for _, step := range steps {
		call := "connections"
		if step.Call != nil {
			call = holder(step.Call) + step.Call.Name
		}
		if times[call] == 0 {
			names = append(names, call)
		}
		times[call] += step.Times
	}
	for _, call := range names {
		calls = append(calls, fmt.Sprintf("%d × %s", times[call], call))
	}
	return strings.Join(calls, " and ") + " at the same time"
}

func with(bindings []protocol.Binding) string {
	var values []string
	for _, b := range bindings {
		values = append(values, b.Name+": "+show(b.Value))
	}
	return "(" + strings.Join(values, ", ") + ")"
}

// show renders a literal of a gate, a long one by its beginning.
func show(v protocol.Value) string {
	text := v.Text
	switch v.Kind {
	case protocol.BoundValue:
		return "$" + text
	case protocol.NullValue:
		return "null"
	case protocol.ListValue:
		var items []string
		for _, item := range v.List {
			items = append(items, show(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case protocol.MapValue:
		return "{" + strings.TrimSuffix(strings.TrimPrefix(with(v.Map), "("), ")") + "}"
	}
	if len(text) > 40 {
		return fmt.Sprintf("%.40q… (%d bytes)", text, len(text))
	}
	if strings.IndexFunc(text, func(r rune) bool { return r < '!' || r > '~' || strings.ContainsRune(`,:(){}[]"`, r) }) >= 0 || text == "" {
		return fmt.Sprintf("%q", text)
	}
	return text
}

// seen tells what a step that held was answered.
func seen(s *protocol.Step) string {
	switch {
	case s.Want.Refusal != nil:
		return "refused, " + s.Want.Refusal.Name
	case s.Want.Answer != nil:
		return show(*s.Want.Answer)
	case s.Want.Error != "":
		return "error, " + s.Want.Error
	}
	return ""
}
