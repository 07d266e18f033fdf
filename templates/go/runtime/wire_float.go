package runtime

import (
	"math"
	"strconv"
	"strings"
)

// wireFloat is a 64-bit binary number, the shortest decimal that names it.
type wireFloat[T ~float64] struct{}

// Encode refuses infinities and what is not a number.
func (wireFloat[T]) Encode(name string, value T) (any, error) {
	v := float64(value)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil, refuse(name, v, "is not a finite number")
	}
	format := byte('f')
	if size := math.Abs(v); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	return strconv.FormatFloat(v, format, -1, 64), nil
}

// Decode takes a number or its decimal text, "inf" and "-inf" included.
func (wireFloat[T]) Decode(reply any) (T, error) {
	switch v := reply.(type) {
	case float64:
		if !math.IsNaN(v) {
			return T(v), nil
		}
	case int64:
		return T(v), nil
	case string:
		if v == "inf" || v == "-inf" || v != "" && strings.Trim(v, "0123456789+-.eE") == "" {
			if n, err := strconv.ParseFloat(v, 64); err == nil {
				return T(n), nil
			}
		}
	}
	return 0, expected("a number", reply)
}
