package runtime

// wireBool is yes or no: 1 or 0.
type wireBool[T ~bool] struct{}

// Encode never refuses.
func (wireBool[T]) Encode(_ string, value T) (any, error) {
	if value {
		return "1", nil
	}
	return "0", nil
}

// Decode takes 1 or 0, as a number or as text, and the booleans of RESP3.
func (wireBool[T]) Decode(reply any) (T, error) {
	switch reply {
	case int64(1), "1", true:
		return true, nil
	case int64(0), "0", false:
		return false, nil
	}
	return false, expected("1 or 0", reply)
}
