package runtime

// some points to a value that was read, so that nil can mean that there is none.
func some[T any](value T, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return &value, nil
}
