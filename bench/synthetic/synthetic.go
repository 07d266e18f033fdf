// Package synthetic makes up protocols of any size, for benchmarks.
package synthetic

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/protocol"
)

// Spec is the path of the specification among the files.
const Spec = "spec/protocol.yaml"

// Protocol is that of Files, loaded.
func Protocol(tb testing.TB, n int) *protocol.Protocol {
	tb.Helper()
	p, findings := protocol.LoadFS(Files(n), Spec)
	if len(findings) > 0 {
		tb.Fatal(findings)
	}
	return p
}

// Files are a protocol of n scripts, of 600 bytes each and all different, in
// modules of fifty.
func Files(n int) fstest.MapFS {
	files := fstest.MapFS{}
	var b strings.Builder
	b.WriteString(`emqgen: 1
protocol: synthetic
version: 1.0.0
wire: synthetic:1
ids:
  epoch: 2024-01-01T00:00:00Z
  bits: {time: 41, node: 10, seq: 12}
  brands: {JOB: a unit of work}
params:
  queue: {match: "[A-Za-z0-9._-]{1,128}", except: [syn]}
  id: branded
keys:
  job: {at: "syn:{<queue>}:job:<id>", type: hash, fields: {state: {type: enum, values: [pending, active]}, payload: bytes}}
  pending: {at: "syn:{<queue>}:pending", type: zset}
  version: {at: "{syn}:version", type: string, fence: true}
errors:
  SYNKIND: {name: kind}
modules:
`)
	for i := range n {
		if i%50 == 0 {
			fmt.Fprintf(&b, "  module_%d:\n    scripts:\n", i/50)
		}
		name := fmt.Sprintf("script_%d", i)
		fmt.Fprintf(&b, `      %s:
        doc: Does the work of number %d, and answers what came of it.
        lua: ../lua/%s.lua
        keys: [job, pending]
        args: [{id: branded}, {payload: bytes}]
        returns: {1: done, 0: duplicate}
        refuses: [SYNKIND]
`, name, i, name)
		files["lua/"+name+".lua"] = &fstest.MapFile{Data: []byte(lua(i)), Mode: 0o644}
	}
	files[Spec] = &fstest.MapFile{Data: []byte(b.String()), Mode: 0o644}
	return files
}

// lua is a script of exactly 600 bytes.
func lua(i int) string {
	const lines = `if string.sub(ARGV[1], 1, 3) ~= 'JOB' then
  return redis.error_reply('SYNKIND id must be JOB-namespaced')
end
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'state', 'pending', 'payload', ARGV[2])
redis.call('ZADD', KEYS[2], 0, ARGV[1])
return 1
`
	text := fmt.Sprintf("-- number %d\n", i)
	for len(text)+len(lines)+3 < 600 {
		text += fmt.Sprintf("-- %s\n", strings.Repeat("x", min(60, 600-len(text)-len(lines)-4)))
	}
	return text + lines
}
