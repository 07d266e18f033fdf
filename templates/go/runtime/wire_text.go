package runtime

import (
	"errors"
	"unicode/utf8"
)

// wireText is text: valid UTF-8, as it is.
type wireText[T ~string] struct{}

// Encode refuses what is not valid UTF-8.
func (wireText[T]) Encode(name string, value T) (any, error) {
	if !utf8.ValidString(string(value)) {
		return nil, refuse(name, string(value), "is not valid UTF-8")
	}
	return string(value), nil
}

// Decode takes a string reply that is valid UTF-8.
func (wireText[T]) Decode(reply any) (T, error) {
	text, ok := reply.(string)
	if !ok {
		return "", expected("text", reply)
	}
	if !utf8.ValidString(text) {
		return "", errors.New(quoted(text) + " is not valid UTF-8")
	}
	return T(text), nil
}
