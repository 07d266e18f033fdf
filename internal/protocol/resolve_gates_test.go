package protocol_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/echomq/emqgen/internal/protocol"
)

const gated = `emqgen: 1
protocol: shop
version: 1.0.0
params:
  user: {match: "[a-z]+"}
keys:
  cart: {at: "{<user>}:cart", type: zset}
  note: {at: "{<user>}:note", type: string}
errors:
  FULL: {name: full}
modules:
  carts:
    scripts:
      put:
        lua: put.lua
        keys: [cart]
        args: [{item: bytes}]
        returns: {tuple: [{size: int}, {item: bytes}]}
        refuses: [FULL]
      drop:
        lua: put.lua
        keys: [cart]
        returns: {1: dropped, -1: {error: missing}}
        many: true
gates:
  - name: g
    steps:
%s`

// load reads the protocol with the given steps in its only gate.
func loadGate(steps ...string) (*protocol.Protocol, []string) {
	text := ""
	for _, step := range steps {
		text += "      - " + step + "\n"
	}
	p, findings := protocol.LoadFS(fstest.MapFS{
		"p.yaml":  {Data: fmt.Appendf(nil, gated, text)},
		"put.lua": {Data: []byte("return 1\n")},
	}, "p.yaml")
	var messages []string
	for _, f := range findings {
		messages = append(messages, fmt.Sprintf("%d:%d: %s; %s", f.Pos.Line-27, f.Pos.Col, f.Message, f.Help))
	}
	return p, messages
}

func TestGateStepsSayWhatIsMeant(t *testing.T) {
	p, findings := loadGate(
		`{call: put, with: {user: a, item: {hex: 00ff}}, answer: {size: 1, item: {hex: 00ff}}, bind: {n: size, all: answer}}`,
		`{call: put, with: {user: a, item: $n}, refusal: full}`,
		`{call: put, with: {user: a, item: $$n}, error: host}`,
		`{call: drop, with: {user: a}, error: missing}`,
		`{read: cart, with: {user: a}, scores: {x: 1, y: {from_now: 500}}}`,
		`{write: note, with: {user: a}, value: {repeat: ab, times: 3}}`,
		`{together: [{call: put, with: {user: a, item: x}, times: 3}], outcomes: [{refusal: full, times: 2}, {answer: {size: 2, item: x}}]}`,
		`{many: [{call: drop, with: {user: a}, answer: dropped}, {call: drop, with: {user: b}, refusal: missing}]}`,
		`{wait: 20}`,
		`{forget: scripts}`,
	)
	if p == nil {
		t.Fatal(strings.Join(findings, "\n"))
	}
	steps := p.Gates[0].Steps
	if got := steps[0].Want.Answer.Map[1].Value.Text; got != "\x00\xff" {
		t.Errorf("hex gives %q", got)
	}
	if v := steps[1].With[1].Value; v.Kind != protocol.BoundValue || v.Text != "n" {
		t.Errorf("$n is %+v", v)
	}
	if v := steps[2].With[1].Value; v.Kind != protocol.ScalarValue || v.Text != "$n" {
		t.Errorf("$$n is %+v", v)
	}
	if err := steps[3].Want.Refusal; err == nil || err.Name != "missing" {
		t.Errorf("an error that a reply names is %+v", steps[3].Want)
	}
	if s := steps[4].Want.Scores[1]; !s.FromNow || s.At != "500" {
		t.Errorf("from_now is %+v", s)
	}
	if v := steps[5].Want.Value.Text; v != "ababab" {
		t.Errorf("repeat gives %q", v)
	}
	if n := steps[6].Want.Outcomes[0].Times; n != 2 {
		t.Errorf("%d outcomes of one kind", n)
	}
}

func TestGateStepsThatCannotBeRun(t *testing.T) {
	for _, c := range []struct{ step, want string }{
		{`{read: cart, wait: 5, with: {user: a}}`, "1:9: a step does exactly one thing; begin it with one of call, read, write, connect, wait, forget, together or many"},
		{`{with: {user: a}}`, "1:9: a step does exactly one thing; begin it with one of call, read, write, connect, wait, forget, together or many"},
		{`{call: put, with: {user: a, item: $n}, answer: x}`, `1:43: "$n" is not bound by an earlier step; bind it with bind: {n: …}, or write $$ for a dollar sign`},
		{`{call: put, with: {user: a, item: x}, bind: {n: sise}}`, `1:57: the answer of "put" has no member "sise"; its members are size, item`},
		{`{call: drop, with: {user: a}, bind: {n: size}}`, `1:49: the answer of "drop" has no member "size"; write answer to bind all of it`},
		{`{call: drop, with: {user: a}, size: 1}`, `1:45: "size" says nothing about a step that begins with "call"; remove it, or give it a step of its own`},
		{`{read: note, with: {user: a}, scores: {a: 1}}`, `1:9: "scores" says nothing about "note", which is a string; look for what a string holds`},
		{`{write: cart, with: {user: a}, members: [a]}`, `1:9: "members" says nothing about "cart", which is a zset; look for what a zset holds`},
		{`{write: cart, with: {user: a}}`, `1:9: nothing is written to "cart"; say fields, members, scores, value or absent`},
		{`{connect: accepted}`, `1:19: there is no fence to pass; mark a key as fence: true, or remove the step`},
		{`{wait: 5, overtaken_by: x}`, `1:33: "overtaken_by" says nothing about a step that begins with "wait"; remove it, or give it a step of its own`},
		{`{write: note, with: {user: a}, value: null}`, `1:47: null is what an answer does not have, and cannot be given or stored; leave it out, or write "null" if the word is meant`},
		{`{wait: 0}`, `1:16: a wait of 0 ms is out of range; write 1 to 10000; a short lease needs no long wait`},
		{`{together: [{wait: 1}]}`, `1:21: only calls and connections are made together; give it a step of its own`},
		{`{together: [{call: drop, with: {user: a}, times: 3}], outcomes: [{answer: dropped}]}`, `1:73: the outcomes are not as many as the calls; say times: where several end alike`},
		{`{together: [{call: drop, with: {user: a}, times: 101}]}`, `1:58: 101 times is out of range; write 1 to 100`},
		{`{many: [{call: put, with: {user: a, item: x}}]}`, `1:17: calls of "put" are not sent in one round trip; say many: true at the script`},
	} {
		p, findings := loadGate(c.step)
		if diff := cmp.Diff([]string{c.want}, findings); diff != "" || p != nil {
			t.Errorf("%s (-want +got):\n%s", c.step, diff)
		}
	}
}

// A mistake is told once, and not again by every gate that rests on it.
func TestAMistakeIsNoMistakeOfTheGates(t *testing.T) {
	for _, c := range []struct{ key, call, want string }{
		{`at: "v", type: string, fence: true`, "pit", `12:16: "pit" is not a declared script`},
		{`at: "v", type: string, fence: true, dco: "a"`, "put", `6:49: unknown key "dco" in a key`},
		{`at: "v", type: string, doc: a, fence: yes please`, "put", `6:51: "yes please" is neither true nor false`},
	} {
		spec := `emqgen: 1
protocol: p
version: 1.0.0
wire: "p:1"
keys:
  version: {` + c.key + `}
modules:
  m: {scripts: {put: {lua: put.lua, args: [{item: text}], returns: int}}}
gates:
  - name: g
    steps:
      - {call: ` + c.call + `, with: {item: a}, bind: {n: answer}}
      - {call: put, with: {item: $n}, answer: $n}
      - {connect: accepted}
`
		_, findings := protocol.LoadFS(fstest.MapFS{"p.yaml": {Data: []byte(spec)}, "put.lua": {Data: []byte("return 1\n")}}, "p.yaml")
		if len(findings) != 1 || fmt.Sprintf("%d:%d: %s", findings[0].Pos.Line, findings[0].Pos.Col, findings[0].Message) != c.want {
			t.Errorf("%s, %s: got %v, want %s alone", c.key, c.call, findings, c.want)
		}
	}
}
