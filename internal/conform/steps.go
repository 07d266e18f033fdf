package conform

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/protocol"
)

// args are the parameters of a call, under the names of this run.
func (r *run) args(s *protocol.Step) Args {
	args := Args{}
	for _, b := range s.With {
		i := slices.IndexFunc(s.Call.Call, func(p *protocol.CallParam) bool { return p.Name == b.Name })
		if i < 0 {
			continue
		}
		p := s.Call.Call[i]
		switch v := r.literal(b.Value); {
		case p.Flag:
			args[p.Name] = v == "true"
		case p.Variadic:
			list, isList := v.([]any)
			if !isList {
				list = []any{v}
			}
			texts := []string{}
			for _, item := range list {
				texts = append(texts, r.argument(p, item))
			}
			args[p.Name] = texts
		default:
			args[p.Name] = r.argument(p, v)
		}
	}
	r.rememberKeys(s.Call, args)
	return args
}

// argument is one value as the wire carries it.
func (r *run) argument(p *protocol.CallParam, v any) string {
	text, _ := v.(string)
	if p.Type.Kind == protocol.Bool {
		switch text {
		case "true":
			text = "1"
		case "false":
			text = "0"
		}
	}
	return r.alias.hole(p.Hole, text)
}

// literal is a value of the gate: a string, a list or a Tuple.
func (r *run) literal(v protocol.Value) any {
	switch v.Kind {
	case protocol.BoundValue:
		return r.bound[v.Text]
	case protocol.ListValue:
		list := []any{}
		for _, item := range v.List {
			list = append(list, r.literal(item))
		}
		return list
	case protocol.MapValue:
		tuple := Tuple{}
		for _, b := range v.Map {
			tuple = append(tuple, Named{b.Name, r.literal(b.Value)})
		}
		return tuple
	case protocol.NullValue:
		return nil
	}
	return v.Text
}

// text is a literal that can only be a single value.
func (r *run) text(v protocol.Value) string {
	text, _ := r.literal(v).(string)
	return text
}

// holes are the values of a key's holes, under the names of this run.
func (r *run) holes(k *protocol.Key, with []protocol.Binding) Args {
	holes := Args{}
	for _, h := range k.Holes() {
		for _, b := range with {
			if b.Name == h.Name {
				holes[h.Name] = r.alias.hole(h, r.text(b.Value))
			}
		}
	}
	return holes
}

func (r *run) at(k *protocol.Key, holes Args) string {
	at := address(k, func(h *protocol.Param) string {
		value, _ := holes[h.Name].(string)
		return value
	})
	if r.alias.isApart(k, holes) {
		r.remember(at)
	}
	return at
}

// rememberKeys keeps the addresses of a call that are this run's own.
func (r *run) rememberKeys(s *protocol.Script, args Args) {
	for _, use := range s.Keys {
		own := slices.ContainsFunc(use.Holes, func(p *protocol.CallParam) bool {
			return slices.ContainsFunc(values(args[p.Name]), func(v string) bool { return r.alias.text(v) != v })
		})
		if own && use.Key.RootOf == nil {
			for _, at := range keysOf(use, args) {
				r.remember(at)
			}
		}
	}
}

// clockKey is a key of the gate, by which a node of a cluster is chosen.
func (r *run) clockKey() string {
	for s := range acts(r.gate) {
		if s.Call != nil {
			for _, use := range s.Call.Keys {
				if keys := keysOf(use, r.args(s)); len(keys) > 0 {
					return keys[0]
				}
			}
		}
	}
	return ""
}

// read looks at a key as an outsider, and lets a speaker read it as well when its
// SDK has a reader for it.
func (r *run) read(ctx context.Context, s *protocol.Step, f *Failure) error {
	holes := r.holes(s.Read, s.With)
	at := r.at(s.Read, holes)
	found, err := observe(ctx, r.Engine.Client(2), at)
	if err != nil {
		return err
	}
	if got, want, ok := r.holds(s, found); !ok {
		f.Sent, f.Got, f.Want, f.Runtime = at, got, want, "an outsider"
		r.failure = f
		return nil
	}
	if !s.Read.IsRecord() || s.Want.Fields == nil && !s.Want.Absent {
		return nil
	}
	rt, peer := r.peer()
	end := peer.Read(ctx, s.Read, holes)
	end.Value, end.Text = r.alias.value(end.Value), r.alias.text(end.Text)
	if want, ok := r.recorded(s, end); !ok {
		f.fill(rt, end, want)
		r.failure = f
	}
	return nil
}

// holds holds what an outsider found against what a read expects.
func (r *run) holds(s *protocol.Step, found state) (got, want string, ok bool) {
	w := s.Want
	if w.Absent {
		return found.String(), "absent", found.kind == protocol.AnyKey
	}
	if s.Read.Type != protocol.AnyKey && found.kind != protocol.AnyKey && found.kind != s.Read.Type {
		return "a " + string(found.kind) + ": " + found.String(), "a " + string(s.Read.Type), false
	}
	if w.Size != nil && *w.Size != found.size() {
		return fmt.Sprintf("size %d: %s", found.size(), found), fmt.Sprintf("size %d", *w.Size), false
	}
	if w.Fields != nil {
		got, want := r.rows(s.Read, r.row(found), r.wantedRow(w.Fields))
		if got != want {
			return got, want, false
		}
	}
	if w.Members != nil {
		got, want := r.seen(found.members), []any{}
		for _, m := range w.Members {
			want = append(want, r.literal(m))
		}
		if s.Read.Type == protocol.Set {
			slices.SortFunc(want, func(a, b any) int { return strings.Compare(show(a), show(b)) })
			slices.SortFunc(got, func(a, b any) int { return strings.Compare(show(a), show(b)) })
		}
		if show(got) != show(want) {
			return show(got), show(want), false
		}
	}
	if w.Value != nil {
		if got, want := r.alias.text(found.value), r.text(*w.Value); got != want || found.kind == protocol.AnyKey {
			return found.String(), show(want), false
		}
	}
	if w.Scores != nil && !r.scored(w.Scores, found) {
		return r.seenScores(found), r.wantedScores(w.Scores), false
	}
	return "", "", true
}

func (r *run) seen(members []string) []any {
	seen := []any{}
	for _, m := range members {
		seen = append(seen, r.alias.text(m))
	}
	return seen
}

// rows renders two rows so that they are equal as texts when they are equal.
func (r *run) rows(k *protocol.Key, found, want Tuple) (string, string) {
	return sorted(r.counted(k, found, want)), sorted(r.counted(k, want, found))
}

func (r *run) row(found state) Tuple {
	var fields Tuple
	for name, value := range found.fields {
		fields = append(fields, Named{name, r.alias.text(value)})
	}
	return fields
}

func (r *run) wantedRow(want []protocol.Binding) Tuple {
	var fields Tuple
	for _, b := range want {
		fields = append(fields, Named{b.Name, r.text(b.Value)})
	}
	return fields
}

// counted gives the fields of one row that count beside another.
func (r *run) counted(k *protocol.Key, row, other Tuple) Tuple {
	if r.Ignores == nil {
		return row
	}
	return slices.DeleteFunc(slices.Clone(row), func(f Named) bool {
		_, met := other.get(f.Name)
		return r.Ignores(k, f.Name, met)
	})
}

func sorted(t Tuple) string {
	slices.SortFunc(t, func(a, b Named) int { return strings.Compare(a.Name, b.Name) })
	if len(t) == 0 {
		return "no fields"
	}
	return exactly(t)
}

// exactly is show for rows, but never shortens what is to be compared.
func exactly(t Tuple) string {
	var b strings.Builder
	for i, m := range t {
		if i > 0 {
			b.WriteString(", ")
		}
		text, _ := m.Value.(string)
		fmt.Fprintf(&b, "%s: %s", quote(m.Name), strconv.QuoteToASCII(text))
	}
	return "{" + b.String() + "}"
}

// recorded holds what an SDK's reader gave against the same expectation.
func (r *run) recorded(s *protocol.Step, end Ending) (string, bool) {
	if end.Kind == EndedUnsupported { // an SDK need not have a reader
		return "", true
	}
	if s.Want.Absent {
		return "absent", end.Kind == EndedAbsent
	}
	fields, _ := end.Value.(Tuple)
	got, want := r.rows(s.Read, slices.Clone(fields), r.wantedRow(s.Want.Fields))
	return want, end.Kind == EndedFields && got == want
}

// scored reports whether a sorted set has exactly the wanted members and scores.
func (r *run) scored(want []protocol.Score, found state) bool {
	if len(want) != len(found.members) {
		return false
	}
	for _, w := range want {
		i := slices.Index(r.seen(found.members), any(r.text(w.Member)))
		if i < 0 {
			return false
		}
		if !w.FromNow {
			if !sameNumber(found.scores[i], w.At) {
				return false
			}
			continue
		}
		distance, _ := strconv.ParseInt(w.At, 10, 64)
		score, err := strconv.ParseInt(found.scores[i], 10, 64)
		if err != nil || score < r.before.UnixMilli()+distance || score > r.after.UnixMilli()+distance {
			return false
		}
	}
	return true
}

// seenScores shows scores with their distance from the clock, if it was read.
func (r *run) seenScores(found state) string {
	var scores Tuple
	for i, m := range found.members {
		text := found.scores[i]
		if score, err := strconv.ParseInt(text, 10, 64); err == nil && r.times {
			text = fmt.Sprintf("%s (from now: %d)", text, score-r.after.UnixMilli())
		}
		scores = append(scores, Named{r.alias.text(m), text})
	}
	if len(scores) == 0 {
		return "no members"
	}
	return exactly(scores)
}

func (r *run) wantedScores(want []protocol.Score) string {
	var scores Tuple
	for _, w := range want {
		text := w.At
		if w.FromNow {
			text = "from now: " + text
		}
		scores = append(scores, Named{r.text(w.Member), text})
	}
	return exactly(scores)
}

// write plants what a gate says.
func (r *run) write(ctx context.Context, s *protocol.Step) error {
	at := r.at(s.Write, r.holes(s.Write, s.With))
	want := planted{absent: s.Want.Absent}
	for _, b := range s.Want.Fields {
		want.fields = append(want.fields, Named{b.Name, r.text(b.Value)})
	}
	for _, m := range s.Want.Members {
		want.members = append(want.members, r.text(m))
	}
	for _, m := range s.Want.Scores {
		score := m.At
		if m.FromNow {
			now, err := r.Engine.Now(ctx, at)
			if err != nil {
				return err
			}
			distance, _ := strconv.ParseInt(m.At, 10, 64)
			score = strconv.FormatInt(now.UnixMilli()+distance, 10)
		}
		want.scores = append(want.scores, Named{r.text(m.Member), score})
	}
	if s.Want.Value != nil {
		want.value = r.text(*s.Want.Value)
	}
	return plant(ctx, r.Engine.Client(2), s.Write, at, want)
}

// forget empties the script cache of every node.
func (r *run) forget(ctx context.Context) error {
	return r.Engine.EachNode(ctx, func(ctx context.Context, node redis.Cmdable) error {
		return node.ScriptFlush(ctx).Err()
	})
}
