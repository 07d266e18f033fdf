package lint

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lua/command"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// The shipped bundle holds its own laws, without an allowance.
func TestShippedBundleIsClean(t *testing.T) {
	p, refused := protocol.Load(filepath.Join(testenv.Root(t), "spec", "protocol.yaml"))
	if p == nil {
		t.Fatal(shown(refused))
	}
	if len(p.Scripts()) == 0 || len(p.Allow) > 0 || p.Profile != protocol.Declared {
		t.Errorf("%d scripts, %d allowances, profile %v", len(p.Scripts()), len(p.Allow), p.Profile)
	}
	for _, s := range p.Scripts() {
		if strings.Contains(string(s.Source), "emqgen:allow") {
			t.Errorf("%s allows a rule", s.File)
		}
	}
	if findings := Run(p); len(findings) > 0 {
		t.Error(shown(findings))
	}
}

// Any script, however broken, ends in findings with a place and a known rule.
func FuzzRun(f *testing.F) {
	for _, r := range table {
		f.Add(r.Bad)
	}
	paths, _ := filepath.Glob("testdata/corpus/*/*.lua")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	known := map[string]bool{}
	for _, id := range ruleIDs() {
		known[id] = true
	}
	spec := "emqgen: 1\nprotocol: fuzz\nversion: 1.0.0\n" + stage + `modules:
  m:
    scripts:
      s:
        lua: s.lua
        keys: [job, pending, {key: active, optional: true}]
        args: [{id: text}, {amount: int}, {rest: text, variadic: true, optional: true}]
        returns: {none: nothing, 1: done, "x": text_answer, tuple: [{id: text}, {n: int, optional: true}]}
        refuses: [APPKIND]
`
	f.Fuzz(func(t *testing.T, source string) {
		p, refused := protocol.LoadFS(fstest.MapFS{"protocol.yaml": {Data: []byte(spec)}, "s.lua": {Data: []byte(source)}}, "protocol.yaml")
		if p == nil {
			t.Fatal(shown(refused))
		}
		for _, finding := range Run(p) {
			if finding.Pos.File == "" || !known[finding.Rule] || finding.Message == "" {
				t.Errorf("a finding lacks its place, rule or message: %+v", finding)
			}
		}
	})
}

// A command of any number of words, too few included, ends in findings.
func TestCommandsOfAnyLength(t *testing.T) {
	p := sample(t, "-- keys: [config]\n")
	for _, name := range command.Names() {
		var source strings.Builder
		call := "redis.call('" + strings.ReplaceAll(name, " ", "', '") + "'"
		for _, words := range []string{"", ", KEYS[1]", ", 'a'", ", 1", ", 'b'", ", 2"} {
			call += words
			source.WriteString(call + ")\n")
		}
		p.Scripts()[0].Source = []byte(source.String())
		Run(p)
	}
}

// BenchmarkThousandScripts lints the shipped bundle and the corpus, a thousand
// scripts a turn.
func BenchmarkThousandScripts(b *testing.B) {
	var protocols []*protocol.Protocol
	paths, _ := filepath.Glob("testdata/corpus/*/protocol.yaml")
	for _, path := range append(paths, filepath.Join(testenv.Root(b), "spec", "protocol.yaml")) {
		p, refused := protocol.Load(path)
		if p == nil {
			b.Fatal(shown(refused))
		}
		protocols = append(protocols, p)
	}
	for b.Loop() {
		for scripts, i := 0, 0; scripts < 1000; i++ {
			p := protocols[i%len(protocols)]
			scripts += len(p.Scripts())
			Run(p)
		}
	}
}

func TestAllowances(t *testing.T) {
	for _, test := range []struct{ script, want string }{
		{"-- keys: [pending]\nreturn redis.call('DEL', 'x') -- emqgen:allow key-literal it is fixed", ""},
		{"-- keys: [pending]\n-- emqgen:allow key-literal it is fixed\n\n-- and so on\nreturn redis.call('DEL', 'x')", ""},
		{"-- keys: [pending]\n--[[ emqgen:allow key-literal it is fixed ]]\nreturn redis.call('DEL', 'x')", ""},
		{"-- keys: [pending]\n-- emqgen:allow key-literal it is fixed\nlocal a = 1\nreturn redis.call('DEL', 'x')", "2 allow-unused|4 key-literal"},
		{"-- keys: [pending]\nreturn redis.call('DEL', 'x') -- emqgen:allow key-literal", "2 allow-reason"},
		{"-- keys: [pending]\nreturn redis.call('DEL', 'x') -- emqgen:allow key-litteral it is fixed", "2 key-literal|2 allow-rule"},
		{"-- keys: [pending]\nreturn redis.call('DEL', 'x') -- emqgen:allow", "2 key-literal|2 allow-rule"},
		{"-- keys: [pending]\nreturn redis.call('DEL', 'x', ARGV[1]) -- emqgen:allow key-literal it is fixed", "2 arg-index|2 key-argv"},
	} {
		var got []string
		for _, f := range Run(sample(t, test.script)) {
			if f.Pos.File == "sample.lua" {
				got = append(got, strings.TrimPrefix(f.Pos.String()[:12], "sample.lua:")+" "+f.Rule)
			}
		}
		if s := strings.Join(got, "|"); s != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.script, s, test.want)
		}
	}
}

// An allowance of the spec holds for its subject, or for all.
func TestAllowancesOfTheSpec(t *testing.T) {
	script := "-- keys: [pending, active]\nreturn redis.call('DEL', 'x', KEYS[1])"
	for on, want := range map[string]bool{"": false, "sample": false, "samples.sample": false, "samples": false, "other": true} {
		p := sample(t, script)
		p.Allow = []*protocol.Allow{{Rule: "key-literal", On: on, Reason: "it is fixed", Pos: diag.Pos{File: "protocol.yaml", Line: 1}}}
		findings := Run(p)
		if got := broken(findings, "key-literal"); got != want {
			t.Errorf("on %q: broken %v, want %v", on, got, want)
		}
		if got := broken(findings, "allow-unused"); got != want {
			t.Errorf("on %q: unused %v, want %v", on, got, want)
		}
	}
}

// The same protocol gives the same findings, in the same order and words.
func TestFindingsAreTheSameEachTime(t *testing.T) {
	paths, _ := filepath.Glob("testdata/corpus/*/protocol.yaml")
	for _, path := range paths {
		p, refused := protocol.Load(path)
		if p == nil {
			t.Fatal(shown(refused))
		}
		first := Run(p)
		for range 3 {
			if d := cmp.Diff(first, Run(p)); d != "" {
				t.Fatalf("%s: %s", path, d)
			}
		}
	}
}

func TestScriptsOfOneFileAreJudgedApart(t *testing.T) {
	const spec = `emqgen: 1
protocol: p
version: 1.0.0
modules: {m: {scripts: {a: {lua: s.lua, returns: text}, b: {lua: s.lua, returns: bytes}}}}
`
	files := fstest.MapFS{"protocol.yaml": {Data: []byte(spec)}, "s.lua": {Data: []byte("return 7\n")}}
	p, findings := protocol.LoadFS(files, "protocol.yaml")
	if p == nil {
		t.Fatal(findings)
	}
	var got []string
	for _, f := range Run(p) {
		got = append(got, f.Rule+": "+f.Message)
	}
	want := []string{
		"reply-type: bytes is declared, and a Lua number arrives as an integer: 7",
		"reply-type: text is declared, and a Lua number arrives as an integer: 7",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
