package runtime

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

// addTo calls add on a key; the empty one is refused.
func addTo(key string) *call[int64] {
	if key == "" {
		return addCall("", refuse("key", key, "is refused"))
	}
	return addCall(key, nil)
}

func isUnknown(err error) bool {
	var unknown *UnknownError
	return errors.As(err, &unknown)
}

func isUnsent(err error) bool {
	var unsent *UnsentError
	return errors.As(err, &unsent)
}

func TestManyOnAColdCache(t *testing.T) {
	client := newEngine(t)
	outcomes := many(t.Context(), client, []string{"{n}", "", "{n}", "{n}", "{n}", "{m}"}, addTo)
	var refused *InputError
	for i, want := range []struct {
		reply int64
		holds func(error) bool
	}{
		{1, func(err error) bool { return err == nil }},
		{0, func(err error) bool { return errors.As(err, &refused) }},
		{2, func(err error) bool { return err == nil }},
		{0, func(err error) bool { return errors.Is(err, ErrKind) }},
		{4, func(err error) bool { return err == nil }},
		{1, func(err error) bool { return err == nil }},
	} {
		if got := outcomes[i]; got.Reply != want.reply || !want.holds(got.Err) {
			t.Errorf("call %d: %+v", i+1, got)
		}
	}
	if got := many(t.Context(), client, nil, addTo); len(got) != 0 {
		t.Errorf("no calls: %v", got)
	}
	if got := many(t.Context(), client, []string{""}, addTo); !errors.As(got[0].Err, &refused) {
		t.Errorf("nothing to send: %v", got)
	}
}

func TestManyTakesSeveralTrips(t *testing.T) {
	trips := 0
	server, client := serve(t, func([]string) string { return ":1\r\n" })
	client.AddHook(afterTrips{func() { trips++ }})
	keys := make([]string, 2*tripCalls+1)
	for i := range keys {
		keys[i] = "{n}"
	}
	for i, o := range many(t.Context(), client, keys, addTo) {
		if o.Err != nil || o.Reply != 1 {
			t.Fatalf("call %d: %+v", i, o)
		}
	}
	if trips != 3 || len(server.received) != len(keys) {
		t.Errorf("%d calls took %d trips", len(server.received), trips)
	}

	trips = 0
	large := []byte(strings.Repeat("x", tripBytes))
	many(t.Context(), client, []int{1, 2, 3}, func(int) *call[int64] {
		c := addCall("{n}", nil)
		c.Arg(large, nil)
		return c
	})
	if trips != 3 {
		t.Errorf("3 large calls took %d trips", trips)
	}
}

// Amid a trip the server loses the script: what it then did not run is sent again,
// and nothing else is.
func TestManyWhoseScriptIsLostAmidATrip(t *testing.T) {
	n := 0
	server, client := serve(t, func(words []string) string {
		if n++; n == 3 || n == 4 {
			return "-NOSCRIPT No matching script.\r\n"
		}
		return ":1\r\n"
	})
	for i, o := range many(t.Context(), client, []string{"{n}", "{n}", "{n}", "{n}", "{n}"}, addTo) {
		if o.Err != nil || o.Reply != 1 {
			t.Errorf("call %d: %+v", i+1, o)
		}
	}
	server.expect(t, "EVAL", "EVALSHA", "EVALSHA", "EVALSHA", "EVALSHA", "EVAL", "EVALSHA")
}

// And if the connection breaks as well, it is known that it has not run.
func TestManyWhoseScriptAndConnectionAreLost(t *testing.T) {
	n := 0
	_, client := serve(t, func(words []string) string {
		switch n++; n {
		case 2:
			return "-NOSCRIPT No matching script.\r\n"
		case 3:
			return hangUp
		}
		return ":1\r\n"
	})
	got := many(t.Context(), client, []string{"{n}", "{n}", "{n}"}, addTo)
	if got[0].Err != nil || !isUnsent(got[1].Err) || !isUnknown(got[2].Err) {
		t.Errorf("%+v", got)
	}
}

// The connection breaks after 2 answers: the next ones may have run, and the ones
// after the trip were never sent.
func TestManyTellsWhatIsUnknown(t *testing.T) {
	answered := 0
	server, client := serve(t, func([]string) string {
		if answered++; answered > 2 {
			return hangUp
		}
		return ":1\r\n"
	})
	keys := make([]string, tripCalls+2)
	for i := range keys {
		keys[i] = "{n}"
	}
	for i, o := range many(t.Context(), client, keys, addTo) {
		switch {
		case i < 2 && o.Err != nil:
			t.Fatalf("call %d was answered: %v", i+1, o.Err)
		case i >= 2 && i < tripCalls && !isUnknown(o.Err):
			t.Fatalf("call %d may have run: %v", i+1, o.Err)
		case i >= tripCalls && !isUnsent(o.Err):
			t.Fatalf("call %d was not sent: %v", i+1, o.Err)
		}
	}
	if len(server.received) != 3 {
		t.Errorf("the server received %d calls", len(server.received))
	}
}

func TestManyWithoutAConnection(t *testing.T) {
	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:1", MaxRetries: -1, DialerRetries: 1})
	defer client.Close()
	for i, o := range many(t.Context(), client, []string{"{n}", "", "{n}"}, addTo) {
		if unsent := isUnsent(o.Err); unsent != (i != 1) {
			t.Errorf("call %d: %v", i+1, o.Err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if o := many(ctx, client, []string{"{n}"}, addTo)[0]; !isUnsent(o.Err) || !errors.Is(o.Err, context.Canceled) {
		t.Errorf("a cancelled context: %v", o.Err)
	}
}

// Between two trips the server starts anew, without its scripts: nothing is lost,
// and nothing is doubled.
func TestManyOutlivesARestart(t *testing.T) {
	engine := miniredis.RunT(t)
	client := redis.NewClient(&redis.Options{Addr: engine.Addr()})
	defer client.Close()
	client.AddHook(afterTrips{func() {
		client.ScriptFlush(t.Context())
		engine.Close()
		if err := engine.Restart(); err != nil {
			t.Fatal(err)
		}
	}})
	count := Script{Module: "test", Name: "count", Source: "return redis.call('INCR', KEYS[1])"}
	count.SHA1 = client.ScriptLoad(t.Context(), count.Source).Val()
	keys := make([]string, 2*tripCalls+10)
	outcomes := many(t.Context(), client, keys, func(string) *call[int64] {
		c := newCall(count, wireCount[int64]{}.Decode)
		c.Key("{n}", nil)
		return c
	})
	for i, o := range outcomes {
		if o.Err != nil || o.Reply != int64(i+1) {
			t.Fatalf("call %d: %+v", i+1, o)
		}
	}
}

type afterTrips struct{ act func() }

func (afterTrips) DialHook(next redis.DialHook) redis.DialHook          { return next }
func (afterTrips) ProcessHook(next redis.ProcessHook) redis.ProcessHook { return next }
func (a afterTrips) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		if strings.HasPrefix(cmds[0].Name(), "eval") { // and not what greets a server
			defer a.act()
		}
		return next(ctx, cmds)
	}
}
