package conform

import (
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// connected is what a connection is expected to end with.
func connected(refused bool) protocol.Want {
	if refused {
		return protocol.Want{Error: protocol.FenceError}
	}
	return protocol.Want{Answer: &protocol.Value{Text: "connected"}}
}

// meets reports whether an ending is the wanted one. Without a wish, every answer
// will do, but no error.
func (r *run) meets(s *protocol.Script, w protocol.Want, end Ending) bool {
	switch {
	case w.Refusal != nil:
		// A message that is kept must carry the class that the script sent.
		return end.Kind == EndedRefusal && end.Name == w.Refusal.Name &&
			(end.Text == "" || w.Refusal.Class == "" || contains(end.Text, w.Refusal.Class))
	case w.Error != "":
		return isError(w.Error, end)
	case w.Answer != nil:
		return r.answers(s, *w.Answer, end)
	}
	return end.Kind == EndedVerdict || end.Kind == EndedValue
}

func isError(want string, end Ending) bool {
	kinds := []EndingKind{EndedHost, EndedServer, EndedReply, EndedTransport, EndedFence}
	if slices.Contains(kinds, EndingKind(want)) {
		return end.Kind == EndingKind(want)
	}
	return slices.Contains(kinds, end.Kind) && contains(end.Text, want)
}

// answers holds an answer against a literal: a verdict by its name, anything else
// by its shape. Of a tuple, the members that the gate names are compared.
func (r *run) answers(s *protocol.Script, want protocol.Value, end Ending) bool {
	if want.Kind == protocol.ScalarValue && (s == nil || isVerdict(s, want.Text)) {
		return end.Kind == EndedVerdict && end.Name == want.Text
	}
	if end.Kind == EndedVerdict {
		return want.Kind == protocol.BoundValue && r.bound[want.Text] == end.Name
	}
	if end.Kind != EndedValue {
		return false
	}
	if s.Reply.Undescribed() {
		return same(&protocol.Shape{Type: protocol.Type{Kind: protocol.Text}}, r.literal(want), end.Value)
	}
	return same(s.Reply.Value, r.literal(want), end.Value)
}

func isVerdict(s *protocol.Script, name string) bool {
	return slices.ContainsFunc(s.Reply.Answers(), func(v *protocol.Verdict) bool { return v.Name == name })
}

// same compares what is wanted with what was answered, by the shape of the reply.
func same(shape *protocol.Shape, want, got any) bool {
	switch got := got.(type) {
	case nil:
		return want == nil
	case Tuple:
		wanted, ok := want.(Tuple)
		if !ok {
			return false
		}
		for _, w := range wanted {
			value, has := got.get(w.Name)
			if !has || !same(memberShape(shape, w.Name), w.Value, value) {
				return false
			}
		}
		return true
	case []any:
		wanted, ok := want.([]any)
		return ok && slices.EqualFunc(wanted, got, func(w, g any) bool { return same(elemShape(shape), w, g) })
	case Pairs:
		wanted, ok := want.(Tuple)
		if !ok || len(wanted) != len(got) {
			return false
		}
		for _, w := range wanted {
			if !slices.ContainsFunc(got, func(pair [2]any) bool { return pair[0] == w.Name && same(elemShape(shape), w.Value, pair[1]) }) {
				return false
			}
		}
		return true
	case string:
		wanted, ok := want.(string)
		return ok && sameScalar(shape, wanted, got)
	}
	return false
}

// sameScalar compares numbers as numbers, everything else byte by byte.
func sameScalar(shape *protocol.Shape, want, got string) bool {
	if shape != nil && shape.Kind == protocol.Scalar {
		switch shape.Type.Kind {
		case protocol.Float:
			return sameNumber(want, got)
		case protocol.Bool:
			want = strings.NewReplacer("true", "1", "false", "0").Replace(want)
		}
	}
	return want == got
}

func memberShape(shape *protocol.Shape, name string) *protocol.Shape {
	tuple := shape.Tuple()
	if tuple == nil {
		return nil
	}
	for _, m := range tuple.Members {
		if m.Name == name {
			return m.Shape
		}
	}
	return nil
}

func elemShape(shape *protocol.Shape) *protocol.Shape {
	if shape == nil || shape.Elem == nil {
		return shape
	}
	return shape.Elem
}

func contains(text, part string) bool { return strings.Contains(text, part) }
