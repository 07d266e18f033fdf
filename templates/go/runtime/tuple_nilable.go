package runtime

// nilableMember reads a member of a type that has a nil of its own and may be
// null: then it is that nil.
func nilableMember[T any](t *tuple, name string, read func(any) (T, error)) T {
	var value T
	if reply := t.Next(); reply != nil {
		var err error
		value, err = read(reply)
		t.Fail(name, err)
	}
	return value
}
