package runtime

import "fmt"

// tuple reads an array reply whose members have names, one after the other. The
// first one that is malformed stops it.
type tuple struct {
	members []any
	next    int
	err     error
}

// newTuple takes an array of at most size members: a null at the end ends the
// array of a script early.
func newTuple(reply any, size int) *tuple {
	members, ok := reply.([]any)
	if !ok || len(members) > size {
		return &tuple{err: expected(fmt.Sprintf("an array of %d", size), reply)}
	}
	return &tuple{members: members}
}

// Next gives the next member, null when the array has ended.
func (t *tuple) Next() any {
	t.next++
	if t.next > len(t.members) {
		return nil
	}
	return t.members[t.next-1]
}

// Fail keeps the first error.
func (t *tuple) Fail(name string, err error) {
	if t.err == nil && err != nil {
		t.err = fmt.Errorf("%s: %w", name, err)
	}
}
