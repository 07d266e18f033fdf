package golang_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/golang"
	"github.com/echomq/emqgen/internal/naming"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// parse loads a spec that is written out, with a script for every ok.lua in it.
func parse(t testing.TB, spec string) *protocol.Protocol {
	t.Helper()
	p, findings := protocol.LoadFS(fstest.MapFS{
		"protocol.yaml": {Data: []byte("emqgen: 1\nprotocol: names\nversion: 1.0.0\n" + spec)},
		"ok.lua":        {Data: []byte("return #KEYS + #ARGV\n")},
	}, "protocol.yaml")
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	return p
}

func TestCheckNamesBothPlacesAndTheOverride(t *testing.T) {
	for _, c := range []struct{ name, spec, want, help string }{
		{
			"two scripts", "modules: {m: {scripts: {foo_3_3: {lua: ok.lua}, foo_33: {lua: ok.lua}}}}\n",
			`protocol.yaml:4:49: "m.foo_33" and "m.foo_3_3" (line 4) are both spelled "Foo33" in the methods of M (name-collision)`,
			"names: {go: {rename: {m.foo_33: …}}}",
		},
		{
			"two fields", "keys: {k: {at: k, type: hash, fields: {a_1: text, a1: text}}}\n",
			`protocol.yaml:4:51: "keys.k.fields.a1" and "keys.k.fields.a_1" (line 4) are both spelled "A1" in the struct K (name-collision)`,
			"names: {go: {rename: {keys.k.fields.a1: …}}}",
		},
		{
			"two arguments", "modules: {m: {scripts: {s: {lua: ok.lua, args: [{a_1: text}, {a1: text}]}}}}\n",
			`protocol.yaml:4:63: "m.s.args.a1" and "m.s.args.a_1" (line 4) are both spelled "a1" in the parameters of S (name-collision)`,
			"names: {go: {rename: {m.s.args.a1: …}}}",
		},
		{
			"two answers", "modules: {m: {scripts: {s: {lua: ok.lua, returns: {1: a_1, 2: a1}}}}}\n",
			`protocol.yaml:4:63: "m.s.returns.a1" and "m.s.returns.a_1" (line 4) are both spelled "SA1" in the Go package (name-collision)`,
			"names: {go: {rename: {m.s.returns.a1: …}}}",
		},
		{
			"two errors", "keys: {k: {at: k}}\nerrors: {AAA: {name: x_1}, BBB: {name: x1}}\n",
			`protocol.yaml:5:28: "errors.BBB" and "errors.AAA" (line 5) are both spelled "ErrX1" in the Go package (name-collision)`,
			"names: {go: {rename: {errors.BBB: …}}}",
		},
		{
			"a key and a module", "keys: {job: {at: k, type: hash, fields: {n: int}}}\nmodules: {job: {scripts: {s: {lua: ok.lua}}}}\n",
			`protocol.yaml:5:11: "modules.job" and "keys.job" (line 4) are both spelled "Job" in the Go package (name-collision)`,
			"names: {go: {rename: {modules.job: …}}}",
		},
		{
			"a name of the runtime", "keys: {client: {at: k, type: hash, fields: {n: int}}}\n",
			`protocol.yaml:4:8: "keys.client" is spelled "Client" in the Go package, which is a name of the SDK's own (name-reserved)`,
			"names: {go: {rename: {keys.client: …}}}",
		},
		{
			"an override that is not exported", "keys: {k: {at: k}}\nnames: {go: {rename: {keys.k: key}}}\n",
			`protocol.yaml:5:31: "key" cannot spell "keys.k" in Go: expected an exported Go identifier, such as K (name-unspellable)`,
			"choose another spelling",
		},
		{
			"an override that hides what is called", "modules: {m: {scripts: {s: {lua: ok.lua, args: [{a: text}]}}}}\nnames: {go: {rename: {m.s.args.a: run}}}\n",
			`protocol.yaml:5:35: "run" cannot spell "m.s.args.a" in Go: expected a Go identifier that emitted functions do not use themselves, such as a (name-unspellable)`,
			"choose another spelling",
		},
		{
			"a package that nobody can import", "keys: {k: {at: k}}\nnames: {go: {package: a_test}}\n",
			`protocol.yaml:5:23: a Go package called "a_test" cannot be imported (name-unspellable)`,
			"names: {go: {package: …}}",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			findings := golang.Emitter{}.Check(parse(t, c.spec))
			if len(findings) != 1 {
				t.Fatalf("%d findings: %v", len(findings), findings)
			}
			if got := findings[0].Error(); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if !strings.Contains(findings[0].Help, c.help) {
				t.Errorf("the help is %q", findings[0].Help)
			}
		})
	}
}

// Two modules may have scripts of one name: their types are told apart.
func TestScriptsOfOneNameInTwoModules(t *testing.T) {
	p := parse(t, "modules: {a: {scripts: {s: {lua: ok.lua, returns: {1: ok}}}}, b: {scripts: {s: {lua: ok.lua, returns: {1: ok}}}}}\n")
	if findings := (golang.Emitter{}).Check(p); len(findings) > 0 {
		t.Fatal(findings)
	}
	files, err := golang.Emitter{}.Emit(p, emit.Embedded)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"func (m *A) S(ctx context.Context) (ASReply, error)", "func (m *B) S(ctx context.Context) (BSReply, error)"} {
		if !slices.ContainsFunc(files, func(f emit.File) bool { return strings.Contains(string(f.Data), want) }) {
			t.Errorf("%s is not emitted", want)
		}
	}
}

// Modules may be called what the SDK calls parts of its own.
func TestModulesEvadeNamesOfTheSDK(t *testing.T) {
	files, err := golang.Emitter{}.Emit(checked(t, parse(t, "modules: {script: {scripts: {s: {lua: ok.lua}}}, client: {scripts: {s: {lua: ok.lua}}}, error: {scripts: {slot: {lua: ok.lua}}}}\n")), emit.Embedded)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"func NewScriptModule(", "func NewClientModule(", "func (m *ErrorModule) Slot("} {
		if !slices.ContainsFunc(files, func(f emit.File) bool { return strings.Contains(string(f.Data), want) }) {
			t.Errorf("%s is not emitted", want)
		}
	}
}

// A script with every name that means something in Go or in the SDK compiles.
func TestEveryMeaningfulNameAsAParameter(t *testing.T) {
	testenv.LongOnly(t)
	var spec strings.Builder
	spec.WriteString("params: {hole: {match: '[a-z]+'}}\nkeys: {k: {at: 'k:<hole>', type: hash, fields: {f: text}}}\nmodules:\n  m:\n    scripts:\n      s:\n        lua: ok.lua\n        keys: [k]\n        args:\n")
	for _, name := range meaningful(t) {
		fmt.Fprintf(&spec, "          - %s: text\n", name)
	}
	spec.WriteString("          - {many_values: text, variadic: true}\n")
	files, err := golang.Emitter{}.Emit(checked(t, parse(t, spec.String())), emit.Standalone)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, files)
	goTool(t, dir, nil, "vet", ".")
}

// A time.Duration has no unit, and its name claims none.
func TestDurationsLoseTheirUnit(t *testing.T) {
	p := parse(t, "keys: {k: {at: k, type: hash, fields: {ttl_ms: {type: int, unit: ms}, waitMillis: {type: int, unit: ms}, ms: {type: int, unit: ms}, count_ms: int}}}\n"+
		"modules: {m: {scripts: {s: {lua: ok.lua, args: [{lease_ms: int, unit: ms}]}}}}\n")
	files, err := golang.Emitter{}.Emit(checked(t, p), emit.Embedded)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"TTL      time.Duration", "Wait     time.Duration", "Duration time.Duration", "CountMs  int64", "lease time.Duration"} {
		if !slices.ContainsFunc(files, func(f emit.File) bool { return strings.Contains(string(f.Data), want) }) {
			t.Errorf("%s is not emitted", want)
		}
	}
}

// Every kind of type, with and without a name of its own, in every place compiles.
func TestEveryTypeInEveryPlace(t *testing.T) {
	testenv.LongOnly(t)
	kinds := map[string]string{
		"text": "text", "bytes": "bytes", "int": "int", "ms": "int, unit: ms", "at": "int, unit: unix_ms",
		"float": "float", "bool": "bool", "id": "branded", "enum": "enum, values: [a, b]",
	}
	var params, keys, uses, fields, args, members, scripts strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		for suffix, is := range map[string]string{"": "", "_own": ", is: own_" + kind} {
			name, typ := kind+suffix, "{type: "+kinds[kind]+is+"}"
			inline := strings.Trim(typ, "{}")
			if kind != "float" && kind != "bool" {
				fmt.Fprintf(&params, "  %s: %s\n", name, typ)
				fmt.Fprintf(&keys, "  k_%s: {at: '%s:<%s>'}\n", name, name, name)
				fmt.Fprintf(&uses, "k_%s, ", name)
				fmt.Fprintf(&scripts, "      o_%s: {lua: ok.lua, keys: [{key: k_%s, optional: true}]}\n", name, name)
				fmt.Fprintf(&scripts, "      v_%s: {lua: ok.lua, many: true, keys: [{key: k_%s, variadic: true}], args: [{more: %s, variadic: true, optional: true}]}\n", name, name, kinds[kind]+is)
			}
			fmt.Fprintf(&fields, "f_%s: %s, o_%s: {%s, optional: true}, ", name, typ, name, inline)
			fmt.Fprintf(&args, "{a_%s: %s}, ", name, strings.TrimPrefix(inline, "type: "))
			fmt.Fprintf(&members, "{m_%s: %s}, {o_%s: %s, optional: true}, {l_%s: {list: %s}}, ", name, strings.TrimPrefix(inline, "type: "), name, strings.TrimPrefix(inline, "type: "), name, typ)
			fmt.Fprintf(&scripts, "      r_%s: {lua: ok.lua, returns: {value: %s}}\n", name, typ)
			fmt.Fprintf(&scripts, "      n_%s: {lua: ok.lua, returns: {none: nothing, value: %s}}\n", name, typ)
			fmt.Fprintf(&scripts, "      x_%s: {lua: ok.lua, returns: {1: one, none: nothing, value: %s}}\n", name, typ)
			fmt.Fprintf(&scripts, "      e_%s: {lua: ok.lua, returns: {1: {error: bad}, none: {error: none}, value: %s}}\n", name, typ)
			fmt.Fprintf(&scripts, "      l_%s: {lua: ok.lua, returns: {none: nothing, list: %s}}\n", name, typ)
			if key, _, _ := strings.Cut(kinds[kind], ","); key != "enum" {
				fmt.Fprintf(&scripts, "      p_%s: {lua: ok.lua, returns: {1: one, map: {%s: %s}}}\n", name, key, typ)
			}
		}
	}
	spec := "ids: {epoch: 2024-01-01T00:00:00Z, bits: {time: 41, node: 10, seq: 12}}\nparams:\n" + params.String() +
		"keys:\n" + keys.String() + "  row: {at: row, type: hash, fields: {" + fields.String() + "}}\n" +
		"modules:\n  m:\n    scripts:\n      s: {lua: ok.lua, many: true, keys: [" + uses.String() + "], args: [" + args.String() + "], returns: {tuple: [" + members.String() + "]}}\n" + scripts.String()
	files, err := golang.Emitter{}.Emit(checked(t, parse(t, spec)), emit.Standalone)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, files)
	goTool(t, dir, nil, "vet", "./...")
}

func checked(t *testing.T, p *protocol.Protocol) *protocol.Protocol {
	t.Helper()
	if findings := (golang.Emitter{}).Check(p); len(findings) > 0 {
		t.Fatal(findings)
	}
	return p
}

// meaningful lists keywords, predeclared names, packages and everything that the
// runtime mentions, as a spec would write them.
func meaningful(t *testing.T) []string {
	t.Helper()
	names := map[string]bool{}
	for tok := token.BREAK; tok <= token.VAR; tok++ {
		names[tok.String()] = true
	}
	paths, err := filepath.Glob(filepath.Join(testenv.Root(t), "templates", "go", "runtime", "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no runtime: %v", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := parser.ParseFile(token.NewFileSet(), path, data, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(node ast.Node) bool {
			if id, ok := node.(*ast.Ident); ok && !id.IsExported() {
				names[id.Name] = true
			}
			return true
		})
	}
	spec := map[string]bool{}
	for name := range names {
		name = strings.ToLower(naming.Snake(name))
		if name != "" && name != "hole" && name[0] >= 'a' && name[0] <= 'z' {
			spec[name] = true
		}
	}
	return slices.Sorted(maps.Keys(spec))
}
