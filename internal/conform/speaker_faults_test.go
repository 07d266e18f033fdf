package conform_test

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

// faulty is a speaker with one fault in its runtime; what is nil is done right.
type faulty struct {
	conform.Peer
	p      *protocol.Protocol
	client redis.UniversalClient

	before  func(f *faulty, s *protocol.Script, args conform.Args) // what it makes of a call
	call    func(ctx context.Context, f *faulty, s *protocol.Script, args conform.Args) conform.Ending
	after   func(s *protocol.Script, end conform.Ending) conform.Ending // what it makes of an answer
	read    func(end conform.Ending) conform.Ending
	many    func(ctx context.Context, f *faulty, s *protocol.Script, calls []conform.Args) []conform.Ending
	connect func(ctx context.Context, f *faulty) conform.Ending
}

func (f *faulty) Name() string { return "faulty" }
func (f *faulty) Most() int    { return 4 }

func (f *faulty) Start(ctx context.Context, e *engine.Engine, resp int) (conform.Peer, error) {
	peer, err := conform.Tool(f.p).Start(ctx, e, resp)
	started := *f
	started.Peer, started.client = peer, e.Client(resp)
	return &started, err
}

func (f *faulty) Call(ctx context.Context, s *protocol.Script, args conform.Args) conform.Ending {
	if f.before != nil {
		f.before(f, s, args)
	}
	var end conform.Ending
	if f.call != nil {
		end = f.call(ctx, f, s, args)
	} else {
		end = f.Peer.Call(ctx, s, args)
	}
	if f.after != nil {
		end = f.after(s, end)
	}
	return end
}

func (f *faulty) Read(ctx context.Context, k *protocol.Key, holes conform.Args) conform.Ending {
	end := f.Peer.Read(ctx, k, holes)
	if f.read != nil {
		end = f.read(end)
	}
	return end
}

func (f *faulty) Many(ctx context.Context, s *protocol.Script, calls []conform.Args) []conform.Ending {
	if f.many != nil {
		return f.many(ctx, f, s, calls)
	}
	return f.Peer.Many(ctx, s, calls)
}

func (f *faulty) Connect(ctx context.Context) conform.Ending {
	if f.connect != nil {
		return f.connect(ctx, f)
	}
	return f.Peer.Connect(ctx)
}

var connectedEnding = conform.Ending{Kind: conform.EndedVerdict, Name: "connected"}

// ungated sends a call past the host gate.
func ungated(ctx context.Context, f *faulty, s *protocol.Script, args conform.Args) conform.Ending {
	queue, _ := args["queue"].(string)
	id, _ := args["id"].(string)
	payload, _ := args["payload"].(string)
	if s.Name != "enqueue" {
		return f.Peer.Call(ctx, s, args)
	}
	reply, err := f.client.Eval(ctx, string(s.Source), []string{"emq:{" + queue + "}:job:" + id, "emq:{" + queue + "}:pending"}, id, payload).Result()
	switch {
	case err != nil && strings.HasPrefix(err.Error(), "EMQKIND "):
		return conform.Ending{Kind: conform.EndedRefusal, Name: "kind", Text: err.Error()}
	case err != nil:
		return conform.Ending{Kind: conform.EndedServer, Text: err.Error()}
	case reply == int64(1):
		return conform.Ending{Kind: conform.EndedVerdict, Name: "enqueued"}
	}
	return conform.Ending{Kind: conform.EndedVerdict, Name: "duplicate"}
}

// gatedBy is a host gate of queue names with another pattern than the spec's.
func gatedBy(pattern string) func(context.Context, *faulty, *protocol.Script, conform.Args) conform.Ending {
	re := regexp.MustCompile(pattern)
	return func(ctx context.Context, f *faulty, s *protocol.Script, args conform.Args) conform.Ending {
		if re.MatchString(args["queue"].(string)) {
			return ungated(ctx, f, s, args)
		}
		return f.Peer.Call(ctx, s, args)
	}
}

// convert changes one parameter of the calls that have it.
func convert(name string, change func(string) string) func(*faulty, *protocol.Script, conform.Args) {
	return func(_ *faulty, _ *protocol.Script, args conform.Args) {
		if text, ok := args[name].(string); ok {
			args[name] = change(text)
		}
	}
}

// answered changes one member of the answers that have it.
func answered(name string, change func(string) string) func(*protocol.Script, conform.Ending) conform.Ending {
	return func(_ *protocol.Script, end conform.Ending) conform.Ending {
		tuple, _ := end.Value.(conform.Tuple)
		for i, m := range tuple {
			if text, ok := m.Value.(string); ok && m.Name == name {
				tuple[i].Value = change(text)
			}
		}
		return end
	}
}

func asText(bytes string) string { return strings.ToValidUTF8(bytes, "\uFFFD") }

func asDouble(digits string) string {
	f, _ := strconv.ParseFloat(digits, 64)
	return strconv.FormatFloat(f, 'f', 0, 64)
}

func thousandth(ms string) string {
	n, _ := strconv.ParseInt(ms, 10, 64)
	return strconv.FormatInt(n/1000, 10)
}

func becomes(kind conform.EndingKind, name string, to conform.Ending) func(*protocol.Script, conform.Ending) conform.Ending {
	return func(_ *protocol.Script, end conform.Ending) conform.Ending {
		if end.Kind == kind && end.Name == name {
			return to
		}
		return end
	}
}

// speakerFaults plants one fault at a time into a speaker.
var speakerFaults = []struct {
	fault   string
	speaker faulty
	gate    string
	message string
}{
	// What it sends.
	{"a payload is sent as text", faulty{before: convert("payload", asText)}, "a payload is any bytes", "got"},
	{"a payload ends at NUL", faulty{before: convert("payload", func(s string) string { s, _, _ = strings.Cut(s, "\x00"); return s })}, "a payload is any bytes", `payload: ""`},
	{"line ends of a payload are made alike", faulty{before: convert("payload", func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") })}, "a payload is any bytes", "got"},
	{"an empty payload is sent as null", faulty{before: convert("payload", func(s string) string {
		if s == "" {
			return "null"
		}
		return s
	})}, "a payload may be empty", `payload: "null"`},
	{"a token is sent as a double", faulty{before: convert("token", asDouble)}, "a token is exact beyond the digits of a double", "got refusal stale"},
	{"a lease is sent in seconds", faulty{before: convert("lease", thousandth)}, "a claim leases the oldest job", "from now: 60"},
	{"a delay is sent in seconds", faulty{before: convert("delay", thousandth)}, "a delay is priced on the server's clock", "from now: 60"},
	{"an error text is escaped", faulty{before: convert("error", strconv.Quote)}, "a job dies at the ceiling", "last_error"},
	{"a delay is made an instant by the caller", faulty{call: func(ctx context.Context, f *faulty, s *protocol.Script, args conform.Args) conform.Ending {
		if s.Name != "schedule_in" {
			return f.Peer.Call(ctx, s, args)
		}
		delay, _ := strconv.ParseInt(args["delay"].(string), 10, 64)
		args["at"] = strconv.FormatInt(time.Now().UnixMilli()+delay, 10)
		i := slices.IndexFunc(f.p.Scripts(), func(s *protocol.Script) bool { return s.Name == "schedule" })
		return f.Peer.Call(ctx, f.p.Scripts()[i], args)
	}}, "a delay is priced on the server's clock", "expected"},

	// What it admits.
	{"no host gate", faulty{call: ungated}, "what is no id never leaves the host", "got refusal kind"},
	{"a queue pattern that ends at a line", faulty{call: gatedBy(`(?m)^[A-Za-z0-9._-]{1,128}$`)}, "a queue name that would split a queue never leaves the host", "got enqueued"},
	{"a queue pattern without ends", faulty{call: gatedBy(`[A-Za-z0-9._-]{1,128}`)}, "a queue name that would split a queue never leaves the host", "got enqueued"},
	{"a queue pattern of letters anywhere", faulty{call: gatedBy(`^[\pL\pN._-]{1,128}$`)}, "a queue name beyond ASCII never leaves the host", "got enqueued"},
	{"a queue may be empty", faulty{call: gatedBy(`^$`)}, "a queue name that would split a queue never leaves the host", "got enqueued"},
	{"the reserve is a queue", faulty{call: gatedBy(`^emq$`)}, "a queue name that would split a queue never leaves the host", "got enqueued"},
	{"the kind is checked by the host", faulty{call: func(ctx context.Context, f *faulty, s *protocol.Script, args conform.Args) conform.Ending {
		if id, ok := args["id"].(string); ok && !strings.HasPrefix(id, "JOB") {
			return conform.Ending{Kind: conform.EndedHost, Text: "not a JOB id"}
		}
		return f.Peer.Call(ctx, s, args)
	}}, "a foreign kind is refused by the server", "got host"},
	{"the largest id is refused", faulty{call: func(ctx context.Context, f *faulty, s *protocol.Script, args conform.Args) conform.Ending {
		if args["id"] == "JOBAzL8n0Y58m7" {
			return conform.Ending{Kind: conform.EndedHost, Text: "too large"}
		}
		return f.Peer.Call(ctx, s, args)
	}}, "the first and the last id are ids", "got host"},
	{"the longest queue name is refused", faulty{call: func(ctx context.Context, f *faulty, s *protocol.Script, args conform.Args) conform.Ending {
		if len(args["queue"].(string)) > 127 {
			return conform.Ending{Kind: conform.EndedHost, Text: "too long"}
		}
		return f.Peer.Call(ctx, s, args)
	}}, "the longest queue name is a queue", "got host"},

	// What it makes of answers.
	{"a payload is read as text", faulty{after: answered("payload", asText)}, "a payload is any bytes", "got"},
	{"a token is read as a double", faulty{after: answered("attempts", asDouble)}, "a token is exact beyond the digits of a double", "9007199254740992"},
	{"a duplicate is raised", faulty{after: becomes(conform.EndedVerdict, "duplicate", conform.Ending{Kind: conform.EndedRefusal, Name: "duplicate"})}, "a duplicate is an answer", "got refusal duplicate"},
	{"nothing to claim is an error", faulty{after: becomes(conform.EndedVerdict, "empty", conform.Ending{Kind: conform.EndedReply, Text: "nil"})}, "there may be nothing to claim", "got reply"},
	{"a refusal is not typed", faulty{after: becomes(conform.EndedRefusal, "kind", conform.Ending{Kind: conform.EndedServer, Text: "EMQKIND"})}, "a foreign kind is refused by the server", "got server"},
	{"a refusal has another's type", faulty{after: becomes(conform.EndedRefusal, "stale", conform.Ending{Kind: conform.EndedRefusal, Name: "kind"})}, "the token of a lost lease is stale", "got refusal kind"},
	{"a refusal loses its message", faulty{after: becomes(conform.EndedRefusal, "kind", conform.Ending{Kind: conform.EndedRefusal, Name: "kind", Text: "refused"})}, "a foreign kind is refused by the server", "(refused)"},
	{"every error is typed", faulty{after: becomes(conform.EndedServer, "", conform.Ending{Kind: conform.EndedRefusal, Name: "range"})}, "an error without a class stays untyped", "got refusal range"},
	{"gone is completed", faulty{after: becomes(conform.EndedVerdict, "gone", conform.Ending{Kind: conform.EndedVerdict, Name: "completed"})}, "a completed job cannot be completed again", "got completed"},
	{"a row's payload is read as text", faulty{read: func(end conform.Ending) conform.Ending { return answered("payload", asText)(nil, end) }}, "a payload is any bytes", "got"},
	{"a row's error is not read", faulty{read: func(end conform.Ending) conform.Ending {
		fields, _ := end.Value.(conform.Tuple)
		end.Value = slices.DeleteFunc(fields, func(m conform.Named) bool { return m.Name == "last_error" })
		return end
	}}, "a failed job waits and comes back", "expected"},
	{"a gone row is read as an empty one", faulty{read: func(end conform.Ending) conform.Ending {
		if end.Kind == conform.EndedAbsent {
			return conform.Ending{Kind: conform.EndedFields, Value: conform.Tuple{}}
		}
		return end
	}}, "a completed job is gone and counted", "expected absent"},

	// How it runs scripts.
	{"NOSCRIPT is not handled", faulty{call: func(ctx context.Context, f *faulty, s *protocol.Script, args conform.Args) conform.Ending {
		if known, err := f.client.ScriptExists(ctx, s.SHA1).Result(); err != nil || !known[0] {
			return conform.Ending{Kind: conform.EndedServer, Text: "NOSCRIPT No matching script"}
		}
		return f.Peer.Call(ctx, s, args)
	}}, "a server that lost its scripts learns them again", "NOSCRIPT"},
	{"the second attempt is not typed", faulty{call: func(ctx context.Context, f *faulty, s *protocol.Script, args conform.Args) conform.Ending {
		known, _ := f.client.ScriptExists(ctx, s.SHA1).Result()
		end := f.Peer.Call(ctx, s, args)
		if !known[0] && end.Kind == conform.EndedRefusal {
			return conform.Ending{Kind: conform.EndedServer, Text: end.Text}
		}
		return end
	}}, "a server that lost its scripts learns them again", "got server: EMQKIND"},
	{"every call is made twice", faulty{call: func(ctx context.Context, f *faulty, s *protocol.Script, args conform.Args) conform.Ending {
		f.Peer.Call(ctx, s, args)
		return f.Peer.Call(ctx, s, args)
	}}, "a duplicate is an answer", "got duplicate"},
	{"many calls stop at a refusal", faulty{many: func(ctx context.Context, f *faulty, s *protocol.Script, calls []conform.Args) []conform.Ending {
		return f.Peer.Many(ctx, s, calls[:2])
	}}, "many calls have a verdict each", "2 answers"},
	{"many calls are answered in another order", faulty{many: func(ctx context.Context, f *faulty, s *protocol.Script, calls []conform.Args) []conform.Ending {
		ends := f.Peer.Many(ctx, s, calls)
		slices.Reverse(ends)
		return ends
	}}, "many calls have a verdict each", "got duplicate"},
	{"many calls run again after NOSCRIPT", faulty{many: func(ctx context.Context, f *faulty, s *protocol.Script, calls []conform.Args) []conform.Ending {
		known, _ := f.client.ScriptExists(ctx, s.SHA1).Result()
		ends := f.Peer.Many(ctx, s, calls)
		if !known[0] {
			ends = f.Peer.Many(ctx, s, calls)
		}
		return ends
	}}, "a server that lost its scripts learns them again", "got duplicate"},

	// How it passes the fence.
	{"the fence is not looked at", faulty{connect: func(context.Context, *faulty) conform.Ending { return connectedEnding }}, "a foreign fence refuses", "got connected"},
	{"an absent fence is not claimed", faulty{connect: func(ctx context.Context, f *faulty) conform.Ending {
		if found, _ := f.client.Get(ctx, "{emq}:version").Result(); found == "" {
			return connectedEnding
		}
		return f.Peer.Connect(ctx)
	}}, "an absent fence is claimed", "got absent"},
	{"the fence is compared by its beginning", faulty{connect: func(ctx context.Context, f *faulty) conform.Ending {
		if found, _ := f.client.Get(ctx, "{emq}:version").Result(); strings.HasPrefix(found, f.p.Wire) {
			return connectedEnding
		}
		return f.Peer.Connect(ctx)
	}}, "a foreign fence refuses", "got connected"},
	{"the fence is compared without case", faulty{connect: func(ctx context.Context, f *faulty) conform.Ending {
		if found, _ := f.client.Get(ctx, "{emq}:version").Result(); strings.EqualFold(found, f.p.Wire) {
			return connectedEnding
		}
		return f.Peer.Connect(ctx)
	}}, "a foreign fence refuses", "got connected"},
	{"an empty fence is an absent one", faulty{connect: func(ctx context.Context, f *faulty) conform.Ending {
		if found, _ := f.client.Get(ctx, "{emq}:version").Result(); found == "" {
			f.client.Set(ctx, "{emq}:version", f.p.Wire, 0)
		}
		return f.Peer.Connect(ctx)
	}}, "a foreign fence refuses", "got connected"},
	{"the fence is overwritten", faulty{connect: func(ctx context.Context, f *faulty) conform.Ending {
		end := f.Peer.Connect(ctx)
		f.client.Set(ctx, "{emq}:version", f.p.Wire, 0)
		return end
	}}, "a foreign fence refuses", "read version"},
	{"a lost claim is taken for a won one", faulty{connect: func(ctx context.Context, f *faulty) conform.Ending {
		if f.client.Get(ctx, "{emq}:version").Err() == redis.Nil {
			f.client.SetNX(ctx, "{emq}:version", f.p.Wire, 0)
			return connectedEnding
		}
		return f.Peer.Connect(ctx)
	}}, "whoever claims the fence first has it", "got connected"},
	{"a claim overwrites another's", faulty{connect: func(ctx context.Context, f *faulty) conform.Ending {
		if f.client.Get(ctx, "{emq}:version").Err() == redis.Nil {
			f.client.Set(ctx, "{emq}:version", f.p.Wire, 0)
		}
		return f.Peer.Connect(ctx)
	}}, "whoever claims the fence first has it", "got connected"},
	{"a lost claim is refused unread", faulty{connect: func(ctx context.Context, f *faulty) conform.Ending {
		if f.client.Get(ctx, "{emq}:version").Err() == redis.Nil {
			if won, _ := f.client.SetNX(ctx, "{emq}:version", f.p.Wire, 0).Result(); !won {
				return conform.Ending{Kind: conform.EndedFence, Text: "somebody else was first"}
			}
		}
		return f.Peer.Connect(ctx)
	}}, "whoever claims the fence first has it", "got fence"},
	{"a lost race for the fence is fatal", faulty{connect: func(ctx context.Context, f *faulty) conform.Ending {
		if found, _ := f.client.Get(ctx, "{emq}:version").Result(); found == f.p.Wire {
			return connectedEnding
		}
		// All of them shall have seen that there was none.
		time.Sleep(50 * time.Millisecond)
		if won, _ := f.client.SetNX(ctx, "{emq}:version", f.p.Wire, 0).Result(); won {
			return connectedEnding
		}
		return conform.Ending{Kind: conform.EndedFence, Text: "somebody else was first"}
	}}, "many claim an absent fence at once", "got fence"},
}

func TestSpeakerFaultsAreCaught(t *testing.T) {
	p := shipped(t)
	for _, f := range speakerFaults {
		t.Run(f.fault, func(t *testing.T) {
			f.speaker.p = p
			caught(t, p, &f.speaker, f.gate, f.message)
		})
	}
}

func TestThereAreFaultsEnough(t *testing.T) {
	scripts := map[string]int{}
	for _, f := range scriptFaults {
		scripts[f.script]++
	}
	for _, s := range shipped(t).Scripts() {
		if scripts[s.Name] == 0 {
			t.Errorf("no fault is planted into %s", s.Name)
		}
	}
	if all := len(scriptFaults) + len(specFaults) + len(speakerFaults); all < 40 {
		t.Errorf("%d faults are planted, want 40 at least", all)
	}
	t.Logf("%d faults in scripts, %d in the spec, %d in speakers", len(scriptFaults), len(specFaults), len(speakerFaults))
}
