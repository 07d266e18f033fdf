package lint_test

import (
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/lint"
	"github.com/echomq/emqgen/internal/protocol"
)

func TestBrokenIsTheLawsAndNotWhatAnEngineJudges(t *testing.T) {
	const spec = `emqgen: 1
protocol: p
version: 1.0.0
modules: {m: {scripts: {s: {lua: s.lua, returns: text}}}}
`
	for _, c := range []struct {
		lua  string
		want string // the rule that stops other verbs, if any
	}{
		{"return redis.call('GET', 'x')\n", "key-literal"},
		{"this is no Lua\x00\xff", ""},
		{"return 1\n", ""},
	} {
		files := fstest.MapFS{"protocol.yaml": {Data: []byte(spec)}, "s.lua": {Data: []byte(c.lua)}}
		p, findings := protocol.LoadFS(files, "protocol.yaml")
		if p == nil {
			t.Fatal(findings)
		}
		if len(lint.Run(p)) == 0 {
			t.Errorf("%q: Run finds nothing", c.lua)
		}
		got := ""
		for _, f := range lint.Broken(p) {
			got += f.Rule
		}
		if got != c.want {
			t.Errorf("%q: Broken gives %q, want %q", c.lua, got, c.want)
		}
	}
}
