package elixir_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/elixir"
	"github.com/echomq/emqgen/internal/protocol"
)

// synthetic is a protocol of n scripts of 600 bytes each, in modules of 50.
func synthetic(tb testing.TB, n int) *protocol.Protocol {
	tb.Helper()
	var spec strings.Builder
	spec.WriteString(`emqgen: 1
protocol: synthetic
version: 1.0.0
ids: {epoch: 2024-01-01T00:00:00Z, bits: {time: 41, node: 10, seq: 12}}
params: {queue: {match: "[a-z]+"}, id: branded}
keys:
  job: {at: "s:{<queue>}:job:<id>", type: hash}
  pending: {at: "s:{<queue>}:pending", type: zset}
errors: {KIND: {doc: Another kind.}}
modules:
`)
	files := fstest.MapFS{}
	for i := range n {
		if i%50 == 0 {
			fmt.Fprintf(&spec, "  m_%d:\n    scripts:\n", i/50)
		}
		fmt.Fprintf(&spec, "      s_%d: {doc: Number %d., lua: s%d.lua, keys: [job, pending], args: [{id: branded}, {payload: bytes}], "+
			"returns: {1: done, 0: duplicate}, refuses: [KIND]}\n", i, i, i)
		lua := strings.Repeat("redis.call('HSET', KEYS[1], 'f', ARGV[2])\n", 14) + fmt.Sprintf("return %d\n", i)
		files[fmt.Sprintf("s%d.lua", i)] = &fstest.MapFile{Data: []byte(lua)}
	}
	files["protocol.yaml"] = &fstest.MapFile{Data: []byte(spec.String())}
	p, findings := protocol.LoadFS(files, "protocol.yaml")
	for _, f := range findings {
		tb.Fatal(f)
	}
	return p
}

func BenchmarkEmit(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := synthetic(b, n)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (elixir.Emitter{}).Emit(p, emit.Standalone); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
