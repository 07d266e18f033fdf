package runtime

import "fmt"

// mapOf reads a map: an array of keys and values in turn, or the map of RESP3.
// A key may stand in it only once.
func mapOf[K comparable, V any](readKey func(any) (K, error), readValue func(any) (V, error)) func(any) (map[K]V, error) {
	return func(reply any) (map[K]V, error) {
		pairs, ok := reply.([]any)
		if entries, isMap := reply.(map[any]any); isMap {
			ok = true
			for key, value := range entries {
				pairs = append(pairs, key, value)
			}
		}
		if !ok || len(pairs)%2 != 0 {
			return nil, expected("a map", reply)
		}
		values := make(map[K]V, len(pairs)/2)
		for i := 0; i < len(pairs); i += 2 {
			key, err := readKey(pairs[i])
			if err != nil {
				return nil, fmt.Errorf("key: %w", err)
			}
			if _, twice := values[key]; twice {
				return nil, fmt.Errorf("key %s stands twice", quoted(pairs[i]))
			}
			if values[key], err = readValue(pairs[i+1]); err != nil {
				return nil, fmt.Errorf("value of %s: %w", quoted(pairs[i]), err)
			}
		}
		return values, nil
	}
}
