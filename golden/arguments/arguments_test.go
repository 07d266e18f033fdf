// Package arguments_test runs the wanted Go package of this case.
package arguments_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	arguments "github.com/echomq/emqgen/golden/arguments/want/go"
)

// recorder keeps what a client is told to send, and sends nothing.
type recorder struct{ words []any }

func (*recorder) DialHook(next redis.DialHook) redis.DialHook { return next }

func (r *recorder) ProcessHook(redis.ProcessHook) redis.ProcessHook {
	return func(_ context.Context, cmd redis.Cmder) error {
		r.words = cmd.Args()
		cmd.(interface{ SetVal(any) }).SetVal(int64(0))
		return nil
	}
}

func (*recorder) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

const guest = arguments.ID("GST00000000001")

func TestArguments(t *testing.T) {
	client := redis.NewClient(&redis.Options{})
	defer client.Close()
	sent := &recorder{}
	client.AddHook(sent)
	ctx, calls := t.Context(), arguments.NewCalls(client)

	for _, c := range []struct {
		name string
		call func() (int64, error)
		want []any // numkeys, keys, arguments; nil when the host gate refuses
	}{
		{"one of each type", func() (int64, error) {
			return calls.Scalars(ctx, "t", []byte{0xff}, -1, 0.5, true, guest, arguments.ScalarsColourX11Blue, time.Second, time.UnixMilli(5), 7, arguments.MoodBad)
		}, []any{0, "t", []byte{0xff}, "-1", "0.5", "1", string(guest), "x11.blue", "1000", "5", "7", "bad"}},
		{"no such colour", func() (int64, error) {
			return calls.Scalars(ctx, "t", nil, 0, 0, false, guest, "pink", 0, time.UnixMilli(0), 0, arguments.MoodGood)
		}, nil},
		{"no text", func() (int64, error) {
			return calls.Scalars(ctx, "\xff", nil, 0, 0, false, guest, arguments.ScalarsColourRed, 0, time.UnixMilli(0), 0, arguments.MoodGood)
		}, nil},
		{"no optionals", func() (int64, error) { return calls.Optionals(ctx, "f", nil, nil, nil) }, []any{0, "f"}},
		{"some optionals", func() (int64, error) {
			return calls.Optionals(ctx, "f", new(int64(3)), new(arguments.OptionalsOrderDown), nil)
		}, []any{0, "f", "3", "down"}},
		{"a gap in the optionals", func() (int64, error) { return calls.Optionals(ctx, "f", nil, nil, new(time.Second)) }, nil},
		{"many", func() (int64, error) { return calls.Variadics(ctx, "f", []arguments.ID{guest, guest}) }, []any{0, "f", string(guest), string(guest)}},
		{"too few", func() (int64, error) { return calls.Variadics(ctx, "f", nil) }, nil},
		{"any number", func() (int64, error) { return calls.AnyNumber(ctx, nil) }, []any{0}},
		{"many durations", func() (int64, error) {
			return calls.TypedVariadic(ctx, []time.Duration{time.Second, time.Microsecond})
		}, []any{0, "1000", "1"}},
		{"a hole that is an argument", func() (int64, error) { return calls.Holes(ctx, "a", guest, "n") }, []any{2, "hall:{a}:plan", "hall:{a}:guest:" + string(guest), string(guest), "n"}},
		{"a malformed hole", func() (int64, error) { return calls.Holes(ctx, "A", guest, "n") }, nil},
		{"many keys", func() (int64, error) { return calls.KeyVariadic(ctx, "a", []int64{1, -2}, "n") }, []any{3, "hall:{a}:plan", "hall:{a}:seat:1", "hall:{a}:seat:-2", "n"}},
		{"no keys", func() (int64, error) { return calls.KeyVariadic(ctx, "a", nil, "n") }, nil},
		{"an optional key", func() (int64, error) { return calls.KeyOptional(ctx, "a", new(int64(4))) }, []any{2, "hall:{a}:plan", "hall:{a}:seat:4"}},
		{"no optional key", func() (int64, error) { return calls.KeyOptional(ctx, "a", nil) }, []any{1, "hall:{a}:plan"}},
		{"flags", func() (int64, error) { return calls.KeyFlags(ctx, true, false) }, []any{1, "hall:{all}:doors"}},
		{"a gap in the flags", func() (int64, error) { return calls.KeyFlags(ctx, false, true) }, nil},
		{"roles", func() (int64, error) { return calls.Roles(ctx, "a", "b") }, []any{2, "hall:{a}:plan", "hall:{b}:plan"}},
	} {
		sent.words = nil
		_, err := c.call()
		var refused *arguments.InputError
		if c.want == nil {
			if !errors.As(err, &refused) || sent.words != nil {
				t.Errorf("%s: %v, and %v was sent", c.name, err, sent.words)
			}
			continue
		}
		if err != nil || len(sent.words) < 3 || !slices.EqualFunc(sent.words[2:], c.want, same) {
			t.Errorf("%s: %v, and %v was sent; want %v", c.name, err, sent.words, c.want)
		}
	}
}

func same(a, b any) bool {
	if data, ok := a.([]byte); ok {
		want, ok := b.([]byte)
		return ok && slices.Equal(data, want)
	}
	return a == b
}
