package runtime

import (
	"context"
	"fmt"
	"slices"
)

// call is one call of a script on its way to the server: what is sent, and how
// the reply is read. The first value that is refused stops it.
type call[T any] struct {
	script Script
	keys   []string
	args   []any
	read   func(reply any) (T, error)
	err    error

	// The first optional key and argument that was left out, if any: none after
	// it in the same list may be given.
	noKey, noArg string
}

func newCall[T any](script Script, read func(reply any) (T, error)) *call[T] {
	return &call[T]{script: script, read: read}
}

// Shortest is how many elements all of the lists have.
func (c *call[T]) Shortest(sizes ...int) int { return slices.Min(sizes) }

// Key appends to KEYS what a key builder gave.
func (c *call[T]) Key(key string, err error) {
	c.keys = append(c.keys, key)
	c.fail(err)
}

// Arg appends to ARGV what the encoding of a value gave.
func (c *call[T]) Arg(arg any, err error) {
	c.args = append(c.args, arg)
	c.fail(err)
}

// AtLeastOne refuses an empty list.
func (c *call[T]) AtLeastOne(name string, size int) {
	if size == 0 {
		c.fail(&InputError{Name: name, Reason: "is empty: expected one element at least"})
	}
}

// SameLen refuses lists that are filled into one key side by side and differ in
// length.
func (c *call[T]) SameLen(name string, size int, other string, otherSize int) {
	if size != otherSize {
		c.fail(&InputError{Name: other, Reason: fmt.Sprintf("has %d elements, %s has %d: expected as many", otherSize, name, size)})
	}
}

// OptionalKey tells whether an optional key is given. Then all optional keys
// before it must be.
func (c *call[T]) OptionalKey(name string, given bool) bool {
	return c.optional(&c.noKey, name, given)
}

// OptionalArg is OptionalKey for arguments.
func (c *call[T]) OptionalArg(name string, given bool) bool {
	return c.optional(&c.noArg, name, given)
}

func (c *call[T]) optional(missing *string, name string, given bool) bool {
	switch {
	case !given && *missing == "":
		*missing = name
	case given && *missing != "":
		c.fail(&InputError{Name: name, Reason: "is given without " + *missing + ", which stands before it"})
	}
	return given
}

func (c *call[T]) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// run makes the call and waits for its answer.
func run[T any](ctx context.Context, client Client, c *call[T]) (T, error) {
	if c.err != nil {
		var none T
		return none, c.err
	}
	reply, err := c.script.Run(ctx, client, c.keys, c.args...)
	return c.answer(reply, err)
}

// answer reads a reply, unless there is none.
func (c *call[T]) answer(reply any, err error) (T, error) {
	if err == nil {
		var value T
		if value, err = c.read(reply); err == nil {
			return value, nil
		}
		err = misread(c.script, reply, err)
	}
	var none T
	return none, err
}
