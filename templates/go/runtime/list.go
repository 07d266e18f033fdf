package runtime

import "fmt"

// listOf reads an array reply, element by element.
func listOf[T any](read func(any) (T, error)) func(any) ([]T, error) {
	return func(reply any) ([]T, error) {
		items, ok := reply.([]any)
		if !ok {
			return nil, expected("a list", reply)
		}
		list := make([]T, len(items))
		for i, item := range items {
			var err error
			if list[i], err = read(item); err != nil {
				return nil, fmt.Errorf("element %d: %w", i+1, err)
			}
		}
		return list, nil
	}
}
