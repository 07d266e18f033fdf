package protocol_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"gopkg.in/yaml.v3"

	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/spec"
)

// manyScripts is a protocol of n scripts, each 600 bytes of Lua.
func manyScripts(n int) fstest.MapFS {
	var b strings.Builder
	b.WriteString(`emqgen: 1
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
  jobs:
    scripts:
`)
	files := fstest.MapFS{}
	for i := range n {
		fmt.Fprintf(&b, `      script_%d:
        doc: Admit a job, refuse a foreign kind, answer a duplicate.
        lua: lua/script_%d.lua
        keys: [job, pending]
        args: [{id: branded}, {payload: bytes}]
        returns: {1: enqueued, 0: duplicate}
        refuses: [MANYKIND]
`, i, i)
		body := fmt.Sprintf("-- script %d\n", i) + strings.Repeat("redis.call('ZADD', KEYS[2], 0, ARGV[1])\n", 16)
		files[fmt.Sprintf("lua/script_%d.lua", i)] = &fstest.MapFile{Data: []byte(body[:600])}
	}
	files["protocol.yaml"] = &fstest.MapFile{Data: []byte(b.String())}
	return files
}

func BenchmarkYAML(b *testing.B) {
	src := manyScripts(1000)["protocol.yaml"].Data
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		var n yaml.Node
		if err := yaml.Unmarshal(src, &n); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	src := manyScripts(1000)["protocol.yaml"].Data
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if f, findings := spec.Parse("p", src); f == nil || len(findings) > 0 {
			b.Fatal(findings)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	files := manyScripts(1000)
	b.ReportAllocs()
	for b.Loop() {
		if p, findings := protocol.LoadFS(files, "protocol.yaml"); p == nil {
			b.Fatal(findings)
		}
	}
}
