package protocol_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/spec"
)

// manyScripts is a protocol of n scripts of 600 bytes.
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
		body := fmt.Sprintf("-- script %d\n", i) + strings.Repeat("redis.call('ZADD', KEYS[2], 0, ARGV[1])\n", 16)
		body = body[:599] + "\n"
		files[fmt.Sprintf("lua/script_%d.lua", i)] = &fstest.MapFile{Data: []byte(body)}
		fmt.Fprintf(&b, `      script_%d:
        doc: Admit a job, refuse a foreign kind, answer a duplicate.
        lua: lua/script_%d.lua
        sha1: %s
        keys: [job, pending]
        args: [{id: branded}, {payload: bytes}]
        returns: {1: enqueued, 0: duplicate}
        refuses: [MANYKIND]
`, i, i, digest(body))
	}
	files["protocol.yaml"] = &fstest.MapFile{Data: []byte(b.String())}
	return files
}

func BenchmarkParse(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		source := manyScripts(n)["protocol.yaml"].Data
		b.Run(fmt.Sprintf("scripts=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(source)))
			b.ReportAllocs()
			for b.Loop() {
				if _, findings := spec.Parse("protocol.yaml", source); len(findings) > 0 {
					b.Fatal(findings)
				}
			}
		})
	}
}

func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		files := manyScripts(n)
		b.Run(fmt.Sprintf("scripts=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, findings := protocol.LoadFS(files, "protocol.yaml"); len(findings) > 0 {
					b.Fatal(findings)
				}
			}
		})
	}
}

// A spec of 10,000 lines is loaded like any other.
func TestLargeSpec(t *testing.T) {
	files := manyScripts(1250)
	p, findings := protocol.LoadFS(files, "protocol.yaml")
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	if lines := strings.Count(string(files["protocol.yaml"].Data), "\n"); lines < 10_000 || len(p.Scripts()) != 1250 {
		t.Errorf("%d lines, %d scripts", lines, len(p.Scripts()))
	}
}
