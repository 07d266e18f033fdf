package runtime

// nilableField reads a field of bytes that may be missing: then it is nil.
func nilableField[T any](r *record, name string, read func(any) (T, error)) T {
	value, _ := readField(r, name, read)
	return value
}
