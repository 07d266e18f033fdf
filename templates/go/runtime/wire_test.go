package runtime

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// codec is what all wire types have in common.
type codec[T any] interface {
	Encode(name string, value T) (any, error)
	Decode(reply any) (T, error)
}

// carries checks that a value is sent as text, and read back from each reply.
func carries[T any](t *testing.T, c codec[T], value T, sent string, replies ...any) {
	t.Helper()
	arg, err := c.Encode("x", value)
	if data, ok := arg.([]byte); ok {
		arg = string(data)
	}
	if err != nil || arg != sent {
		t.Errorf("%T sends %v as %#v, %v; want %q", c, value, arg, err, sent)
	}
	for _, reply := range append(replies, sent) {
		got, err := c.Decode(reply)
		if err != nil || fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", value) {
			t.Errorf("%T reads %#v as %v, %v; want %v", c, reply, got, err, value)
		}
	}
}

// refuses checks that a value is not sent.
func refuses[T any](t *testing.T, c codec[T], value T, want string) {
	t.Helper()
	arg, err := c.Encode("x", value)
	var refused *InputError
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
		t.Errorf("%T sends %v as %#v, %v; want it to say %q", c, value, arg, err, want)
	}
}

// misreads checks that replies are not read, least of all as a zero value
// without an error.
func misreads[T any](t *testing.T, decode func(any) (T, error), replies ...any) {
	t.Helper()
	for _, reply := range replies {
		if got, err := decode(reply); err == nil {
			t.Errorf("%#v is read as %v", reply, got)
		}
	}
}

type token int64

func TestWireTypes(t *testing.T) {
	carries(t, wireText[string]{}, "", "")
	carries(t, wireText[string]{}, "h\u00e9\x00\n", "h\u00e9\x00\n")
	refuses(t, wireText[string]{}, "\xff", `x "\xff" is not valid UTF-8`)
	misreads(t, wireText[string]{}.Decode, nil, int64(1), "\xff", []any{}, true)

	carries(t, wireBytes[[]byte]{}, []byte{}, "")
	carries(t, wireBytes[[]byte]{}, []byte("\x00\xff\r\n"), "\x00\xff\r\n")
	misreads(t, wireBytes[[]byte]{}.Decode, nil, int64(1), []any{})

	carries(t, wireInt[int64]{}, math.MinInt64, "-9223372036854775808", int64(math.MinInt64))
	carries(t, wireInt[token]{}, 7, "7", int64(7))
	misreads(t, wireInt[int64]{}.Decode, nil, "", " 1", "1.0", "1e3", "0x1", "1_0", "9223372036854775808", 1.0, true)

	carries(t, wireFloat[float64]{}, 0.1, "0.1", 0.1)
	carries(t, wireFloat[float64]{}, 1e20, "100000000000000000000")
	carries(t, wireFloat[float64]{}, 1e21, "1e+21")
	carries(t, wireFloat[float64]{}, -2.5e-7, "-2.5e-07")
	carries(t, wireFloat[float64]{}, 3, "3", int64(3))
	refuses(t, wireFloat[float64]{}, math.NaN(), "is not a finite number")
	refuses(t, wireFloat[float64]{}, math.Inf(-1), "is not a finite number")
	misreads(t, wireFloat[float64]{}.Decode, nil, "", "nan", "-nan", "0x1p-2", "1_0", "Infinity", "1e999", math.NaN())
	if got, err := (wireFloat[float64]{}).Decode("-inf"); err != nil || !math.IsInf(got, -1) {
		t.Errorf("-inf is read as %v, %v", got, err)
	}

	carries(t, wireBool[bool]{}, true, "1", int64(1), true)
	carries(t, wireBool[bool]{}, false, "0", int64(0), false)
	misreads(t, wireBool[bool]{}.Decode, nil, "", "true", int64(2), []any{int64(1)})

	states := wireEnum[string]{"pending", "dead"}
	carries(t, states, "dead", "dead")
	refuses(t, states, "gone", `x "gone" is not one of "pending", "dead"`)
	misreads(t, states.Decode, nil, "gone", "", int64(0))

	carries(t, wireID[ID]{}, "JOB0Nb1VTbfnu4", "JOB0Nb1VTbfnu4")
	refuses(t, wireID[ID]{}, "job-42", "is 6 bytes long")
	misreads(t, wireID[ID]{}.Decode, nil, "job-42", int64(1))
}

func TestWireCount(t *testing.T) {
	for _, reply := range []any{int64(3), "3"} {
		if got, err := (wireCount[int64]{}).Decode(reply); err != nil || got != 3 {
			t.Errorf("%#v is read as %d, %v", reply, got, err)
		}
	}
	misreads(t, wireCount[int64]{}.Decode, int64(-1), "-1", nil, "")
}

func TestWireMillis(t *testing.T) {
	carries(t, wireMillis{}, 1500*time.Millisecond, "1500", int64(1500))
	carries(t, wireMillis{}, -time.Second, "-1000")
	for value, want := range map[time.Duration]string{
		time.Nanosecond:                    "1", // a short lease does not become none
		1500*time.Millisecond + 1:          "1501",
		-1500 * time.Microsecond:           "-1",
		-time.Nanosecond:                   "0",
		time.Duration(math.MaxInt64):       "9223372036855",
		time.Duration(math.MinInt64):       "-9223372036854",
		2 * time.Hour:                      "7200000",
		time.Duration(0):                   "0",
		time.Millisecond - time.Nanosecond: "1",
	} {
		if got, err := (wireMillis{}).Encode("x", value); err != nil || got != want {
			t.Errorf("%v is sent as %v, %v; want %s", value, got, err, want)
		}
	}
	misreads(t, wireMillis{}.Decode, nil, "soon", "9223372036855", int64(-9223372036855))
}

func TestWireInstant(t *testing.T) {
	carries(t, wireInstant{}, instant("2025-11-30T10:53:20.123Z"), "1764500000123", int64(1764500000123))
	carries(t, wireInstant{}, instant("1969-12-31T23:59:59.999Z"), "-1")
	late := time.Date(2025, 11, 30, 12, 53, 20, 123_999_999, time.FixedZone("", 7200))
	if got, err := (wireInstant{}).Encode("x", late); err != nil || got != "1764500000123" {
		t.Errorf("%v is sent as %v, %v", late, got, err)
	}
	refuses(t, wireInstant{}, time.Unix(1<<60, 0), "is not within 292 million years of 1970")
	misreads(t, wireInstant{}.Decode, nil, "now")
}
