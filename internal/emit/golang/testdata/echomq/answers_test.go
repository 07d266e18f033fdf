package echomq_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/echomq/echomq-go"
)

const (
	job   = echomq.ID("JOB0Nb1VTbfnu4")
	order = echomq.ID("ORD0Nb1VTbfnu4")
)

// threeAnswers shows the three answers of the wire, and what they leave: the row
// of the first call, one entry in pending, and nothing of the refused id.
func threeAnswers(t *testing.T, client redis.UniversalClient, jobs *echomq.Jobs, between func()) {
	t.Helper()
	ctx := t.Context()
	if reply, err := jobs.Enqueue(ctx, "orders", job, []byte("one")); err != nil || reply != echomq.EnqueueEnqueued {
		t.Fatalf("the first call answers %q, %v", reply, err)
	}
	between()
	if reply, err := jobs.Enqueue(ctx, "orders", job, []byte("two")); err != nil || reply != echomq.EnqueueDuplicate {
		t.Errorf("the second call answers %q, %v", reply, err)
	}
	between()
	reply, err := jobs.Enqueue(ctx, "orders", order, []byte("three"))
	if reply != "" || !errors.Is(err, echomq.ErrKind) {
		t.Errorf("a foreign kind is answered %q, %v", reply, err)
	}
	var refusal *echomq.Error
	if !errors.As(err, &refusal) || refusal.Class != "EMQKIND" || refusal.Message != "EMQKIND job id must be JOB-namespaced" || refusal.Script != "jobs.enqueue" {
		t.Errorf("the refusal is %#v", refusal)
	}
	leftAsWritten(t, client)
}

func leftAsWritten(t *testing.T, client redis.UniversalClient) {
	t.Helper()
	ctx := t.Context()
	row, err := echomq.ReadJob(ctx, client, "orders", job)
	if err != nil || row == nil || row.State != echomq.JobStatePending || row.Attempts != 0 || string(row.Payload) != "one" || row.LastError != nil {
		t.Errorf("the row is %+v, %v", row, err)
	}
	if row, err := echomq.ReadJob(ctx, client, "orders", order); row != nil || err != nil {
		t.Errorf("the refused id has a row: %+v, %v", row, err)
	}
	pending, err := echomq.PendingKey("orders")
	if err != nil {
		t.Fatal(err)
	}
	if size := client.ZCard(ctx, pending).Val(); size != 1 {
		t.Errorf("pending holds %d", size)
	}
}

func TestThreeAnswers(t *testing.T) {
	onEngines(t, func(t *testing.T, options *redis.Options) {
		client := newClient(t, options)
		threeAnswers(t, client, echomq.NewJobs(client), func() {})
	})
}

func TestThreeAnswersAfterScriptFlush(t *testing.T) {
	onEngines(t, func(t *testing.T, options *redis.Options) {
		client := newClient(t, options)
		threeAnswers(t, client, echomq.NewJobs(client), func() { client.ScriptFlush(t.Context()) })
	})
}

func TestThreeAnswersInAPipelineOnAColdCache(t *testing.T) {
	onEngines(t, func(t *testing.T, options *redis.Options) {
		client := newClient(t, options)
		for name, pipe := range map[string]redis.Pipeliner{"pipeline": client.Pipeline(), "transaction": client.TxPipeline()} {
			client.FlushDB(t.Context())
			client.ScriptFlush(t.Context())
			queue := echomq.NewJobsPipe(pipe)
			calls := []*echomq.Deferred[echomq.EnqueueReply]{
				queue.Enqueue(t.Context(), "orders", job, []byte("one")),
				queue.Enqueue(t.Context(), "orders", job, []byte("two")),
				queue.Enqueue(t.Context(), "orders", order, []byte("three")),
				queue.Enqueue(t.Context(), "not a queue", job, nil),
			}
			_, _ = pipe.Exec(t.Context())
			var refused *echomq.InputError
			for i, want := range []struct {
				reply echomq.EnqueueReply
				holds func(error) bool
			}{
				{echomq.EnqueueEnqueued, func(err error) bool { return err == nil }},
				{echomq.EnqueueDuplicate, func(err error) bool { return err == nil }},
				{"", func(err error) bool { return errors.Is(err, echomq.ErrKind) }},
				{"", func(err error) bool { return errors.As(err, &refused) }},
			} {
				if reply, err := calls[i].Result(); reply != want.reply || !want.holds(err) {
					t.Errorf("%s: call %d answers %q, %v", name, i+1, reply, err)
				}
			}
			leftAsWritten(t, client)
		}
	})
}

// All that go-redis calls a client serves.
func TestClients(t *testing.T) {
	onEngines(t, func(t *testing.T, options *redis.Options) {
		client := newClient(t, options)
		universal := redis.NewUniversalClient(&redis.UniversalOptions{Addrs: []string{options.Addr}, Protocol: options.Protocol})
		defer universal.Close()
		conn := client.Conn()
		defer conn.Close()
		for name, c := range map[string]echomq.Client{"Client": client, "UniversalClient": universal, "Conn": conn} {
			reply, err := echomq.NewJobs(c).Enqueue(t.Context(), name, job, nil)
			if err != nil || reply != echomq.EnqueueEnqueued {
				t.Errorf("a %s gets %q, %v", name, reply, err)
			}
		}
		err := client.Watch(t.Context(), func(tx *redis.Tx) error {
			_, err := echomq.NewJobs(tx).Enqueue(t.Context(), "Tx", job, nil)
			return err
		}, "watched")
		if err != nil {
			t.Errorf("a Tx gets %v", err)
		}
	})
}

func TestPayloadsComeBackExactly(t *testing.T) {
	onEngines(t, func(t *testing.T, options *redis.Options) {
		client := newClient(t, options)
		jobs := echomq.NewJobs(client)
		mint, err := echomq.NewMint(1, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, payload := range [][]byte{nil, {}, {0}, {0xff, 0xfe}, []byte("\r\n$-1\r\n"), []byte("h\u00e9\u2028"), bytes.Repeat([]byte{0, 0xff, '\n'}, 350_000)} {
			id, err := mint.Next(echomq.BrandJOB)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := jobs.Enqueue(t.Context(), "bytes", id, payload); err != nil {
				t.Fatal(err)
			}
			row, err := echomq.ReadJob(t.Context(), client, "bytes", id)
			if err != nil || !bytes.Equal(row.Payload, payload) {
				t.Errorf("%d bytes come back as %d, %v", len(payload), len(row.Payload), err)
			}
		}
	})
}

func TestHostGateRefusesBeforeTheWire(t *testing.T) {
	// Nobody listens here: whatever reaches the wire fails otherwise.
	client := newClient(t, &redis.Options{Addr: "127.0.0.1:1"})
	jobs := echomq.NewJobs(client)
	for _, queue := range []string{"", "emq", "a b", "a{b", "}", "h\u00e9", "a\n", strings.Repeat("q", 129), "\xff"} {
		var refused *echomq.InputError
		if _, err := jobs.Enqueue(t.Context(), queue, job, nil); !errors.As(err, &refused) || refused.Name != "queue" {
			t.Errorf("queue %q: %v", queue, err)
		}
	}
	for _, id := range []echomq.ID{"job-42", "JOBAzL8n0Y58m8", "USRzzzzzzzzzzz", "job0Nb1VTbfnu4", "JOB0Nb1VTbfnu", "JOB0Nb1VTbfnu44", "J\u00d6B0Nb1VTbfnu", "JOB0Nb1VTbfn\n4", ""} {
		var refused *echomq.InputError
		if _, err := jobs.Enqueue(t.Context(), "q", id, nil); !errors.As(err, &refused) || refused.Name != "id" {
			t.Errorf("id %q: %v", id, err)
		}
		if key, err := echomq.JobKey("q", id); key != "" || err == nil {
			t.Errorf("id %q has the key %q", id, key)
		}
	}
	if key, err := echomq.JobKey("q", order); err != nil || key != "emq:{q}:job:ORD0Nb1VTbfnu4" {
		t.Errorf("a foreign kind has the key %q, %v: kinds are for the script to judge", key, err)
	}
}

// A lost connection is no verdict, and nothing was sent twice.
func TestTransportErrors(t *testing.T) {
	client := newClient(t, &redis.Options{Addr: "127.0.0.1:1", MaxRetries: -1, DialerRetries: 1})
	_, err := echomq.NewJobs(client).Enqueue(t.Context(), "q", job, nil)
	var reply redis.Error
	var refusal *echomq.Error
	if err == nil || errors.As(err, &reply) || errors.As(err, &refusal) {
		t.Errorf("no server: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := echomq.NewJobs(client).Enqueue(ctx, "q", job, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: %v", err)
	}
}

func TestRecordReader(t *testing.T) {
	onEngines(t, func(t *testing.T, options *redis.Options) {
		client := newClient(t, options)
		key, err := echomq.JobKey("q", job)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			row   []any
			field string
		}{
			{[]any{"state", "pending", "attempts", "0", "payload", "x", "later", "unknown"}, ""},
			{[]any{"state", "gone", "attempts", "0", "payload", "x"}, "state"},
			{[]any{"state", "pending", "attempts", "many", "payload", "x"}, "attempts"},
			{[]any{"state", "pending", "attempts", "0"}, "payload"},
		} {
			client.Del(t.Context(), key)
			client.HSet(t.Context(), key, c.row...)
			row, err := echomq.ReadJob(t.Context(), client, "q", job)
			var malformed *echomq.RecordError
			switch {
			case c.field == "" && (err != nil || row == nil):
				t.Errorf("%v: %v", c.row, err)
			case c.field != "" && (row != nil || !errors.As(err, &malformed) || malformed.Field != c.field || malformed.Key != key):
				t.Errorf("%v: %v, %v", c.row, row, err)
			}
		}
		client.Del(t.Context(), key)
		client.Set(t.Context(), key, "no hash", 0)
		if row, err := echomq.ReadJob(t.Context(), client, "q", job); row != nil || !redis.HasErrorPrefix(err, "WRONGTYPE") {
			t.Errorf("another type: %v, %v", row, err)
		}
	})
}

func TestLifeCycle(t *testing.T) {
	onEngines(t, func(t *testing.T, options *redis.Options) {
		ctx, client := t.Context(), newClient(t, options)
		jobs := echomq.NewJobs(client)
		if none, err := jobs.Claim(ctx, "life", time.Minute); none != nil || err != nil {
			t.Fatalf("nothing to claim: %v, %v", none, err)
		}
		if reply, err := jobs.Schedule(ctx, "life", job, []byte("p"), time.Now().Add(-time.Second)); err != nil || reply != echomq.ScheduleScheduled {
			t.Fatalf("Schedule = %q, %v", reply, err)
		}
		if moved, err := jobs.Promote(ctx, "life", 10); err != nil || moved != 1 {
			t.Fatalf("Promote = %d, %v", moved, err)
		}
		claimed, err := jobs.Claim(ctx, "life", time.Minute)
		if err != nil || claimed == nil || claimed.ID != job || string(claimed.Payload) != "p" || claimed.Attempts != 1 {
			t.Fatalf("Claim = %+v, %v", claimed, err)
		}
		if _, err := jobs.Complete(ctx, "life", job, claimed.Attempts+1); !errors.Is(err, echomq.ErrStale) {
			t.Errorf("a stale token: %v", err)
		}
		if reply, err := jobs.Extend(ctx, "life", job, claimed.Attempts, time.Hour); err != nil || reply != echomq.ExtendExtended {
			t.Errorf("Extend = %q, %v", reply, err)
		}
		if reply, err := jobs.Complete(ctx, "life", job, claimed.Attempts); err != nil || reply != echomq.CompleteCompleted {
			t.Errorf("Complete = %q, %v", reply, err)
		}
		if reply, err := jobs.Complete(ctx, "life", job, claimed.Attempts); err != nil || reply != echomq.CompleteGone {
			t.Errorf("Complete again = %q, %v", reply, err)
		}
		if metrics, err := echomq.ReadMetricsCompleted(ctx, client, "life"); err != nil || metrics.Count != 1 {
			t.Errorf("the metrics are %+v, %v", metrics, err)
		}
	})
}

func TestScriptsAreListed(t *testing.T) {
	onEngines(t, func(t *testing.T, options *redis.Options) {
		client := newClient(t, options)
		for _, s := range echomq.Scripts() {
			if sha1, err := client.ScriptLoad(t.Context(), s.Source).Result(); err != nil || sha1 != s.SHA1 {
				t.Errorf("the server loads %v as %s, %v; want %s", s, sha1, err, s.SHA1)
			}
		}
		first := echomq.Scripts()[0]
		if first.Module != "jobs" || first.Name != "enqueue" || len(first.Source) != 307 {
			t.Errorf("the first script is %v of %d bytes", first, len(first.Source))
		}
	})
}

func TestFence(t *testing.T) {
	onEngines(t, func(t *testing.T, options *redis.Options) {
		outside := newClient(t, options)
		fenced := *options
		fenced.OnConnect = echomq.OnConnect
		for _, c := range []struct{ before, found string }{{"", ""}, {echomq.Wire, ""}, {"other:1.0.0", "other:1.0.0"}} {
			outside.Del(t.Context(), echomq.VersionKey)
			if c.before != "" {
				outside.Set(t.Context(), echomq.VersionKey, c.before, 0)
			}
			reply, err := echomq.NewJobs(newClient(t, &fenced)).Enqueue(t.Context(), "fence", job, nil)
			var refused *echomq.FenceError
			switch {
			case c.found == "" && (err != nil || reply == ""):
				t.Errorf("before %q: %v", c.before, err)
			case c.found != "" && (!errors.As(err, &refused) || refused.Found != c.found || refused.Expected != echomq.Wire):
				t.Errorf("before %q: %v", c.before, err)
			case c.found == "" && outside.Get(t.Context(), echomq.VersionKey).Val() != echomq.Wire:
				t.Errorf("before %q: the server is not claimed", c.before)
			}
			if err := echomq.CheckFence(t.Context(), outside); (err == nil) != (c.found == "") {
				t.Errorf("before %q, directly: %v", c.before, err)
			}
			outside.FlushDB(t.Context())
		}
	})
}

func TestCluster(t *testing.T) {
	options := newCluster(t)
	outside := redis.NewClusterClient(options)
	defer outside.Close()
	if err := outside.Del(t.Context(), echomq.VersionKey).Err(); err != nil {
		t.Fatal(err)
	}
	client := echomq.NewFencedClusterClient(options)
	defer client.Close()
	jobs := echomq.NewJobs(client)
	threeAnswers(t, client, jobs, func() { client.ScriptFlush(t.Context()) })
	if got := outside.Get(t.Context(), echomq.VersionKey).Val(); got != echomq.Wire {
		t.Errorf("the cluster is claimed for %q", got)
	}

	client.ScriptFlush(t.Context())
	pipe := client.Pipeline()
	batch := echomq.NewJobsPipe(pipe)
	var calls []*echomq.Deferred[echomq.EnqueueReply]
	for i := range 40 {
		calls = append(calls, batch.Enqueue(t.Context(), fmt.Sprintf("queue%d", i/2), job, nil))
	}
	if _, err := pipe.Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, call := range calls {
		want := []echomq.EnqueueReply{echomq.EnqueueEnqueued, echomq.EnqueueDuplicate}[i%2]
		if reply, err := call.Result(); err != nil || reply != want {
			t.Errorf("call %d answers %q, %v", i, reply, err)
		}
	}

	outside.Set(t.Context(), echomq.VersionKey, "other:1.0.0", 0)
	foreign := echomq.NewFencedClusterClient(options)
	defer foreign.Close()
	for i := range 5 {
		var refused *echomq.FenceError
		if _, err := echomq.NewJobs(foreign).Enqueue(t.Context(), fmt.Sprintf("queue%d", i), job, nil); !errors.As(err, &refused) {
			t.Errorf("queue%d of a foreign cluster: %v", i, err)
		}
	}
	outside.Del(t.Context(), echomq.VersionKey)
}

func TestEnqueueMany(t *testing.T) {
	onEngines(t, func(t *testing.T, options *redis.Options) {
		client := newClient(t, options)
		mint, err := echomq.NewMint(1, nil)
		if err != nil {
			t.Fatal(err)
		}
		var calls []echomq.EnqueueCall
		for i := range 2500 {
			id, err := mint.Next(echomq.BrandJOB)
			if err != nil {
				t.Fatal(err)
			}
			calls = append(calls, echomq.EnqueueCall{Queue: "many", ID: id, Payload: fmt.Append(nil, i)})
		}
		calls[7].ID, calls[8].ID, calls[9].Queue = order, calls[6].ID, "no queue"
		var refused *echomq.InputError
		for i, outcome := range echomq.NewJobs(client).EnqueueMany(t.Context(), calls) {
			holds := outcome.Err == nil && outcome.Reply == echomq.EnqueueEnqueued
			switch i {
			case 7:
				holds = errors.Is(outcome.Err, echomq.ErrKind)
			case 8:
				holds = outcome.Err == nil && outcome.Reply == echomq.EnqueueDuplicate
			case 9:
				holds = errors.As(outcome.Err, &refused)
			}
			if !holds {
				t.Errorf("call %d: %+v", i, outcome)
			}
		}
		if pending := client.ZCard(t.Context(), "emq:{many}:pending").Val(); pending != 2497 {
			t.Errorf("pending holds %d", pending)
		}
	})
}
