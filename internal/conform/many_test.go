package conform_test

import (
	"context"
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/elixir"
	"github.com/echomq/emqgen/internal/emit/golang"
	"github.com/echomq/emqgen/internal/emit/python"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// tally has one script that counts how often it ran for each of its calls, so that
// what runs twice shows.
func tally(t testing.TB) *protocol.Protocol {
	t.Helper()
	p, findings := protocol.LoadFS(fstest.MapFS{
		"p.yaml": {Data: []byte(`emqgen: 1
protocol: tally
version: 1.0.0
wire: tally:1
params:
  who: {match: "[a-z0-9-]+"}
keys:
  counts: {at: "{<who>}:counts", type: hash}
  version: {at: "{tally}:version", type: string, fence: true}
modules:
  marks:
    scripts:
      mark: {lua: mark.lua, keys: [counts], args: [{call: text}], returns: count, many: true}
`)},
		"mark.lua": {Data: []byte("return redis.call('HINCRBY', KEYS[1], ARGV[1], 1)\n")},
	}, "p.yaml")
	if p == nil {
		t.Fatal(findings)
	}
	return p
}

// speakers are all that send many calls: the SDKs, and Python's a second time, as
// it is awaited.
func speakers(t testing.TB, p *protocol.Protocol) []conform.Runtime {
	t.Helper()
	runtimes := sdks(t, p, nil, emitters...)
	for _, rt := range sdks(t, p, nil, python.Emitter{}) {
		runtimes = append(runtimes, awaited(rt))
	}
	return runtimes
}

// awaited is the driver of the Python SDK with an asyncio client.
func awaited(rt conform.Runtime) conform.Runtime {
	d := rt.(*conform.Driver)
	d.Title, d.Command = "asyncio", append(d.Command, "--asyncio")
	return d
}

// manyCalls is longer than what any SDK puts into one round trip.
const manyCalls = 1200

func callName(i int) string { return fmt.Sprintf("call-%04d", i) }

// The places where things happen: between two round trips of every SDK, and amid
// one.
const (
	boundary = 1000
	amid     = 700
)

// troubles are what befalls a long list of calls. Known is how many calls at its
// beginning must be answered in spite of it, by an SDK that learns of each answer
// as it comes; lost, if set, is a call that was sent and cannot be known.
var troubles = []struct {
	name   string
	events func(restart func()) map[string]event
	known  int
	lost   bool
	at     int
}{
	{"the server starts anew between two round trips", func(restart func()) map[string]event {
		return map[string]event{callName(boundary): restarts(restart)}
	}, manyCalls, false, boundary},
	{"the server starts anew amid a round trip", func(restart func()) map[string]event {
		return map[string]event{callName(amid): restarts(restart)}
	}, manyCalls, false, amid},
	{"the server starts anew, and the connection is lost", func(restart func()) map[string]event {
		return map[string]event{callName(boundary): restartsAndCuts(restart)}
	}, boundary, true, boundary},
	{"the connection is lost amid a reply", func(func()) map[string]event {
		return map[string]event{callName(amid): cutsTheReply}
	}, amid, true, amid},
	{"the connection is lost as the script is loaded again", func(restart func()) map[string]event {
		return map[string]event{callName(boundary): restarts(restart), "LOAD": cuts, "load": cuts}
	}, boundary, false, boundary},
}

// Whatever befalls the server or the connection, nothing is lost and nothing is
// doubled, and the caller is told which calls are unknown.
func TestManyCallsSurvive(t *testing.T) {
	testenv.LongOnly(t)
	p := tally(t)
	for _, rt := range speakers(t, p) {
		for _, trouble := range troubles {
			t.Run(rt.Name()+"/"+trouble.name, func(t *testing.T) {
				if complaint := survives(t, p, rt, trouble.name); complaint != "" {
					t.Error(complaint)
				}
			})
		}
	}
}

// survives sends many calls through a trouble, and says what is wrong with what
// the caller is told.
func survives(t testing.TB, p *protocol.Protocol, rt conform.Runtime, name string) string {
	t.Helper()
	trouble := troubles[0]
	for _, candidate := range troubles {
		if candidate.name == name {
			trouble = candidate
		}
	}
	ctx := context.Background()
	server, restart := testenv.Persistent(t)
	b := newBetween(t, server.Addr)
	peer, err := rt.Start(ctx, open(t, b.url()), 3)
	if err != nil {
		t.Fatal(err)
	}
	defer peer.Close()
	mark := p.Scripts()[0]
	// The script is known before the trouble begins.
	if end := peer.Call(ctx, mark, conform.Args{"who": "w", "call": "first"}); end.Kind != conform.EndedValue {
		t.Fatal(end)
	}
	b.expect(trouble.events(restart))
	calls := make([]conform.Args, manyCalls)
	for i := range calls {
		calls[i] = conform.Args{"who": "w", "call": callName(i)}
	}
	ends := peer.Many(ctx, mark, calls)
	if len(ends) != len(calls) {
		return fmt.Sprintf("%d answers to %d calls: %s", len(ends), len(calls), ends[0])
	}
	counts, err := open(t, server.URL).Client(2).HGetAll(ctx, "{w}:counts").Result()
	if err != nil {
		t.Fatal(err)
	}
	known := trouble.known
	if rt.Name() == "elixir" && known < manyCalls {
		// Its clients learn of the answers of a round trip all at once.
		known -= known % 500
	}
	for i, end := range ends {
		count := counts[callName(i)]
		switch {
		case count != "" && count != "1":
			return fmt.Sprintf("%s ran %s times", callName(i), count)
		case end.Kind == conform.EndedValue && (end.Value != "1" || count != "1"):
			return fmt.Sprintf("%s is answered %s, and ran %q times", callName(i), end, count)
		case end.Kind == conform.EndedUnsent && count != "":
			return fmt.Sprintf("%s is said to be unsent, and ran: %s", callName(i), end)
		case end.Kind != conform.EndedValue && end.Kind != conform.EndedUnsent && end.Kind != conform.EndedUnknown:
			return fmt.Sprintf("%s has neither an answer nor a reason: %s", callName(i), end)
		case i < known && end.Kind != conform.EndedValue:
			return fmt.Sprintf("%s is not answered: %s", callName(i), end)
		}
	}
	if trouble.lost && ends[trouble.at].Kind != conform.EndedUnknown {
		return fmt.Sprintf("%s was sent and its answer lost, and is said to be %s", callName(trouble.at), ends[trouble.at])
	}
	return ""
}

// manyFaults plants faults into how an SDK sends many calls.
var manyFaults = []struct {
	fault          string
	emitter        emit.Emitter
	file, old, new string
	trouble        string
}{
	{"a call is sent again by the client", golang.Emitter{}, "command.go", "NoRetry() bool { return true }", "NoRetry() bool { return false }", "the connection is lost amid a reply"},
	{"a lost answer is an unsent call", golang.Emitter{}, "many.go", "return &UnknownError{err}", "return &UnsentError{err}", "the connection is lost amid a reply"},
	{"an answer is lost with those behind it", golang.Emitter{}, "command.go", "if err == nil || !c.answered {", "if true {", "the connection is lost amid a reply"},
	{"a lost answer is an unsent call", python.Emitter{}, "tally/_sync.py", "answers + [Lost(error)] *", "answers + [error] *", "the connection is lost amid a reply"},
	{"all calls go again after a cold cache", python.Emitter{}, "tally/_executor.py", "            lost.append(index)\n", "            lost = list(range(len(calls)))\n", "the server starts anew amid a round trip"},
	{"a cold cache is an answer", python.Emitter{}, "tally/_executor.py", "    if lost:\n", "    if lost and len(lost) == len(calls):\n", "the server starts anew amid a round trip"},
	{"calls go again after a lost connection", elixir.Emitter{}, "lib/tally/executor.ex", "all_failed(calls, unanswered(reason))", "Process.sleep(1000) && reason && run_all(conn, calls)", "the connection is lost amid a reply"},
	{"a lost answer is an unsent call", elixir.Emitter{}, "lib/tally/executor.ex", "all_failed(calls, unanswered(reason))", "all_failed(calls, unsent(reason))", "the connection is lost amid a reply"},
}

func TestManyFaultsAreCaught(t *testing.T) {
	testenv.LongOnly(t)
	p := tally(t)
	for _, f := range manyFaults {
		t.Run(f.emitter.Language()+"/"+f.fault, func(t *testing.T) {
			faulty := sdks(t, p, planting(t, f.file, f.old, f.new), f.emitter)[0]
			complaint := survives(t, p, faulty, f.trouble)
			if complaint == "" {
				t.Errorf("nothing is wrong when %s", f.trouble)
			}
			t.Log(complaint)
		})
	}
}
