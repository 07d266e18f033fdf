package conform

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/echomq/emqgen/internal/protocol"
)

// encodeArgs writes the parameters of a call as the driver contract says.
func encodeArgs(s *protocol.Script, args Args) map[string]any {
	out := map[string]any{}
	for _, p := range s.Call {
		switch arg := args[p.Name].(type) {
		case bool:
			out[p.Name] = arg
		case string:
			out[p.Name] = encodeScalar(p.Type, arg)
		case []string:
			items := []any{}
			for _, item := range arg {
				items = append(items, encodeScalar(p.Type, item))
			}
			out[p.Name] = items
		}
	}
	return out
}

func encodeHoles(k *protocol.Key, holes Args) map[string]any {
	out := map[string]any{}
	for _, h := range k.Holes() {
		if value, ok := holes[h.Name].(string); ok {
			out[h.Name] = encodeScalar(h.Type, value)
		}
	}
	return out
}

func encodeScalar(t protocol.Type, text string) any {
	switch t.Kind {
	case protocol.Bytes:
		return base64.StdEncoding.EncodeToString([]byte(text))
	case protocol.Bool:
		return text == "1"
	}
	return text
}

// decodeShape reads a value of a driver's answer; it is the contract's mirror of
// decode.
func decodeShape(shape *protocol.Shape, raw any) (any, error) {
	switch shape.Kind {
	case protocol.Tuple:
		object, ok := raw.(map[string]any)
		if !ok {
			return nil, unfit(raw, "an object of a tuple's members")
		}
		var tuple Tuple
		for _, m := range shape.Members {
			item, given := object[m.Name]
			delete(object, m.Name)
			if m.Optional && item == nil {
				tuple = append(tuple, Named{m.Name, nil})
				continue
			}
			if !given {
				return nil, fmt.Errorf("the member %q is missing", m.Name)
			}
			value, err := decodeShape(m.Shape, item)
			if err != nil {
				return nil, fmt.Errorf("member %q: %w", m.Name, err)
			}
			tuple = append(tuple, Named{m.Name, value})
		}
		for name := range object {
			return nil, fmt.Errorf("the member %q is none of the spec's", name)
		}
		return tuple, nil
	case protocol.List:
		list, ok := raw.([]any)
		if !ok {
			return nil, unfit(raw, "an array")
		}
		items := make([]any, len(list))
		for i, item := range list {
			var err error
			if items[i], err = decodeShape(shape.Elem, item); err != nil {
				return nil, err
			}
		}
		return items, nil
	case protocol.Map:
		return decodePairs(shape, raw)
	}
	return decodeText(shape.Type, raw)
}

func decodePairs(shape *protocol.Shape, raw any) (any, error) {
	list, ok := raw.([]any)
	if !ok {
		return nil, unfit(raw, "an array of pairs")
	}
	pairs := Pairs{}
	for _, item := range list {
		pair, ok := item.([]any)
		if !ok || len(pair) != 2 {
			return nil, unfit(item, "a pair")
		}
		key, err := decodeText(shape.Key, pair[0])
		if err != nil {
			return nil, err
		}
		value, err := decodeShape(shape.Elem, pair[1])
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, [2]any{key, value})
	}
	return pairs, nil
}

func decodeText(t protocol.Type, raw any) (any, error) {
	if flag, ok := raw.(bool); ok && t.Kind == protocol.Bool {
		return map[bool]string{true: "1", false: "0"}[flag], nil
	}
	text, ok := raw.(string)
	switch {
	case !ok || t.Kind == protocol.Bool:
		return nil, unfit(raw, "a string")
	case t.Kind == protocol.Bytes:
		decoded, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, unfit(raw, "base64")
		}
		return string(decoded), nil
	case t.Kind == protocol.Enum && !slices.Contains(t.Values, text):
		return nil, unfit(raw, fmt.Sprintf("one of %v", t.Values))
	case t.Kind == protocol.Int || t.Kind == protocol.Count:
		if err := admitType("the value", protocol.Type{Kind: protocol.Int}, text); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// decodeFields reads a row of a driver's answer.
func decodeFields(k *protocol.Key, raw map[string]any) (Tuple, error) {
	var fields Tuple
	for _, f := range k.Fields {
		item, ok := raw[f.Name]
		delete(raw, f.Name)
		if !ok {
			continue
		}
		value, err := decodeText(f.Type, item)
		if err != nil {
			return nil, fmt.Errorf("field %q: %w", f.Name, err)
		}
		fields = append(fields, Named{f.Name, value})
	}
	for name := range raw {
		return nil, fmt.Errorf("the field %q is none of the spec's", name)
	}
	return fields, nil
}

func unfit(raw any, want string) error {
	text, _ := json.Marshal(raw)
	return fmt.Errorf("%s is not %s", clip(string(text)), want)
}
