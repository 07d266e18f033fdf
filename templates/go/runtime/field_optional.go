package runtime

// optionalField reads a field that may be missing: then it is nil.
func optionalField[T any](r *record, name string, read func(any) (T, error)) *T {
	if value, found := readField(r, name, read); found {
		return &value
	}
	return nil
}
