package runtime

import (
	"slices"
	"strings"
)

// wireEnum is one of a closed list of words.
type wireEnum[T ~string] []T

// Encode refuses a word that is not on the list.
func (e wireEnum[T]) Encode(name string, value T) (any, error) {
	if !slices.Contains(e, value) {
		return nil, refuse(name, string(value), "is not %s", e)
	}
	return string(value), nil
}

// Decode takes a word of the list.
func (e wireEnum[T]) Decode(reply any) (T, error) {
	if word, ok := reply.(string); ok && slices.Contains(e, T(word)) {
		return T(word), nil
	}
	return "", expected(e.String(), reply)
}

// String lists the words.
func (e wireEnum[T]) String() string {
	words := make([]string, len(e))
	for i, word := range e {
		words[i] = quoted(string(word))
	}
	return "one of " + strings.Join(words, ", ")
}
