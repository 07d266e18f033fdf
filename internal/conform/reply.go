package conform

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/protocol"
)

// understand says how a call ended, from what the server answered.
func understand(s *protocol.Script, raw any, err error) Ending {
	switch {
	case errors.Is(err, redis.Nil):
		raw = nil
	case err != nil:
		return failure(s, err)
	}
	if s.Reply.Undescribed() {
		return Ending{Kind: EndedValue, Value: loose(raw)}
	}
	if s.Reply.None != nil && isNone(raw) {
		return verdict(s.Reply.None)
	}
	for _, v := range s.Reply.Verdicts {
		if v.Match.IsString && raw == v.Match.Str || !v.Match.IsString && raw == v.Match.Int {
			return verdict(v)
		}
	}
	if s.Reply.Value == nil {
		return Ending{Kind: EndedReply, Text: fmt.Sprintf("%s is no answer of %s", show(loose(raw)), s.Name)}
	}
	value, err := decode(s.Reply.Value, raw)
	if err != nil {
		return Ending{Kind: EndedReply, Text: err.Error()}
	}
	return Ending{Kind: EndedValue, Value: value}
}

// failure sorts an error: a declared class is typed, another error of the server
// passes through, and all else is about the connection.
func failure(s *protocol.Script, err error) Ending {
	var reply redis.Error
	if !errors.As(err, &reply) {
		return Ending{Kind: EndedTransport, Text: err.Error()}
	}
	word, _, _ := strings.Cut(err.Error(), " ")
	for _, class := range s.Refuses {
		if class.Class == word {
			return Ending{Kind: EndedRefusal, Name: class.Name, Text: err.Error()}
		}
	}
	return Ending{Kind: EndedServer, Text: err.Error()}
}

func verdict(v *protocol.Verdict) Ending {
	if v.Error != nil {
		return Ending{Kind: EndedRefusal, Name: v.Error.Name}
	}
	return Ending{Kind: EndedVerdict, Name: v.Name}
}

func isNone(raw any) bool {
	list, isList := raw.([]any)
	return raw == nil || raw == false || isList && len(list) == 0
}

// decode reads a reply of a shape.
func decode(shape *protocol.Shape, raw any) (any, error) {
	switch shape.Kind {
	case protocol.Tuple:
		return decodeTuple(shape, raw)
	case protocol.List:
		list, ok := raw.([]any)
		if !ok {
			return nil, fmt.Errorf("%s is not a list", show(loose(raw)))
		}
		items := make([]any, len(list))
		for i, item := range list {
			var err error
			if items[i], err = decode(shape.Elem, item); err != nil {
				return nil, err
			}
		}
		return items, nil
	case protocol.Map:
		return decodeMap(shape, raw)
	}
	return decodeScalar(shape.Type, raw)
}

func decodeTuple(shape *protocol.Shape, raw any) (any, error) {
	list, ok := raw.([]any)
	if !ok || len(list) != len(shape.Members) {
		return nil, fmt.Errorf("%s is not a tuple of %d members", show(loose(raw)), len(shape.Members))
	}
	var tuple Tuple
	for i, m := range shape.Members {
		if m.Optional && list[i] == nil {
			tuple = append(tuple, Named{m.Name, nil})
			continue
		}
		value, err := decode(m.Shape, list[i])
		if err != nil {
			return nil, fmt.Errorf("member %s: %w", m.Name, err)
		}
		tuple = append(tuple, Named{m.Name, value})
	}
	return tuple, nil
}

// decodeMap reads a flat list of pairs, or what RESP3 has for it.
func decodeMap(shape *protocol.Shape, raw any) (any, error) {
	pairs := Pairs{}
	add := func(k, v any) error {
		key, err := decodeScalar(shape.Key, k)
		if err != nil {
			return err
		}
		value, err := decode(shape.Elem, v)
		pairs = append(pairs, [2]any{key, value})
		return err
	}
	switch raw := raw.(type) {
	case []any:
		if len(raw)%2 != 0 {
			return nil, fmt.Errorf("%s has a key without a value", show(loose(raw)))
		}
		for i := 0; i < len(raw); i += 2 {
			if err := add(raw[i], raw[i+1]); err != nil {
				return nil, err
			}
		}
	case map[any]any:
		for _, k := range slices.SortedFunc(maps.Keys(raw), func(a, b any) int { return strings.Compare(show(a), show(b)) }) {
			if err := add(k, raw[k]); err != nil {
				return nil, err
			}
		}
	default:
		return nil, fmt.Errorf("%s is not a map", show(loose(raw)))
	}
	return pairs, nil
}

func decodeScalar(t protocol.Type, raw any) (any, error) {
	var text string
	switch raw := raw.(type) {
	case string:
		text = raw
	case int64:
		text = strconv.FormatInt(raw, 10)
	case float64:
		text = strconv.FormatFloat(raw, 'g', -1, 64)
	case bool:
		text = map[bool]string{true: "1", false: "0"}[raw]
	default:
		return nil, fmt.Errorf("%s is not a single value", show(loose(raw)))
	}
	_, isText := raw.(string)
	switch t.Kind {
	case protocol.Count:
		if n, err := strconv.ParseInt(text, 10, 64); err != nil || n < 0 {
			return nil, fmt.Errorf("%s is not a count", quote(text))
		}
	case protocol.Text, protocol.Bytes, protocol.Status, protocol.Branded, protocol.Enum:
		if !isText {
			return nil, fmt.Errorf("%s is a number, not a text", text)
		}
		fallthrough
	default:
		if err := admitType("reply", t, text); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// loose renders a reply that nothing describes as a value.
func loose(raw any) any {
	switch raw := raw.(type) {
	case int64:
		return strconv.FormatInt(raw, 10)
	case float64:
		return strconv.FormatFloat(raw, 'g', -1, 64)
	case []any:
		items := make([]any, len(raw))
		for i, item := range raw {
			items[i] = loose(item)
		}
		return items
	case map[any]any:
		pairs := Pairs{}
		for _, k := range slices.SortedFunc(maps.Keys(raw), func(a, b any) int { return strings.Compare(show(a), show(b)) }) {
			pairs = append(pairs, [2]any{loose(k), loose(raw[k])})
		}
		return pairs
	case error:
		return raw.Error()
	}
	return raw
}
