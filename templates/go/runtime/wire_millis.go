package runtime

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// wireMillis is a length of time in whole milliseconds.
type wireMillis struct{}

// Encode rounds up to the next millisecond, so that a short lease never becomes
// none and a delay is never cut short.
func (wireMillis) Encode(_ string, value time.Duration) (any, error) {
	millis := value.Milliseconds()
	if value > time.Duration(millis)*time.Millisecond {
		millis++
	}
	return strconv.FormatInt(millis, 10), nil
}

// Decode refuses what a time.Duration cannot hold, some 292 years.
func (wireMillis) Decode(reply any) (time.Duration, error) {
	millis, err := integer(reply)
	if err != nil {
		return 0, err
	}
	const limit = math.MaxInt64 / int64(time.Millisecond)
	if millis > limit || millis < -limit {
		return 0, fmt.Errorf("%d ms do not fit a time.Duration", millis)
	}
	return time.Duration(millis) * time.Millisecond, nil
}
