package runtime

import (
	"strconv"
	"time"
)

// wireInstant is an instant in milliseconds since 1970-01-01T00:00:00Z.
type wireInstant struct{}

// Encode drops what is finer than a millisecond, and refuses instants that are
// more than 292 million years away.
func (wireInstant) Encode(name string, value time.Time) (any, error) {
	millis := value.UnixMilli()
	if time.UnixMilli(millis).Unix() != value.Unix() {
		return nil, refuse(name, value, "is not within 292 million years of 1970")
	}
	return strconv.FormatInt(millis, 10), nil
}

// Decode gives the instant in UTC.
func (wireInstant) Decode(reply any) (time.Time, error) {
	millis, err := integer(reply)
	if err != nil {
		return time.Time{}, err
	}
	return time.UnixMilli(millis).UTC(), nil
}
