package conform_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// foreign declares a protocol of somebody else's around keys and gates: no tag, no
// ids, no fence.
func foreign(t testing.TB, params, keys, gates string) *protocol.Protocol {
	t.Helper()
	text := fmt.Sprintf(`emqgen: 1
protocol: foreign
version: 0.1.0
profile: open
ids: {epoch: 2024-01-01T00:00:00Z, bits: {time: 41, node: 10, seq: 12}}
params: {%s}
keys: {%s}
modules:
  m:
    scripts:
      bump: {lua: bump.lua, keys: [cell], args: [{by: int}], returns: int}
gates:
%s`, params, keys, gates)
	p, findings := protocol.LoadFS(fstest.MapFS{
		"p.yaml":   {Data: []byte(text)},
		"bump.lua": {Data: []byte("return redis.call('INCRBY', KEYS[1], ARGV[1])\n")},
	}, "p.yaml")
	if p == nil {
		t.Fatal(findings)
	}
	return p
}

// Whatever sets the keys of a protocol apart, two runs of its gates at a time do
// not see each other, what is there already is left alone, and nothing stays.
func TestForeignKeysAreSetApart(t *testing.T) {
	for _, c := range []struct{ name, params, keys, with, theirs string }{
		{"text", "who: text", `cell: {at: "rl/<who>/n", type: string}`, "who: ann", "rl/ann/n"},
		{"pattern of letters", `who: {match: "[a-z]{3,6}"}`, `cell: {at: "<who>:n", type: string}`, "who: ann", "ann:n"},
		{"pattern of digits", `who: {match: "[0-9]+"}`, `cell: {at: "n:<who>", type: string}`, "who: 7", "n:7"},
		{"number", "who: {type: int}", `cell: {at: "n:<who>", type: string}`, "who: 7", "n:7"},
		{"id", "who: {type: branded}", `cell: {at: "s:<who>", type: string}`, "who: USR0KHTOWnGLuC", "s:USR0KHTOWnGLuC"},
	} {
		t.Run(c.name, func(t *testing.T) {
			gate := "  - name: %s\n    steps:\n" +
				"      - {call: bump, with: {" + c.with + ", by: 2}, answer: 2}\n" +
				"      - {call: bump, with: {" + c.with + ", by: 3}, answer: 5}\n" +
				"      - {read: cell, with: {" + c.with + "}, value: 5}\n"
			p := foreign(t, c.params, c.keys, fmt.Sprintf(gate, "one")+fmt.Sprintf(gate, "two"))
			e := open(t, testenv.Embedded(t).URL)
			if err := e.Client(2).Set(context.Background(), c.theirs, 40, 0).Err(); err != nil {
				t.Fatal(err)
			}
			o := options(p, e)
			o.Exclusive = false
			allPass(t, run(t, o))
			if left := keys(t, e); len(left) != 1 || left[0] != c.theirs {
				t.Errorf("the run left %v, want %s alone", left, c.theirs)
			}
			if value, _ := e.Client(2).Get(context.Background(), c.theirs).Int(); value != 40 {
				t.Errorf("what was there is now %d", value)
			}
		})
	}
}

// Where an engine has no way to hold up a speaker, that is said, and is no pass.
func TestARaceThatCannotBeStagedIsSkipped(t *testing.T) {
	p := shipped(t)
	o := options(p, open(t, testenv.Embedded(t).URL))
	o.Gates = only(t, p, "whoever claims the fence first has it")
	if cell := run(t, o).Rows[0].Cells[0]; cell.Result != conform.Skipped || !strings.Contains(cell.Reason, "CLIENT PAUSE") {
		t.Errorf("%+v", cell)
	}
}

// A key without a name of its own is everybody's: it is touched on a server of
// one's own only, and restored there, with its time to live.
func TestAKeyWithoutANameIsEverybodys(t *testing.T) {
	for _, c := range []struct{ name, params, keys, with, at string }{
		{"no hole", "", `cell: {at: "total", type: string}`, "by: 2", "total"},
		{"a hole of few values", "color: {type: enum, values: [red, blue]}", `cell: {at: "n:<color>", type: string}`, "by: 2, color: red", "n:red"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := foreign(t, c.params, c.keys, "  - name: one\n    steps:\n      - {call: bump, with: {"+c.with+"}, answer: 2}\n")
			e := open(t, testenv.Embedded(t).URL)
			ctx := context.Background()
			if err := e.Client(2).Set(ctx, c.at, 40, time.Hour).Err(); err != nil {
				t.Fatal(err)
			}
			o := options(p, e)
			o.Exclusive = false
			report := run(t, o)
			if cell := report.Rows[0].Cells[0]; cell.Result != conform.Skipped || !strings.Contains(cell.Reason, "touches the key cell") {
				t.Errorf("%+v", cell)
			}
			o.Exclusive = true
			allPass(t, run(t, o))
			if value, _ := e.Client(2).Get(ctx, c.at).Int(); value != 40 {
				t.Errorf("what was there is now %d", value)
			}
			if ttl := e.Client(2).TTL(ctx, c.at).Val(); ttl <= 0 {
				t.Errorf("it lives for %s", ttl)
			}
			if err := e.Client(2).Del(ctx, c.at).Err(); err != nil {
				t.Fatal(err)
			}
			allPass(t, run(t, o))
			if left := keys(t, e); len(left) > 0 {
				t.Errorf("the run left %v", left)
			}
		})
	}
}
