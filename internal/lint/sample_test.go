package lint

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/protocol"
)

// stage is the protocol in which samples stand that bring none.
const stage = `params:
  queue: {match: "[A-Za-z0-9._-]{1,128}"}
  id: {match: "[A-Za-z0-9]{1,64}"}
keys:
  job:
    at: "app:{<queue>}:job:<id>"
    type: hash
    fields:
      state: {type: enum, values: [pending, active, dead]}
      attempts: int
      payload: bytes
      note: {type: text, optional: true}
  job_root: {at: "app:{<queue>}:job:", root_of: job}
  pending: {at: "app:{<queue>}:pending", type: zset}
  active: {at: "app:{<queue>}:active", type: zset}
  backlog: {at: "app:{<queue>}:backlog", type: list}
  seen: {at: "app:{<queue>}:seen", type: set}
  events: {at: "app:{<queue>}:events", type: stream}
  config: {at: "app:{<queue>}:config", type: hash}
  lock: {at: "app:{<queue>}:lock", type: string}
  total: {at: "app:total", type: string}
  limit: {at: "app:limit", type: string}
  version: {at: "{app}:version", type: string, fence: true}
errors:
  APPKIND: {name: kind}
  APPSTALE: {name: stale}
  APPFULL: {name: overfull}
wire: app:1
`

// headers are the first comments of a sample, which say what the spec says of it.
var headers = []string{"keys", "args", "returns", "refuses"}

// settings are headers that belong to the protocol.
var settings = []string{"profile", "engines"}

// sample makes a protocol of one script: Lua whose first comments give its entry
// in the spec, or a spec whose comments give the Lua.
func sample(t testing.TB, text string) *protocol.Protocol {
	t.Helper()
	spec, script := stage, text
	if !strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "#!") && !strings.HasPrefix(text, "local") {
		spec, script = parted(text)
	} else {
		spec += "modules:\n  samples:\n    scripts:\n      sample:\n        lua: sample.lua\n"
		for line := range strings.Lines(text) {
			for _, h := range headers {
				if value, ok := strings.CutPrefix(line, "-- "+h+": "); ok {
					spec += "        " + h + ": " + value + "\n"
				}
			}
			for _, h := range settings {
				if value, ok := strings.CutPrefix(line, "-- "+h+": "); ok {
					spec = h + ": " + value + "\n" + spec
				}
			}
		}
	}
	return load(t, "emqgen: 1\nprotocol: sample\nversion: 1.0.0\n"+spec, map[string]string{"sample.lua": script})
}

func parted(text string) (spec, script string) {
	for line := range strings.Lines(text) {
		if lua, ok := strings.CutPrefix(line, "-- "); ok {
			script += lua
		} else {
			spec += line
		}
	}
	return spec + "\n", script
}

func load(t testing.TB, spec string, scripts map[string]string) *protocol.Protocol {
	t.Helper()
	files := fstest.MapFS{"protocol.yaml": {Data: []byte(spec)}}
	for name, text := range scripts {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	p, findings := protocol.LoadFS(files, "protocol.yaml")
	if p == nil {
		t.Fatalf("the spec is refused: %v\n%s", findings, numbered(spec))
	}
	return p
}

func numbered(text string) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		fmt.Fprintf(&b, "%4d %s\n", i+1, line)
	}
	return b.String()
}
