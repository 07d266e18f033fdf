package elixir_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/echomq/emqgen/internal/emit/elixir"
)

// spelled writes a spec around a part of it.
func spelled(names string) string {
	return `emqgen: 1
protocol: p
version: 1.0.0
params: {q: text}
keys:
  row: {at: "p:<q>", type: hash, fields: {a_b: text, aB: text}}
  row_2: {at: "p:<q>:2", type: hash, fields: {x: {type: enum, values: [a, b]}}}
  row2: {at: "p:<q>:3", type: hash, fields: {x: text}}
errors: {GONE: {name: gone}}
modules:
  call: {scripts: {one: {lua: s.lua, returns: {1: x, 2: y}}}}
  m:
    scripts:
      foo: {lua: s.lua, args: [{limit: int, is: t, optional: true}, {size: int, optional: true}]}
      foo_call: {lua: s.lua}
      module_info: {lua: s.lua}
` + names
}

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		names string
		want  []string
	}{
		"collisions and reserved names": {"", []string{
			`p:6:54: "keys.row.fields.aB" and "keys.row.fields.a_b" (line 6) are both spelled "a_b" in the fields of P.Record.Row (name-collision)`,
			`p:8:3: "keys.row2" and "keys.row_2" (line 7) are both spelled "Record.Row2" in the modules below P (name-collision)`,
			`p:15:7: "m.foo_call" and "m.foo" (line 14) are both spelled "foo_call" in P.M (name-collision)`,
			`p:16:7: "m.module_info" is spelled "module_info" in P.M, which is a function that every Erlang module has (name-reserved)`,
		}},
		"resolved by overrides": {`names: {elixir: {rename: {keys.row.fields.aB: ab, keys.row2: third, modules.call: Calls, m.foo_call: bar, m.module_info: info}}}`, nil},
		"overrides that do not fit": {`names: {elixir: {rename: {keys.row.fields.aB: ab, keys.row2: Third, modules.call: calls, m.foo_call: end, m.module_info: "info!"}}}`, []string{
			`p:17:62: "Third" cannot spell "keys.row2" in Elixir: expected a name of Elixir, such as push_all (name-unspellable)`,
			`p:17:83: "calls" cannot spell "modules.call" in Elixir: expected a module of Elixir, such as WorkQueue (name-unspellable)`,
			`p:17:102: "end" cannot spell "m.foo_call" in Elixir: expected a name of Elixir, such as push_all (name-unspellable)`,
			`p:17:122: "info!" cannot spell "m.module_info" in Elixir: expected a name of Elixir, such as push_all (name-unspellable)`,
		}},
		"atoms and options spelled alike": {`names: {elixir: {rename: {keys.row.fields.aB: ab, keys.row2: third, modules.call: Calls, m.foo_call: bar, m.module_info: info,
  call.one.returns.x: same, call.one.returns.y: same, keys.row_2.fields.x.a: b, m.foo.args.limit: size, errors.GONE: Any.Text}}}`, []string{
			`p:7:47: "keys.row_2.fields.x.b" and "keys.row_2.fields.x.a" (line 7) are both spelled "b" in the values of keys.row_2.fields.x (name-collision)`,
			`p:11:57: "call.one.returns.y" and "call.one.returns.x" (line 11) are both spelled "same" in the answers of P.Calls.one (name-collision)`,
			`p:14:70: "m.foo.args.size" and "m.foo.args.limit" (line 14) are both spelled "size" in the options of P.M.foo (name-collision)`,
		}},
		"overrides that say nothing here": {`names: {elixir: {rename: {keys.row.fields.aB: ab, keys.row2: third, modules.call: Calls, m.foo_call: bar, m.module_info: info, types.t: x}}}`, []string{
			`p:17:137: "types.t" names nothing that the Elixir SDK spells (name-unknown)`,
		}},
		"applications of Elixir": {`names: {elixir: {app: logger, rename: {keys.row.fields.aB: ab, keys.row2: third, modules.call: Calls, m.foo_call: bar, m.module_info: info}}}`, []string{
			`p:17:23: "logger" is an application of Elixir or Erlang itself (name-reserved)`,
		}},
		"modules of Elixir": {`names: {elixir: {module: Enum, app: logger, rename: {keys.row.fields.aB: ab, keys.row2: third, modules.call: Calls, m.foo_call: bar, m.module_info: info}}}`, []string{
			`p:17:26: "Enum" is a module of Elixir itself (name-reserved)`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p := parse(t, spelled(c.names), "s.lua", "return 1\n")
			var got []string
			for _, f := range (elixir.Emitter{}).Check(p) {
				if f.Help == "" {
					t.Errorf("no way out of %v", f)
				}
				got = append(got, strings.TrimPrefix(f.Error(), "protocol.yaml"))
			}
			var want []string
			for _, w := range c.want {
				want = append(want, strings.TrimPrefix(w, "p"))
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestCheckRefusesNamesThatAreTooLong(t *testing.T) {
	long := strings.Repeat("x", 300)
	spec := "emqgen: 1\nprotocol: p\nversion: 1.0.0\nmodules: {m: {scripts: {" + long + ": {lua: s.lua}}}}\n"
	findings := (elixir.Emitter{}).Check(parse(t, spec, "s.lua", "return 1\n"))
	if len(findings) != 1 || findings[0].Rule != "name-unspellable" {
		t.Errorf("got %v", findings)
	}
	if _, err := (elixir.Emitter{}).Emit(parse(t, spec, "s.lua", "return 1\n"), 0); err == nil {
		t.Error("what cannot be spelled is emitted")
	}
}
