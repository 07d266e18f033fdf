package conform

import (
	"context"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

// Tool is the runtime that needs no SDK: the tool speaks for itself.
func Tool(p *protocol.Protocol) Runtime { return toolRuntime{p} }

type toolRuntime struct{ p *protocol.Protocol }

func (toolRuntime) Name() string { return "tool" }

// Most is bounded by what a server should be asked at a time.
func (toolRuntime) Most() int { return 16 }

func (t toolRuntime) Start(ctx context.Context, e *engine.Engine, resp int) (Peer, error) {
	tool := &tool{p: t.p, client: e.Client(resp)}
	if end := tool.Connect(ctx); end.Kind != EndedVerdict {
		return nil, fmt.Errorf("%s does not let the tool in: %s", e.Name, end.explained())
	}
	return tool, nil
}

type tool struct {
	p      *protocol.Protocol
	client redis.UniversalClient
}

func (t *tool) Call(ctx context.Context, s *protocol.Script, args Args) Ending {
	w, err := encode(s, args)
	if err != nil {
		return Ending{Kind: EndedHost, Text: err.Error(), Sent: "nothing"}
	}
	raw, err := engine.Run(ctx, t.client, script(s), w.keys, w.args)
	end := understand(s, raw, err)
	end.Sent = evalsha(s, w)
	end.Raw = []string{rawReply(raw, err)}
	return end
}

// Many sends all calls in one pipeline. Those that met a cold script cache did
// not run, so they are sent again once the script is loaded.
func (t *tool) Many(ctx context.Context, s *protocol.Script, calls []Args) []Ending {
	ends := make([]Ending, len(calls))
	wires := make([]wire, len(calls))
	var open []int
	for i, args := range calls {
		var err error
		if wires[i], err = encode(s, args); err != nil {
			ends[i] = Ending{Kind: EndedHost, Text: err.Error(), Sent: "nothing"}
			continue
		}
		open = append(open, i)
	}
	for attempt := range 2 {
		sent := t.pipeline(ctx, s, wires, open)
		var cold []int
		for n, cmd := range sent {
			i := open[n]
			raw, err := cmd.Result()
			if engine.IsNoScript(err) && attempt == 0 {
				cold = append(cold, i)
				continue
			}
			if ends[i] = understand(s, raw, err); ends[i].Kind == EndedTransport {
				ends[i].Kind = EndedUnknown
			}
			ends[i].Sent, ends[i].Raw = evalsha(s, wires[i]), []string{rawReply(raw, err)}
		}
		if open = cold; len(open) == 0 {
			break
		}
		if sha1, err := engine.Load(ctx, t.client, string(s.Source)); err != nil || sha1 != s.SHA1 {
			for _, i := range open {
				ends[i] = Ending{Kind: EndedUnsent, Text: fmt.Sprintf("the script is not loaded: %s, %v", sha1, err)}
			}
			break
		}
	}
	return ends
}

func (t *tool) pipeline(ctx context.Context, s *protocol.Script, wires []wire, open []int) []*redis.Cmd {
	var sent []*redis.Cmd
	pipe := t.client.Pipeline()
	for _, i := range open {
		sent = append(sent, pipe.EvalSha(ctx, s.SHA1, wires[i].keys, wires[i].args...))
	}
	// Each command carries its own error.
	_, _ = pipe.Exec(ctx)
	return sent
}

func (t *tool) Read(ctx context.Context, k *protocol.Key, holes Args) Ending {
	if err := admitKey(k, holes); err != nil {
		return Ending{Kind: EndedHost, Text: err.Error()}
	}
	at := address(k, func(h *protocol.Param) string { return holes[h.Name].(string) })
	row, err := t.client.HGetAll(ctx, at).Result()
	if err != nil {
		return failure(&protocol.Script{}, err)
	}
	if len(row) == 0 {
		return Ending{Kind: EndedAbsent, Sent: "HGETALL " + at}
	}
	var fields Tuple
	for _, f := range k.Fields {
		text, ok := row[f.Name]
		if !ok && f.Optional {
			continue
		}
		value, err := decodeScalar(f.Type, text)
		if err != nil || !ok {
			return Ending{Kind: EndedReply, Text: fmt.Sprintf("field %s of %s: %s, %v", f.Name, at, quote(text), err)}
		}
		fields = append(fields, Named{f.Name, value})
	}
	return Ending{Kind: EndedFields, Value: fields, Sent: "HGETALL " + at}
}

// Connect passes the fence: claim it when nobody has, and compare it whole.
func (t *tool) Connect(ctx context.Context) Ending {
	if t.p.Fence == nil {
		return Ending{Kind: EndedVerdict, Name: "connected"}
	}
	at := address(t.p.Fence, nil)
	found, err := t.client.Get(ctx, at).Result()
	if err == redis.Nil {
		if err = t.client.SetArgs(ctx, at, t.p.Wire, redis.SetArgs{Mode: "NX"}).Err(); err == nil || err == redis.Nil {
			found, err = t.client.Get(ctx, at).Result()
		}
	}
	switch {
	case err != nil:
		return failure(&protocol.Script{}, err)
	case found != t.p.Wire:
		return Ending{Kind: EndedFence, Text: fmt.Sprintf("found %s, expected %s", quote(found), quote(t.p.Wire))}
	}
	return Ending{Kind: EndedVerdict, Name: "connected"}
}

// Close leaves the client open: it is the engine's.
func (t *tool) Close() {}

func script(s *protocol.Script) engine.Script {
	return engine.Script{Name: s.Name, Source: string(s.Source), SHA1: s.SHA1}
}

func evalsha(s *protocol.Script, w wire) string {
	parts := []string{"EVALSHA", s.SHA1, fmt.Sprint(len(w.keys))}
	for _, key := range w.keys {
		parts = append(parts, quote(key))
	}
	for _, arg := range w.args {
		parts = append(parts, show(arg))
	}
	return strings.Join(parts, " ")
}

// rawReply shows what came back before anything was made of it.
func rawReply(raw any, err error) string {
	if err != nil && err != redis.Nil {
		return "-" + err.Error()
	}
	return rawValue(raw)
}

func rawValue(raw any) string {
	switch raw := raw.(type) {
	case nil:
		return "(nil)"
	case string:
		return clipQuoted(raw)
	case int64:
		return fmt.Sprintf("(integer) %d", raw)
	case []any:
		var items []string
		for _, item := range raw {
			items = append(items, rawValue(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return clip(fmt.Sprintf("%v", raw))
}
