package python_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/python"
	"github.com/echomq/emqgen/internal/protocol"
)

func BenchmarkEmit(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		p := synthetic(b, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (python.Emitter{}).Emit(p, emit.Standalone); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	p := synthetic(b, 1000)
	b.ReportAllocs()
	for b.Loop() {
		python.Emitter{}.Check(p)
	}
}

// synthetic is a protocol of n scripts of 600 bytes, in modules of fifty.
func synthetic(tb testing.TB, n int) *protocol.Protocol {
	tb.Helper()
	var spec strings.Builder
	spec.WriteString(`emqgen: 1
protocol: many
version: 1.0.0
ids: {epoch: 2024-01-01T00:00:00Z, bits: {time: 41, node: 10, seq: 12}}
params: {queue: {match: "[a-z]+"}, id: branded}
keys:
  job: {at: "many:{<queue>}:job:<id>", type: hash}
  pending: {at: "many:{<queue>}:pending", type: zset}
errors:
  MANYKIND: {name: kind}
modules:
`)
	files := fstest.MapFS{}
	for i := range n {
		if i%50 == 0 {
			fmt.Fprintf(&spec, "  module_%d:\n    scripts:\n", i/50)
		}
		fmt.Fprintf(&spec, `      script_%d:
        doc: Admit a job, refuse a foreign kind, answer a duplicate.
        lua: s%d.lua
        keys: [job, pending]
        args: [{id: branded}, {payload: bytes}]
        returns: {1: enqueued, 0: duplicate}
        refuses: [MANYKIND]
`, i, i)
		body := fmt.Sprintf("-- %d\n", i) + strings.Repeat("redis.call('ZADD', KEYS[2], 0, ARGV[1])\n", 15)
		files[fmt.Sprintf("s%d.lua", i)] = &fstest.MapFile{Data: []byte(body[:600])}
	}
	files["protocol.yaml"] = &fstest.MapFile{Data: []byte(spec.String())}
	p, findings := protocol.LoadFS(files, "protocol.yaml")
	if len(findings) > 0 {
		tb.Fatal(list(findings))
	}
	return p
}
