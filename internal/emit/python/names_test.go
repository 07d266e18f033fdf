package python_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/python"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name, spec string
		want       []string
	}{
		{"clashes are told with both places", `
params: {p: {match: "[a-z]+"}}
keys:
  row_2: {at: "a<p>", type: hash, fields: {a_b: text, aB: text}}
  row2: {at: "b<p>", type: hash, fields: {x: {type: enum, values: [a-b, a_b]}}}
errors: {LATE: {name: call}, GONE: {name: input}}
modules:
  call:
    scripts:
      foo_3_3: {lua: s.lua, args: [{b: text}], returns: {1: ok}}
      foo_33: {lua: s.lua, args: [{b: text}], returns: {1: ok}}
`, []string{
			`p:6:55: "keys.row_2.fields.aB" and "keys.row_2.fields.a_b" (line 6) are both spelled "a_b" in the Python class Row2Record (name-collision)`,
			`p:7:3: "keys.row2" and "keys.row_2" (line 6) are both spelled "Row2Record" in the Python package (name-collision)`,
			`p:7:43: "keys.row2.fields.x.a_b" and "keys.row2.fields.x.a-b" (line 7) are both spelled "A_B" in the Python enum Row2X (name-collision)`,
			`p:13:7: "call.foo_33" and "call.foo_3_3" (line 12) are both spelled "Foo33Reply" in the Python package (name-collision)`,
		}},
		{"overrides resolve them", `
params: {p: {match: "[a-z]+"}}
keys:
  row_2: {at: "a<p>", type: hash, fields: {a_b: text, aB: text}}
  row2: {at: "b<p>", type: hash, fields: {x: {type: enum, values: [a-b, a_b]}}}
errors: {LATE: {name: call}, GONE: {name: input}}
modules:
  call:
    scripts:
      foo_3_3: {lua: s.lua, args: [{b: text}], returns: {1: ok}}
      foo_33: {lua: s.lua, args: [{b: text}], returns: {1: ok}}
names:
  python:
    rename:
      keys.row_2.fields.aB: other
      keys.row2: second
      keys.row2.fields.x.a_b: UNDERSCORED
      errors.GONE: GoneInputError
      modules.call: calls
      call.foo_33: bar
`, nil},
		{"overrides that cannot be", `
modules:
  m:
    scripts:
      s: {lua: s.lua, args: [{a: text}, {b: text}], returns: {1: one, 2: two}}
names:
  python:
    rename: {m.s.args.a: _private, m.s.args.b: self, m.s.returns.one: TWO}
`, []string{
			`p:7:42: "m.s.args.b" is spelled "self" in the Python method of m.s, which is a parameter of every method (name-reserved)`,
			`p:7:74: "m.s.returns.two" and "m.s.returns.one" (line 7) are both spelled "TWO" in the Python enum SReply (name-collision)`,
			`p:10:26: "_private" cannot spell "m.s.args.a" in Python: expected an identifier that begins with a letter, such as a (name-unspellable)`,
		}},
		{"names that the package has itself are evaded", `
keys: {k: {at: k, type: hash, fields: {state: {type: enum, values: [on, off], is: brand}}}}
errors: {GONE: {name: input}, LATE: {name: fence}, LOST: {name: reply}}
modules:
  call: {scripts: {s: {lua: s.lua, args: [{b: text}], returns: {1: ok}, refuses: [GONE, LATE, LOST]}}}
  script: {scripts: {t: {lua: s.lua, many: true}}}
  outcome: {scripts: {u: {lua: s.lua, returns: {tuple: [{b: text}]}}}}
`, nil},
		{"a package that hides the library", `
keys: {k: {at: k, type: string}}
names: {python: {package: redis}}
`, []string{`p:5:27: the Python package "redis" hides a module that it needs itself (name-reserved)`}},
		{"one script in two modules", `
modules:
  a: {scripts: {get: {lua: s.lua, returns: {1: ok}}}}
  b: {scripts: {get: {lua: s.lua, returns: {1: ok}}}}
`, nil},
		{"modules like files of the package", `
keys: {keys: {at: k, type: string}}
modules:
  keys: {scripts: {keys: {lua: s.lua, keys: [keys], returns: {1: keys}}}}
  errors: {scripts: {errors: {lua: s.lua, returns: {1: ok, -1: {error: errors}}}}}
  types: {scripts: {types: {lua: s.lua, args: [{types: int, is: types}], returns: int}}}
  scripts: {scripts: {scripts: {lua: s.lua, returns: int}}}
`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, "emqgen: 1\nprotocol: p\nversion: 1.0.0"+c.spec)
			var got []string
			for _, f := range (python.Emitter{}).Check(p) {
				got = append(got, f.Error())
				if f.Help == "" {
					t.Errorf("%v shows no way out", f)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
			if len(got) == 0 {
				imported(t, p)
			}
		})
	}
}

// imported emits the package and imports all that it exports.
func imported(t *testing.T, p *protocol.Protocol) {
	t.Helper()
	if testing.Short() {
		return
	}
	dir := t.TempDir()
	write(t, dir, emitted(t, p, emit.Embedded))
	run(t, exec.Command(testenv.Python(t), "-W", "error", "-c", "from p import *"), "PYTHONPATH="+dir)
}

// parse reads a spec that is called p and has one script.
func parse(t testing.TB, spec string) *protocol.Protocol {
	t.Helper()
	p, findings := protocol.LoadFS(fstest.MapFS{"p": {Data: []byte(spec)}, "s.lua": {Data: []byte("return 1\n")}}, "p")
	if len(findings) > 0 {
		t.Fatal(list(findings))
	}
	return p
}
