package runtime

// optionalMember reads a member that may be null: then it is nil.
func optionalMember[T any](t *tuple, name string, read func(any) (T, error)) *T {
	reply := t.Next()
	if reply == nil {
		return nil
	}
	value, err := read(reply)
	t.Fail(name, err)
	return &value
}
