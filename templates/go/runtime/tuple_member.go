package runtime

// member reads a member that must be there.
func member[T any](t *tuple, name string, read func(any) (T, error)) T {
	value, err := read(t.Next())
	t.Fail(name, err)
	return value
}
