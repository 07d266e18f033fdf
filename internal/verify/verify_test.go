package verify

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/alicebob/miniredis/v2"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

const spec = `emqgen: 1
protocol: x
version: 1.0.0
modules:
  m: {scripts: {s: {lua: s.lua}, t: {lua: t.lua}}}
  n: {scripts: {s: {lua: s.lua}}}
`

func load(t *testing.T) *protocol.Protocol {
	t.Helper()
	p, findings := protocol.LoadFS(fstest.MapFS{
		"p.yaml": {Data: []byte(spec)},
		"s.lua":  {Data: []byte("return 1\n")},
		"t.lua":  {Data: []byte("return 2\n")},
	}, "p.yaml")
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	return p
}

// fake is a speaker that answers what a test wants.
type fake struct {
	held map[string]Held
	err  error
}

func (fake) Name() string { return "fake" }

func (f fake) Ask(context.Context, *protocol.Protocol) (map[string]Held, error) { return f.held, f.err }

func holdAll(p *protocol.Protocol) map[string]Held {
	held := map[string]Held{}
	for _, s := range p.Scripts() {
		held[name(s)] = Held{Bytes: len(s.Source), SHA1: s.SHA1, RunBy: s.SHA1}
	}
	return held
}

func TestEveryDisagreementIsFound(t *testing.T) {
	p := load(t)
	other := strings.Repeat("0", 40)
	tests := []struct {
		name  string
		spoil func(map[string]Held)
		rule  string
	}{
		{"agreement", func(map[string]Held) {}, ""},
		{"another length", func(h map[string]Held) { h["m.s"] = Held{Bytes: 8, SHA1: h["m.s"].SHA1, RunBy: h["m.s"].SHA1} }, "script-differs"},
		{"other bytes", func(h map[string]Held) { h["m.s"] = Held{Bytes: 9, SHA1: other, RunBy: other} }, "script-differs"},
		{"run by another digest", func(h map[string]Held) { h["m.s"] = Held{Bytes: 9, SHA1: h["m.s"].SHA1, RunBy: other} }, "script-differs"},
		{"one too few", func(h map[string]Held) { delete(h, "n.s") }, "script-missing"},
		{"one too many", func(h map[string]Held) { h["m.u"] = Held{} }, "script-unknown"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			held := holdAll(p)
			tt.spoil(held)
			table, err := Run(context.Background(), p, []Speaker{fake{held: held}})
			if err != nil {
				t.Fatal(err)
			}
			findings := table.Findings(func(string, *protocol.Script) diag.Pos { return diag.Pos{File: "f"} })
			if tt.rule == "" && len(findings) == 0 {
				return
			}
			if len(findings) != 1 || findings[0].Rule != tt.rule {
				t.Errorf("got %v, want one finding of %q", findings, tt.rule)
			}
		})
	}
}

func TestABrokenSDKIsAFinding(t *testing.T) {
	p := load(t)
	for output, gist := range map[string]string{
		"# example.com/x\n./x.go:1:2: syntax error\n./x.go:9:9: and more": "./x.go:1:2: syntax error",
		"Traceback (most recent call last):\n  File x\nNameError: x":      "NameError: x",
		"** (CompileError) lib/x.ex:1: undefined function":                "** (CompileError) lib/x.ex:1: undefined function",
	} {
		table, err := Run(context.Background(), p, []Speaker{fake{err: &Broken{output}}})
		if err != nil {
			t.Fatal(err)
		}
		findings := table.Findings(func(string, *protocol.Script) diag.Pos { return diag.Pos{File: "f"} })
		if len(findings) != 1 || findings[0].Rule != "sdk-broken" || !strings.HasSuffix(findings[0].Message, gist) {
			t.Errorf("got %+v", findings)
		}
	}
}

func TestAnEngineThatRefusesOneScriptIsAskedForTheOthers(t *testing.T) {
	p, findings := protocol.LoadFS(fstest.MapFS{
		"p.yaml": {Data: []byte(spec)},
		"s.lua":  {Data: []byte("return 1\n")},
		"t.lua":  {Data: []byte("this is not Lua\n")},
	}, "p.yaml")
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	e, err := engine.Open(t.Context(), engine.Embedded)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	table, err := Run(t.Context(), p, []Speaker{Engine{e}})
	if err != nil {
		t.Fatal(err)
	}
	findings = table.Findings(func(string, *protocol.Script) diag.Pos { return diag.Pos{} })
	if len(findings) != 1 || findings[0].Rule != "script-refused" || findings[0].Pos.File != "t.lua" {
		t.Errorf("got %v, want t.lua refused and nothing else", findings)
	}
	var verdicts []string
	for _, s := range p.Scripts() {
		verdicts = append(verdicts, table.Columns[0].verdict(s))
	}
	if want := []string{"agrees", "REFUSED", "agrees"}; !slices.Equal(verdicts, want) {
		t.Errorf("the column says %q, want %q", verdicts, want)
	}
}

func TestWhatComparedNothingIsNoProof(t *testing.T) {
	p := load(t)
	if _, err := Run(context.Background(), p, nil); !errors.Is(err, ErrNothing) {
		t.Errorf("without speakers: %v", err)
	}
	if _, err := Run(context.Background(), &protocol.Protocol{}, []Speaker{fake{}}); !errors.Is(err, ErrNothing) {
		t.Errorf("without scripts: %v", err)
	}
}

func TestAMissingToolchainIsOfTheEnvironment(t *testing.T) {
	p, dir := load(t), t.TempDir()
	for _, s := range []Speaker{
		Go{Dir: dir, Program: "no-such-go"}, Elixir{Dir: dir, Program: "no-such-elixir"}, Python{Dir: dir, Program: "no-such-python"},
	} {
		if _, err := Run(context.Background(), p, []Speaker{s}); !errors.Is(err, ErrToolchain) {
			t.Errorf("%s: got %v", s.Name(), err)
		}
	}
}

func TestProbesAreReadStrictly(t *testing.T) {
	p := load(t)
	held, err := parse(p, "s\t9\tx\tx\nt\t9\ty\ty\ns\t9\tz\tz\n")
	if err != nil || held["m.s"].SHA1 != "x" || held["m.t"].SHA1 != "y" || held["n.s"].SHA1 != "z" {
		t.Errorf("bare names: got %v, %v", held, err)
	}
	for _, output := range []string{"hello\n", "m.s\tnine\tx\tx\n"} {
		var broken *Broken
		if _, err := parse(p, output); !errors.As(err, &broken) {
			t.Errorf("%q: got %v", output, err)
		}
	}
}

// That a server lets nobody load scripts says nothing of the scripts.
func TestAnEngineThatForbidsLoadingIsNoFindingOfTheScripts(t *testing.T) {
	p, findings := protocol.LoadFS(fstest.MapFS{"p.yaml": {Data: []byte(spec)}, "s.lua": {Data: []byte("return 1\n")}, "t.lua": {Data: []byte("return 2\n")}}, "p.yaml")
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	m := miniredis.RunT(t)
	e, err := engine.Open(t.Context(), "redis://"+m.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	m.SetError("NOPERM this user has no permissions to run the 'script|load' command")
	_, err = Run(t.Context(), p, []Speaker{Engine{e}})
	if err == nil || !strings.Contains(err.Error(), "NOPERM") || !strings.Contains(err.Error(), "ACL SETUSER") {
		t.Errorf("got %v, want the refusal and the way out", err)
	}
}
