package conform_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// scriptFaults plants one fault at a time into a script of the bundle. For each,
// the gate must fail, and what it says must contain the message.
var scriptFaults = []struct {
	fault, script, old, new, gate, message string
}{
	// enqueue
	{"a field is renamed", "enqueue", "'payload', ARGV[2]", "'data', ARGV[2]", "a duplicate is an answer", `data: "one"`},
	{"a field is left out", "enqueue", "'attempts', '0', ", "", "a duplicate is an answer", `{payload: "one", state: "pending"}`},
	{"a field too many", "enqueue", "ARGV[2])", "ARGV[2], 'queue', 'q')", "a duplicate is an answer", "queue:"},
	{"the pending entry is dropped", "enqueue", "redis.call('ZADD', KEYS[2], 0, ARGV[1])\n", "", "a duplicate is an answer", "size 1"},
	{"a class is misspelt", "enqueue", "'EMQKIND ", "'EMQKINDS ", "a foreign kind is refused by the server", "server: EMQKINDS"},
	{"a refusal without a class", "enqueue", "'EMQKIND ", "'", "a foreign kind is refused by the server", "server: "},
	{"a refusal of one word", "enqueue", "'EMQKIND job id must be JOB-namespaced'", "'EMQKIND'", "a foreign kind is refused by the server", "ERR EMQKIND"},
	{"a refusal is raised", "enqueue", "return redis.error_reply('EMQKIND job id must be JOB-namespaced')", "error('EMQKIND job id')", "a foreign kind is refused by the server", "server: "},
	{"the kind is not checked", "enqueue", "~= 'JOB'", "== '???'", "a foreign kind is refused by the server", "got enqueued"},
	{"the kind is checked by one letter", "enqueue", "1, 3) ~= 'JOB'", "2, 2) ~= 'O'", "a foreign kind is refused by the server", "got enqueued"},
	{"existence is not checked", "enqueue", "== 1 then", "== 2 then", "a duplicate is an answer", "got enqueued"},
	{"existence is checked after the write", "enqueue", "if redis.call('EXISTS'", "redis.call('HSET', KEYS[1], 'payload', ARGV[2])\nif redis.call('EXISTS'", "a duplicate is an answer", "got duplicate"},
	{"a duplicate refreshes the row", "enqueue", "  return 0\n", "  redis.call('HSET', KEYS[1], 'payload', ARGV[2])\n  return 0\n", "a duplicate is an answer", `payload: "two"`},
	{"a duplicate is a fault", "enqueue", "  return 0\n", "  return redis.error_reply('EMQKIND twice')\n", "a duplicate is an answer", "got refusal kind"},
	{"existence before policy", "enqueue", "if string.sub", "if redis.call('EXISTS', KEYS[1]) == 1 then\n  return 0\nend\nif string.sub", "the kind comes before existence", "got duplicate"},
	{"the score is not zero", "enqueue", "KEYS[2], 0,", "KEYS[2], 1,", "pending is in the order of minting", `"1"`},
	{"the score is the time", "enqueue", "KEYS[2], 0,", "KEYS[2], redis.call('TIME')[1] * 1000000 + redis.call('TIME')[2],", "pending is in the order of minting", "expected"},
	{"attempts begin at one", "enqueue", "'attempts', '0'", "'attempts', '1'", "a duplicate is an answer", `attempts: "1"`},
	{"a state that is none", "enqueue", "'pending', 'attempts'", "'queued', 'attempts'", "a duplicate is an answer", `state: "queued"`},
	{"a payload ends at NUL", "enqueue", "'payload', ARGV[2]", "'payload', string.match(ARGV[2], '^%Z*')", "a payload is any bytes", `payload: ""`},
	{"a payload is trimmed", "enqueue", "'payload', ARGV[2]", "'payload', string.sub(ARGV[2], 1, 65536)", "a payload may be a megabyte", "65536 bytes"},

	// schedule, schedule_in
	{"a scheduled job is pending", "schedule", "'scheduled'", "'pending'", "a scheduled job waits for its instant", `state: "pending"`},
	{"an instant loses digits", "schedule", "KEYS[2], ARGV[3]", "KEYS[2], string.format('%.0f', math.floor(tonumber(ARGV[3]) / 1000) * 1000)", "a scheduled job waits for its instant", "4102444800000"},
	{"any number is an instant", "schedule", "'^%d+$'", "'^%-?%d+$'", "a number that no score holds is refused", "got scheduled"},
	{"a delay is a digit too short", "retry", "#ARGV[3] > 15", "#ARGV[3] > 14", "the longest delay is exact", "got refusal range"},
	{"a ceiling is a digit too long", "retry", "#ARGV[4] > 15", "#ARGV[4] > 16", "a retry that no score holds is refused", "got scheduled"},
	{"a lease is a digit too long", "extend", "#ARGV[3] > 15", "#ARGV[3] > 16", "a retry that no score holds is refused", "got extended"},
	{"a limit is a digit too long", "reap", "#ARGV[1] > 15", "#ARGV[1] > 16", "a number that no score holds is refused", "got 0"},
	{"the first error is kept", "retry", "redis.call('HSET', KEYS[1], 'last_error'", "redis.call('HSETNX', KEYS[1], 'last_error'", "the latest error is the one that is kept", "first"},
	{"an instant of any length", "schedule", "#ARGV[3] > 15", "#ARGV[3] > 99", "a number that no score holds is refused", "got scheduled"},
	{"a schedule overwrites", "schedule", "== 1 then", "== 2 then", "a duplicate is one in every state", "got scheduled"},
	{"a foreign kind is scheduled", "schedule", "~= 'JOB'", "== '???'", "a foreign kind is not scheduled", "got scheduled"},
	{"a delay on the caller's clock", "schedule_in", "now + tonumber(ARGV[3])", "1764547200000 + tonumber(ARGV[3])", "a delay is priced on the server's clock", "from now: -"},
	{"a delay without a clock", "schedule_in", "now + tonumber(ARGV[3])", "tonumber(ARGV[3])", "a delay is priced on the server's clock", "from now"},
	{"a delay in seconds", "schedule_in", "tonumber(ARGV[3]))", "tonumber(ARGV[3]) * 1000)", "a delay is priced on the server's clock", "from now: 60000000"},
	{"a sum loses digits", "schedule_in", "string.format('%.0f', now + tonumber(ARGV[3]))", "string.format('%.14g', now + tonumber(ARGV[3]))", "the longest delay is exact", "expected"},

	// claim
	{"attempts are not raised", "claim", "'attempts', 1)", "'attempts', 0)", "a claim leases the oldest job", "attempts: 0"},
	{"a claimed row stays pending", "claim", "'state', 'active'", "'state', 'pending'", "a claim leases the oldest job", `state: "pending"`},
	{"the newest is claimed", "claim", "KEYS[1], 0, 0)", "KEYS[1], -1, -1)", "a claim leases the oldest job", "payload: second"},
	{"a claimed id stays in pending", "claim", "    redis.call('ZREM', KEYS[1], id)\n    -- Read", "    -- Read", "two claimers never share a job", "attempts: 2"},
	{"a claimed id is not in active", "claim", "    redis.call('ZADD', KEYS[2], deadline, id)\n", "", "a claim leases the oldest job", "no members"},
	{"a lease on the caller's clock", "claim", "now + tonumber(ARGV[1])", "1764547200000 + tonumber(ARGV[1])", "a claim leases the oldest job", "from now: -"},
	{"a lease in microseconds", "claim", "math.floor(tonumber(time[2]) / 1000)", "tonumber(time[2])", "the longest delay is exact", "expected"},
	{"a gone row comes back", "claim", "if payload then", "payload = payload or ''\n  if payload then", "a claim drops ids whose row is gone", `payload: ""`},
	{"a gone row ends the claim", "claim", "  -- The row is gone", "  if true then return false end\n  -- The row is gone", "a claim drops ids whose row is gone", "got empty"},
	{"a token ends at 2^53", "claim", "redis.call('HGET', row, 'attempts')}", "tonumber(redis.call('HGET', row, 'attempts'))}", "a token is exact beyond the digits of a double", "attempts: 9007199254740992"},
	{"a reply without its payload", "claim", "{id, payload, ", "{id, ", "a claim leases the oldest job", "reply: "},
	{"a reply in another order", "claim", "{id, payload, ", "{payload, id, ", "a claim leases the oldest job", "reply: "},
	{"any lease will do", "claim", "'^%d+$'", "'.'", "a lease that no score holds is refused", "got {id:"},

	// complete
	{"a token is not checked", "complete", "and attempts == ARGV[2])", ")", "the token of a lost lease is stale", "got completed"},
	{"a token is compared as a number", "complete", "attempts == ARGV[2]", "tonumber(attempts) == tonumber(ARGV[2])", "a token is exact beyond the digits of a double", "got completed"},
	{"attempts 0 are a lease", "complete", " and attempts ~= '0'", "", "nobody completes a job that was never claimed", "got completed"},
	{"a completed id stays in active", "complete", "redis.call('ZREM', KEYS[2], ARGV[1])\n", "", "a completed job is gone and counted", "read active"},
	{"a completed id stays in pending", "complete", "redis.call('ZREM', KEYS[3], ARGV[1])\n", "", "a job may be completed after a reap", "read pending"},
	{"a completed row stays", "complete", "redis.call('DEL', KEYS[1])\n", "", "a completed job is gone and counted", "read job"},
	{"a completion is not counted", "complete", "redis.call('HINCRBY', KEYS[4], 'count', 1)\n", "", "a completed job is gone and counted", "read metrics_completed"},
	{"a completion is counted twice", "complete", "'count', 1)", "'count', 2)", "a completed job is gone and counted", `count: "2"`},
	{"a gone job is counted", "complete", "if not attempts then", "redis.call('HINCRBY', KEYS[4], 'count', 1)\nif not attempts then", "complete and extend drop an id whose row is gone", "read metrics_completed"},
	{"a gone job is stale", "complete", "if attempts and not", "if not", "a completed job cannot be completed again", "got refusal stale"},
	{"a reaped job is lost to its holder", "complete", "(state == 'active' or state == 'pending')", "(state == 'active')", "a job may be completed after a reap", "got refusal stale"},
	{"a retried job is completed", "complete", "(state == 'active' or state == 'pending')", "true", "a retry gives the lease back", "got completed"},

	// retry
	{"the error is not kept", "retry", "redis.call('HSET', KEYS[1], 'last_error', ARGV[5])\n", "", "a failed job waits and comes back", `last_error: "it broke"`},
	{"the ceiling is one higher", "retry", ">= tonumber", "> tonumber", "a job dies at the ceiling", "got scheduled"},
	{"a death is not counted", "retry", "  redis.call('HINCRBY', KEYS[6], 'count', 1)\n", "", "a job dies at the ceiling", "read metrics_failed"},
	{"a dead id is in no set", "retry", "  redis.call('ZADD', KEYS[5], 0, ARGV[1])\n", "", "a job dies at the ceiling", "read dead"},
	{"a dead id is scored", "retry", "KEYS[5], 0,", "KEYS[5], 7,", "a job dies at the ceiling", `"7"`},
	{"a failed id stays in active", "retry", "redis.call('ZREM', KEYS[2], ARGV[1])\n", "", "a failed job waits and comes back", "read active"},
	{"a failed id stays in pending", "retry", "redis.call('ZREM', KEYS[3], ARGV[1])\n", "", "a job may be retried after a reap", "read pending"},
	{"a second retry counts again", "retry", "if state == 'dead' then", "if state == 'buried' then", "a second retry changes nothing", "got scheduled"},
	{"a gone row is made again", "retry", "if attempts ~= ARGV[2]", "if attempts and attempts ~= ARGV[2]", "a retry of a gone job is stale", "expected refusal stale"},
	{"a retry starts over", "retry", "'state', 'scheduled')", "'state', 'scheduled', 'attempts', '0')", "a failed job waits and comes back", `attempts: "0"`},

	// promote, reap
	{"what is promoted stays scheduled", "promote", "  redis.call('ZREM', KEYS[1], id)\n", "", "what is due becomes pending", "expected"},
	{"a promoted row says scheduled", "promote", "    redis.call('HSET', row, 'state', 'pending')\n", "", "what is due becomes pending", `state: "scheduled"`},
	{"a promoted id keeps its score", "promote", "KEYS[2], 0, id", "KEYS[2], redis.call('ZSCORE', KEYS[1], id), id", "what is due becomes pending", "expected"},
	{"what is not due is promoted", "promote", "'-inf', now,", "'-inf', '+inf',", "a delay passes", "got 1"},
	{"the limit is no limit", "promote", "if promoted == limit then", "if promoted == -1 then", "what is due becomes pending", "got 2"},
	{"a promotion brings a row back", "promote", "if redis.call('EXISTS', row) == 1 then", "if true then", "a promotion drops ids whose row is gone", "expected"},
	{"a dropped id counts as promoted", "promote", "  redis.call('ZREM', KEYS[1], id)\n", "  redis.call('ZREM', KEYS[1], id)\n  promoted = promoted + 1 - redis.call('EXISTS', row)\n", "a promotion drops ids whose row is gone", "expected"},
	{"a reap raises attempts", "reap", "'state', 'pending')", "'state', 'pending')\n    redis.call('HINCRBY', row, 'attempts', 1)", "a lease that ran out is taken back", `attempts: "2"`},
	{"a reaped id stays in active", "reap", "  redis.call('ZREM', KEYS[1], id)\n", "", "a lease that ran out is taken back", "expected"},
	{"a reaped row says active", "reap", "    redis.call('HSET', row, 'state', 'pending')\n", "", "a lease that ran out is taken back", `state: "active"`},
	{"a lease is reaped while it runs", "reap", "'-inf', now,", "'-inf', '+inf',", "a lease passes", "got 1"},
	{"a reap brings a row back", "reap", "if redis.call('EXISTS', row) == 1 then", "if true then", "a reap drops ids whose row is gone", "expected"},

	// extend
	{"anyone extends", "extend", " and attempts == ARGV[2]", "", "the token of a lost lease is stale", "got extended"},
	{"a lease is not extended", "extend", "redis.call('ZADD', KEYS[2], deadline, ARGV[1])\n", "", "a lease can run longer", "expected"},
	{"a reaped lease is extended", "extend", "(state == 'active' and", "(state and", "a reaped lease cannot be extended", "got extended"},
	{"a gone job is extended", "extend", "  return 0\n", "  return 1\n", "a lease can run longer", "got extended"},
}

// The embedded engine writes large numbers out, so what tostring does to them
// only shows on a real one.
func TestDigitsLostToTostringShowOnRealEngines(t *testing.T) {
	p := plant(t, "lua/schedule_in.lua", "string.format('%.0f', now + tonumber(ARGV[3]))", "tostring(now + tonumber(ARGV[3]))")
	for _, server := range []testenv.Server{testenv.Redis(t), testenv.Valkey(t)} {
		o := options(p, open(t, server.URL))
		o.Gates = only(t, p, "the longest delay is exact")
		if report := run(t, o); report.Count(conform.Failed) != 1 {
			t.Errorf("%s: no gate catches it", server.Name)
		}
	}
}

func TestScriptFaultsAreCaught(t *testing.T) {
	for _, f := range scriptFaults {
		t.Run(f.fault, func(t *testing.T) {
			p := plant(t, "lua/"+f.script+".lua", f.old, f.new)
			caught(t, p, conform.Tool(p), f.gate, f.message)
		})
	}
}

// specFaults plants faults into the spec, which all SDKs are made of.
var specFaults = []struct {
	fault, old, new, gate, message string
}{
	{"the pending set is dropped from KEYS", "keys: [job, pending]", "keys: [job]", "a duplicate is an answer", "server: "},
	{"two keys change places", "keys: [pending, active, job_root]", "keys: [active, pending, job_root]", "a claim leases the oldest job", "got empty"},
	{"another set is passed", "keys: [job, active, pending, schedule, dead, metrics_failed]", "keys: [job, active, pending, dead, schedule, metrics_failed]", "a job dies at the ceiling", "read dead"},
	{"verdicts are swapped", "returns: {1: enqueued, 0: duplicate}", "returns: {0: enqueued, 1: duplicate}", "a duplicate is an answer", "got duplicate"},
	{"a class is renamed", "  EMQSTALE: {name", "  EMQOLD: {name", "the token of a lost lease is stale", "server: EMQSTALE"},
}

func TestSpecFaultsAreCaught(t *testing.T) {
	for _, f := range specFaults {
		t.Run(f.fault, func(t *testing.T) {
			p := plant(t, "spec/protocol.yaml", f.old, f.new)
			caught(t, p, conform.Tool(p), f.gate, f.message)
		})
	}
}

// A speaker of an older address is right by itself, and lost among the others.
func TestAnAddressThatMovesIsCaughtInMixture(t *testing.T) {
	p := shipped(t)
	old := plant(t, "spec/protocol.yaml", `at: "emq:{<queue>}:pending"`, `at: "emq:{<queue>}:waiting"`)
	o := options(p, open(t, engine.Embedded))
	o.Gates = only(t, p, "pending is in the order of minting")
	o.Runtimes = append(o.Runtimes, speaker{conform.Tool(old), old})
	o.Mixed = true
	report := run(t, o)
	for i, want := range []conform.Result{conform.Passed, conform.Failed, conform.Failed} {
		if got := report.Rows[0].Cells[i].Result; got != want {
			t.Errorf("%s: %s, want %s", report.Columns[i], got, want)
		}
	}
}

// speaker speaks its own protocol, whatever the runner's is.
type speaker struct {
	conform.Runtime
	p *protocol.Protocol
}

func (speaker) Name() string { return "other" }

func (s speaker) Start(ctx context.Context, e *engine.Engine, resp int) (conform.Peer, error) {
	peer, err := s.Runtime.Start(ctx, e, resp)
	return speakerPeer{peer, s.p}, err
}

type speakerPeer struct {
	conform.Peer
	p *protocol.Protocol
}

func (s speakerPeer) Call(ctx context.Context, script *protocol.Script, args conform.Args) conform.Ending {
	for _, own := range s.p.Scripts() {
		if own.Name == script.Name {
			return s.Peer.Call(ctx, own, args)
		}
	}
	return conform.Ending{Kind: conform.EndedUnsupported}
}

// plant loads the shipped protocol with one text of one file replaced.
func plant(t testing.TB, file, old, new string) *protocol.Protocol {
	t.Helper()
	fsys := fstest.MapFS{}
	scripts, err := filepath.Glob("../../lua/*.lua")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(scripts, "../../spec/protocol.yaml") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		fsys[strings.TrimPrefix(filepath.ToSlash(path), "../../")] = &fstest.MapFile{Data: data}
	}
	text := string(fsys[file].Data)
	if !strings.Contains(text, old) {
		t.Fatalf("%s does not contain %q any more", file, old)
	}
	text = strings.Replace(text, old, new, 1)
	if file == "spec/protocol.yaml" && strings.HasPrefix(old, "  EMQSTALE") {
		text = strings.ReplaceAll(text, "EMQSTALE", "EMQOLD")
	}
	fsys[file].Data = []byte(text)
	p, findings := protocol.LoadFS(fsys, "spec/protocol.yaml")
	for _, f := range findings {
		if f.Rule != protocol.RulePin {
			t.Error(f)
		}
	}
	if p == nil {
		t.FailNow()
	}
	return p
}

func only(t testing.TB, p *protocol.Protocol, gate string) []*protocol.Gate {
	t.Helper()
	for _, g := range p.Gates {
		if g.Name == gate {
			return []*protocol.Gate{g}
		}
	}
	t.Fatalf("there is no gate %q", gate)
	return nil
}

// caught wants the gate to fail for the runtime, and to say why.
func caught(t testing.TB, p *protocol.Protocol, rt conform.Runtime, gate, message string) {
	t.Helper()
	o := options(p, open(t, engine.Embedded))
	o.Gates = only(t, p, gate)
	o.Runtimes = []conform.Runtime{rt}
	report := run(t, o)
	cell := report.Rows[0].Cells[0]
	if cell.Result != conform.Failed {
		t.Fatalf("the gate %q does not catch it", gate)
	}
	f := cell.Failure
	said := f.Act + "\ngot " + f.Got + "\nexpected " + f.Want
	if !strings.Contains(said, message) {
		t.Errorf("the gate %q says:\n%s\nwhich does not contain %q", gate, said, message)
	}
}
