package runtime

// wireBytes is any bytes, kept exactly.
type wireBytes[T ~[]byte | ~string] struct{}

// Encode never refuses.
func (wireBytes[T]) Encode(_ string, value T) (any, error) { return []byte(value), nil }

// Decode takes any string reply.
func (wireBytes[T]) Decode(reply any) (T, error) {
	text, ok := reply.(string)
	if !ok {
		var none T
		return none, expected("bytes", reply)
	}
	return T(text), nil
}
