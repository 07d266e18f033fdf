package runtime

import "strconv"

// wireInt is a signed 64-bit integer, decimal.
type wireInt[T ~int64] struct{}

// Encode never refuses.
func (wireInt[T]) Encode(_ string, value T) (any, error) {
	return strconv.FormatInt(int64(value), 10), nil
}

// Decode takes an integer reply or a decimal string.
func (wireInt[T]) Decode(reply any) (T, error) {
	n, err := integer(reply)
	return T(n), err
}
