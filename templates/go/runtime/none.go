package runtime

// isNone tells whether a reply says "nothing": null, false, or an empty array.
func isNone(reply any) bool {
	switch v := reply.(type) {
	case nil:
		return true
	case bool:
		return !v
	case []any:
		return len(v) == 0
	case map[any]any:
		return len(v) == 0
	}
	return false
}
