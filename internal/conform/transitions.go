package conform

import (
	"cmp"
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

// Transition is what a call was seen to do to the row of a record: the state it
// was in and the one it was left in. Either is empty where there was no row.
type Transition struct {
	Key      *protocol.Key
	From, To string
	Script   *protocol.Script
	Answer   string // the name of the verdict; empty for any other answer
}

// Transitions runs the gates by the tool on an embedded engine and lists what
// calls were seen to do to records that have a state: a field that is one of a
// few words, the first of its record. What no gate shows is not listed. broken are
// the gates that do not hold, which show what the protocol does not say.
func Transitions(ctx context.Context, p *protocol.Protocol) (seen []Transition, broken []*protocol.Gate, err error) {
	e, err := engine.Open(ctx, engine.Embedded)
	if err != nil {
		return nil, nil, err
	}
	defer e.Close()
	sights := &sightings{p: p, found: map[Transition]bool{}}
	report, err := Run(ctx, Options{
		Protocol: p, Gates: p.Gates, Engine: e, RESP: 2, Runtimes: []Runtime{Tool(p)},
		Token: "doc", Jobs: 1, Now: time.Now, watch: sights.watch,
	})
	if err != nil {
		return nil, nil, err
	}
	for _, row := range report.Rows {
		if row.Cells[0].Result == Failed {
			broken = append(broken, row.Gate)
		}
	}
	return sights.sorted(), broken, nil
}

// stateField is the field that says where a record is in its life, or nil.
func stateField(k *protocol.Key) *protocol.Field {
	for _, f := range k.Fields {
		if f.Type.Kind == protocol.Enum {
			return f
		}
	}
	return nil
}

// sightings gathers transitions while gates run.
type sightings struct {
	p     *protocol.Protocol
	found map[Transition]bool
}

// watch looks at all keys of a gate before a call, and again after it.
func (s *sightings) watch(ctx context.Context, r *run, step *protocol.Step) func(Ending) error {
	before, err := s.look(ctx, r)
	return func(end Ending) error {
		if err != nil {
			return err
		}
		after, err := s.look(ctx, r)
		if err != nil || end.Kind != EndedVerdict && end.Kind != EndedValue {
			return err
		}
		s.compare(r, step, end, before, after)
		return nil
	}
}

func (s *sightings) look(ctx context.Context, r *run) (map[string]state, error) {
	keys, err := r.scan(ctx, r.alias.marks())
	if err != nil {
		return nil, err
	}
	all := map[string]state{}
	for _, at := range keys {
		if all[at], err = observe(ctx, r.Engine.Client(2), at); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (s *sightings) compare(r *run, step *protocol.Step, end Ending, before, after map[string]state) {
	moved := !maps.EqualFunc(before, after, func(a, b state) bool { return a.String() == b.String() })
	var own []string // the rows that the call names
	for _, use := range step.Call.Keys {
		own = append(own, keysOf(use, r.args(step))...)
	}
	for _, k := range s.p.Keys {
		field := stateField(k)
		if field == nil {
			continue
		}
		at := addresses(k)
		rows := maps.Clone(before)
		maps.Copy(rows, after)
		for key := range rows {
			from, to := before[key].fields[field.Name], after[key].fields[field.Name]
			// A call that leaves the state of its own row as it was may still have
			// done something for it.
			if !at.MatchString(key) || from == to && !(moved && from != "" && slices.Contains(own, key)) {
				continue
			}
			t := Transition{Key: k, From: from, To: to, Script: step.Call}
			if end.Kind == EndedVerdict {
				t.Answer = end.Name
			}
			s.found[t] = true
		}
	}
}

// addresses matches every address that a key can have.
func addresses(k *protocol.Key) *regexp.Regexp {
	var b strings.Builder
	for _, s := range k.At {
		if s.Hole != nil {
			b.WriteString(".*")
		} else {
			b.WriteString(regexp.QuoteMeta(s.Text))
		}
	}
	return regexp.MustCompile(`(?s)\A` + b.String() + `\z`)
}

// sorted puts transitions in the order of the spec: of their keys, of their
// scripts, then of the states they begin with.
func (s *sightings) sorted() []Transition {
	scripts := s.p.Scripts()
	order := func(t Transition, value string) int {
		return slices.Index(stateField(t.Key).Type.Values, value)
	}
	return slices.SortedFunc(maps.Keys(s.found), func(a, b Transition) int {
		return cmp.Or(
			slices.Index(s.p.Keys, a.Key)-slices.Index(s.p.Keys, b.Key),
			slices.Index(scripts, a.Script)-slices.Index(scripts, b.Script),
			order(a, a.From)-order(b, b.From),
			order(a, a.To)-order(b, b.To),
			strings.Compare(a.Answer, b.Answer),
		)
	})
}
