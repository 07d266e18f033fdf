package runtime

// field reads a field that must be there.
func field[T any](r *record, name string, read func(any) (T, error)) T {
	value, found := readField(r, name, read)
	if !found {
		r.Fail(name, "is missing")
	}
	return value
}
