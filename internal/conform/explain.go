package conform

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// describe says in words what a step does.
func (r *run) describe(s *protocol.Step) string {
	with := ""
	for _, b := range s.With {
		with += " " + b.Name + "=" + r.shown(b.Value)
	}
	switch {
	case s.Call != nil:
		return "call " + s.Call.Name + with
	case s.Read != nil:
		return "read " + s.Read.Name + with
	case s.Write != nil:
		return "write " + s.Write.Name + with
	case s.Overtake != nil:
		return "connect, overtaken by " + showLiteral(*s.Overtake)
	case s.Connect:
		return "connect"
	case s.Wait > 0:
		return fmt.Sprintf("wait %d ms", s.Wait)
	case s.Forget:
		return "forget scripts"
	case s.Many != nil:
		return fmt.Sprintf("many: %d calls of %s", len(s.Many), s.Many[0].Call.Name)
	}
	var calls []string
	for _, inner := range s.Together {
		calls = append(calls, fmt.Sprintf("%d × %s", inner.Times, r.describe(inner)))
	}
	return "together: " + strings.Join(calls, ", ")
}

func (r *run) shown(v protocol.Value) string {
	if v.Kind == protocol.BoundValue {
		if bound, ok := r.bound[v.Text]; ok {
			return show(bound)
		}
	}
	return showLiteral(v)
}

// expected says in words what a call must end with.
func (r *run) expected(w protocol.Want) string {
	switch {
	case w.Refusal != nil:
		return strings.TrimSpace("refusal " + w.Refusal.Name + " " + parenthesized(w.Refusal.Class))
	case w.Error != "":
		return "error " + w.Error
	case w.Answer != nil:
		return r.shown(*w.Answer)
	}
	return "an answer"
}

// showLiteral renders a literal of a gate as the gate writes it.
func showLiteral(v protocol.Value) string {
	switch v.Kind {
	case protocol.BoundValue:
		return "$" + v.Text
	case protocol.NullValue:
		return "null"
	case protocol.ListValue:
		var items []string
		for _, item := range v.List {
			items = append(items, showLiteral(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case protocol.MapValue:
		var items []string
		for _, b := range v.Map {
			items = append(items, quote(b.Name)+": "+showLiteral(b.Value))
		}
		return "{" + strings.Join(items, ", ") + "}"
	}
	return quote(v.Text)
}

// explain completes a failure with what an outsider sees afterwards: the keys of
// the gate, those that carry one of its names, and who took which step.
func (r *run) explain(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	f := r.failure
	f.Names = r.alias.String()
	if len(r.cast) > 1 {
		var names []string
		for _, rt := range r.cast {
			names = append(names, rt.Name())
		}
		f.Cast = strings.Join(names, ", ") + ", in turns"
	}
	keys, err := r.keys(ctx)
	if err != nil {
		f.Keys = append(f.Keys, KeyState{"?", err.Error()})
		return
	}
	for _, at := range keys {
		found, err := observe(ctx, r.Engine.Client(2), at)
		text := clip(found.String())
		if err != nil {
			text = err.Error()
		}
		f.Keys = append(f.Keys, KeyState{r.alias.text(at), text})
	}
}

// mostKeys is how many keys a failure shows.
const mostKeys = 20

func (r *run) keys(ctx context.Context) ([]string, error) {
	var keys []string
	for s := range acts(r.gate) {
		for _, k := range []*protocol.Key{s.Read, s.Write} {
			if k != nil {
				keys = append(keys, r.at(k, r.holes(k, s.With)))
			}
		}
	}
	if marks := r.alias.marks(); len(marks) > 0 {
		found, err := r.scan(ctx, marks)
		if err != nil {
			return nil, err
		}
		keys = append(keys, found...)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	return keys[:min(len(keys), mostKeys)], nil
}
