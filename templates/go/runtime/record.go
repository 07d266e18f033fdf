package runtime

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// HashReader is what reading a record needs of a go-redis client. All clients
// serve; AddHook, which is never called, keeps out pipelines, whose answer is not
// there before Exec.
type HashReader interface {
	HGetAll(ctx context.Context, key string) *redis.MapStringStringCmd
	AddHook(redis.Hook)
}

// RecordError says that a row is not what the protocol declares: a field is
// missing or malformed.
type RecordError struct {
	Key    string // where the row stands
	Field  string // which field, as the wire calls it
	Reason string // what is wrong with it
}

// Error names the key and the field.
func (e *RecordError) Error() string {
	return fmt.Sprintf("row %s, field %s: %s", quoted(e.Key), e.Field, e.Reason)
}

// record reads the fields of a row. The first one that is missing or malformed
// stops it.
type record struct {
	key string
	row map[string]string
	err error
}

// Fail keeps the first error.
func (r *record) Fail(name, reason string) {
	if r.err == nil {
		r.err = &RecordError{Key: r.key, Field: name, Reason: reason}
	}
}

// read reads a field of a row; it reports false when the row has no such field.
func readField[T any](r *record, name string, read func(any) (T, error)) (value T, found bool) {
	text, found := r.row[name]
	if !found {
		return value, false
	}
	value, err := read(text)
	if err != nil {
		r.Fail(name, err.Error())
	}
	return value, true
}
