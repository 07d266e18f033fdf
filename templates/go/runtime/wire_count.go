package runtime

import "fmt"

// wireCount is how many: an integer that is never negative.
type wireCount[T ~int64] struct{}

// Decode takes an integer reply or a decimal string, and refuses a negative one.
func (wireCount[T]) Decode(reply any) (T, error) {
	n, err := integer(reply)
	if err == nil && n < 0 {
		return 0, fmt.Errorf("%d is negative, a count never is", n)
	}
	return T(n), err
}
