// Package replies_test runs the wanted Go package of this case.
package replies_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	replies "github.com/echomq/emqgen/golden/replies/want/go"
	"github.com/echomq/emqgen/internal/testenv"
)

const item = replies.ID("ITM00000000001")

// step is a call and what must come of it.
type step struct {
	name string
	call func(ctx context.Context, ask *replies.Ask) (any, error)
	want any
}

// call adapts a method to any.
func call[T any](f func(ctx context.Context, ask *replies.Ask) (T, error)) func(context.Context, *replies.Ask) (any, error) {
	return func(ctx context.Context, ask *replies.Ask) (any, error) {
		reply, err := f(ctx, ask)
		return reply, err
	}
}

var answers = []step{
	{"a verdict", call(func(ctx context.Context, a *replies.Ask) (replies.VerdictStrReply, error) {
		return a.VerdictStr(ctx, "dead")
	}), replies.VerdictStrDead},
	{"text", call(func(ctx context.Context, a *replies.Ask) (string, error) { return a.AsText(ctx, "h\u00e9\x00") }), "h\u00e9\x00"},
	{"bytes", call(func(ctx context.Context, a *replies.Ask) ([]byte, error) { return a.AsBytes(ctx, []byte{0, 0xff}) }), []byte{0, 0xff}},
	{"no bytes", call(func(ctx context.Context, a *replies.Ask) ([]byte, error) { return a.AsBytes(ctx, nil) }), []byte{}},
	{"status", call(func(ctx context.Context, a *replies.Ask) (string, error) { return a.AsStatus(ctx) }), "READY"},
	{"count", call(func(ctx context.Context, a *replies.Ask) (int64, error) { return a.AsCount(ctx, 7) }), int64(7)},
	{"int", call(func(ctx context.Context, a *replies.Ask) (int64, error) { return a.AsInt(ctx, -1<<63) }), int64(-1 << 63)},
	{"float", call(func(ctx context.Context, a *replies.Ask) (float64, error) { return a.AsFloat(ctx, 0.1) }), 0.1},
	{"bool", call(func(ctx context.Context, a *replies.Ask) (bool, error) { return a.AsBool(ctx, true) }), true},
	{"branded", call(func(ctx context.Context, a *replies.Ask) (replies.ID, error) { return a.AsBranded(ctx, item) }), item},
	{"enum", call(func(ctx context.Context, a *replies.Ask) (replies.AsEnumValue, error) {
		return a.AsEnum(ctx, replies.AsEnumXGreen)
	}), replies.AsEnumValueGreen},
	{"duration", call(func(ctx context.Context, a *replies.Ask) (time.Duration, error) {
		return a.AsMillis(ctx, 1500*time.Millisecond)
	}), 1500 * time.Millisecond},
	{"instant", call(func(ctx context.Context, a *replies.Ask) (time.Time, error) {
		return a.AsInstant(ctx, time.UnixMilli(1764500000123))
	}), time.UnixMilli(1764500000123).UTC()},
	{"something", call(func(ctx context.Context, a *replies.Ask) (*string, error) { return a.Maybe(ctx, new("x")) }), new("x")},
	{"an empty something", call(func(ctx context.Context, a *replies.Ask) (*string, error) { return a.Maybe(ctx, new("")) }), new("")},
	{"nothing", call(func(ctx context.Context, a *replies.Ask) (*string, error) { return a.Maybe(ctx, nil) }), (*string)(nil)},
	{"a tuple", call(func(ctx context.Context, a *replies.Ask) (*replies.PairReply, error) {
		return a.Pair(ctx, []string{string(item), "p", "3", "n"})
	}), &replies.PairReply{ID: item, Payload: []byte("p"), Attempts: 3, Note: new("n")}},
	{"a tuple without its optional member", call(func(ctx context.Context, a *replies.Ask) (*replies.PairReply, error) {
		return a.Pair(ctx, []string{string(item), "", "0"})
	}), &replies.PairReply{ID: item, Payload: []byte{}}},
	{"no tuple", call(func(ctx context.Context, a *replies.Ask) (*replies.PairReply, error) { return a.Pair(ctx, nil) }), (*replies.PairReply)(nil)},
	{"a tuple beside verdicts", call(func(ctx context.Context, a *replies.Ask) (replies.MixedReply, error) {
		return a.Mixed(ctx, []string{string(item), "4"})
	}), replies.MixedReply{Value: &replies.MixedValue{ID: item, Size: 4}}},
	{"a list", call(func(ctx context.Context, a *replies.Ask) ([]replies.ID, error) {
		return a.Ids(ctx, []replies.ID{item, item})
	}), []replies.ID{item, item}},
	{"an empty list", call(func(ctx context.Context, a *replies.Ask) ([]replies.ID, error) { return a.Ids(ctx, nil) }), []replies.ID{}},
	{"a list of tuples", call(func(ctx context.Context, a *replies.Ask) ([]replies.PairsItem, error) {
		return a.Pairs(ctx, []string{"a", "1", "b"})
	}), []replies.PairsItem{{Name: "a", Value: []byte("1")}, {Name: "b"}}},
	{"a map", call(func(ctx context.Context, a *replies.Ask) (map[string][]byte, error) {
		return a.Table(ctx, []string{"a", "1", "b", ""})
	}), map[string][]byte{"a": []byte("1"), "b": {}}},
	{"a map of typed keys", call(func(ctx context.Context, a *replies.Ask) (map[replies.ID]int64, error) {
		return a.Rows(ctx, []string{string(item), "9"})
	}), map[replies.ID]int64{item: 9}},
	{"a tuple of lists", call(func(ctx context.Context, a *replies.Ask) (replies.NestedReply, error) {
		return a.Nested(ctx, []string{"h", "1", "2"})
	}), replies.NestedReply{Head: "h", Rest: [][]byte{[]byte("1"), []byte("2")}}},
	{"as it came", call(func(ctx context.Context, a *replies.Ask) (any, error) { return a.Raw(ctx, []string{"1", ""}) }), []any{"1", ""}},
}

// failures are calls that must fail, and how.
var failures = []struct {
	name  string
	call  func(ctx context.Context, ask *replies.Ask) (any, error)
	holds func(error) bool
}{
	{"a reply that is an error", call(func(ctx context.Context, a *replies.Ask) (replies.VerdictStrReply, error) {
		return a.VerdictStr(ctx, "lost")
	}), is(replies.ErrLost)},
	{"nothing, which is an error", call(func(ctx context.Context, a *replies.Ask) (string, error) { return a.MaybeError(ctx, nil) }), is(replies.ErrMissing)},
	{"no verdict", call(func(ctx context.Context, a *replies.Ask) (replies.VerdictStrReply, error) {
		return a.VerdictStr(ctx, "ALIVE")
	}), undeclared},
	{"a verdict of another type", call(func(ctx context.Context, a *replies.Ask) (replies.VerdictIntReply, error) {
		return a.VerdictInt(ctx, 1)
	}), undeclared},
	{"a negative count", call(func(ctx context.Context, a *replies.Ask) (int64, error) { return a.AsCount(ctx, -1) }), undeclared},
	{"a member of another type", call(func(ctx context.Context, a *replies.Ask) (*replies.PairReply, error) {
		return a.Pair(ctx, []string{"no id", "p", "3"})
	}), undeclared},
	{"a short tuple", call(func(ctx context.Context, a *replies.Ask) (*replies.PairReply, error) {
		return a.Pair(ctx, []string{string(item), "p"})
	}), undeclared},
	{"a long tuple", call(func(ctx context.Context, a *replies.Ask) (*replies.PairReply, error) {
		return a.Pair(ctx, []string{string(item), "p", "1", "n", "more"})
	}), undeclared},
	{"half a map", call(func(ctx context.Context, a *replies.Ask) (map[string][]byte, error) {
		return a.Table(ctx, []string{"a"})
	}), undeclared},
}

func is(want error) func(error) bool {
	return func(err error) bool {
		var declared *replies.Error
		return errors.Is(err, want) && errors.As(err, &declared)
	}
}

func undeclared(err error) bool {
	var reply *replies.ReplyError
	return errors.As(err, &reply)
}

func TestReplies(t *testing.T) {
	for _, engine := range testenv.Engines(t) {
		for resp, name := range map[int]string{2: "RESP2", 3: "RESP3"} {
			t.Run(engine.Name+" "+name, func(t *testing.T) {
				client := redis.NewClient(&redis.Options{Addr: engine.Addr, Protocol: resp})
				defer client.Close()
				ask := replies.NewAsk(client)
				for _, s := range answers {
					if got, err := s.call(t.Context(), ask); err != nil || !reflect.DeepEqual(got, s.want) {
						t.Errorf("%s: %#v, %v; want %#v", s.name, got, err, s.want)
					}
				}
				for _, f := range failures {
					got, err := f.call(t.Context(), ask)
					if !f.holds(err) {
						t.Errorf("%s: %#v, %v", f.name, got, err)
					}
					if got != nil && !reflect.ValueOf(got).IsZero() {
						t.Errorf("%s: %#v stands beside the error", f.name, got)
					}
				}
			})
		}
	}
}
