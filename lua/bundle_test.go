// Package lua_test runs the scripts as they are, without any SDK, and looks at
// the state they leave: other speakers read it.
package lua_test

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/testenv"
)

const (
	first  = "JOB0Nb1VTbfnu4"
	second = "JOB0Nb1VTbfnu5"
	third  = "JOB0Nb1VTbfnuA"
	order  = "ORD0Nb1VTbfnu4"
	lease  = 60_000 // far longer than any test takes
)

// queue is one queue on one engine.
type queue struct {
	*testing.T
	client *redis.Client
	root   string
}

// onEachEngine runs a test on a queue of its own per engine.
func onEachEngine(t *testing.T, test func(q queue)) {
	for _, server := range testenv.Engines(t) {
		t.Run(server.Name, func(t *testing.T) {
			client := redis.NewClient(&redis.Options{
				Addr:     server.Addr,
				Protocol: 2, // scores as the text the server writes
			})
			t.Cleanup(func() { _ = client.Close() })
			test(queue{T: t, client: client, root: "emq:{q}:"})
		})
	}
}

// call runs a script and renders its reply: an integer, the members of an array
// joined by blanks, nil, or the error text up to the first blank.
func (q queue) call(script string, args ...any) string {
	q.Helper()
	source, err := os.ReadFile(script + ".lua")
	if err != nil {
		q.Fatal(err)
	}
	var keys []string
	for _, key := range keysOf[script] {
		if key == "job:" && len(args) > 1 {
			key += args[0].(string)
		}
		keys = append(keys, q.root+key)
	}
	reply, err := q.client.Eval(context.Background(), string(source), keys, args...).Result()
	switch {
	case err == redis.Nil:
		return "nil"
	case err != nil:
		class, _, _ := strings.Cut(err.Error(), " ")
		return class
	}
	switch reply := reply.(type) {
	case int64:
		return strconv.FormatInt(reply, 10)
	case []any:
		var members []string
		for _, member := range reply {
			members = append(members, member.(string))
		}
		return strings.Join(members, " ")
	}
	q.Fatalf("%s answered %#v", script, reply)
	return ""
}

var keysOf = map[string][]string{
	"enqueue":     {"job:", "pending"},
	"schedule":    {"job:", "schedule"},
	"schedule_in": {"job:", "schedule"},
	"claim":       {"pending", "active", "job:"},
	"complete":    {"job:", "active", "pending", "metrics:completed"},
	"retry":       {"job:", "active", "pending", "schedule", "dead", "metrics:failed"},
	"promote":     {"schedule", "pending", "job:"},
	"reap":        {"active", "pending", "job:"},
	"extend":      {"job:", "active"},
}

// want calls a script and compares its rendered reply.
func (q queue) want(reply, script string, args ...any) {
	q.Helper()
	if got := q.call(script, args...); got != reply {
		q.Fatalf("%s%v answered %q, want %q", script, args, got, reply)
	}
}

// do sends a plain command.
func (q queue) do(args ...any) {
	q.Helper()
	if err := q.client.Do(context.Background(), args...).Err(); err != nil {
		q.Fatal(err)
	}
}

// now reads the server's clock in unix milliseconds.
func (q queue) now() int64 {
	q.Helper()
	now, err := q.client.Time(context.Background()).Result()
	if err != nil {
		q.Fatal(err)
	}
	return now.UnixMilli()
}

// score reads one score as the server writes it.
func (q queue) score(set, id string) string {
	q.Helper()
	score, err := q.client.Do(context.Background(), "ZSCORE", q.root+set, id).Text()
	if err != nil {
		q.Fatalf("ZSCORE %s %s: %v", set, id, err)
	}
	return score
}

// state is everything in the queue: a hash as "field=value …", a sorted set as
// its members in order.
func (q queue) state() map[string]string {
	q.Helper()
	ctx := context.Background()
	state := map[string]string{}
	keys, err := q.client.Keys(ctx, "*").Result()
	if err != nil {
		q.Fatal(err)
	}
	for _, key := range keys {
		name := strings.TrimPrefix(key, q.root)
		if strings.HasPrefix(name, "job:") || strings.HasPrefix(name, "metrics:") {
			row, err := q.client.HGetAll(ctx, key).Result()
			if err != nil {
				q.Fatal(err)
			}
			var fields []string
			for _, field := range []string{"state", "attempts", "payload", "last_error", "count"} {
				if value, ok := row[field]; ok {
					fields = append(fields, field+"="+value)
					delete(row, field)
				}
			}
			if len(row) > 0 {
				q.Fatalf("%s has more fields than the wire knows: %v", key, row)
			}
			state[name] = strings.Join(fields, " ")
			continue
		}
		members, err := q.client.ZRange(ctx, key, 0, -1).Result()
		if err != nil {
			q.Fatal(err)
		}
		state[name] = strings.Join(members, " ")
	}
	return state
}

// leaves compares the whole queue.
func (q queue) leaves(want map[string]string) {
	q.Helper()
	if diff := cmp.Diff(want, q.state()); diff != "" {
		q.Fatalf("the queue is not as wanted (-want +got):\n%s", diff)
	}
}
