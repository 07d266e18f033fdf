package elixir_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

// Whatever the names and however many there are of everything, the text is
// laid out as the Elixir formatter would, and compiles.
func TestLayoutIsCanonical(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	app := parse(t, randomSpec(random, "app", 10), "s.lua", "return 1\n")
	app.Doc = "#{raise} \"\"\" \\ \u202e é " + strings.Repeat("long ", 30)
	dir := project(t, app, emit.Standalone)
	for i, length := range []int{3, 10, 18, 26, 34, 45, 70, 110} {
		spec := randomSpec(random, fmt.Sprintf("p%d", i), length)
		write(t, dir, emitted(t, parse(t, spec, "s.lua", "return 1\n"), emit.Embedded))
	}
	long := strings.Repeat("Long", 15)
	p := parse(t, randomSpec(random, "long", 20), "s.lua", "return 1\n")
	write(t, dir, emitted(t, inHost(p, protocol.ElixirNames{App: strings.ToLower(long), Module: long}), emit.Embedded))
	for _, module := range []string{"Host.Module", long + ".Module"} {
		names := protocol.ElixirNames{Module: "In" + module, Connector: module, Script: "Host.Lua", ID: module}
		write(t, dir, emitted(t, inHost(p, names), emit.Embedded))
		host := "defmodule " + module + " do\n  def eval(_conn, _script, _keys, _args), do: {:error, :none}\n  def valid?(_id), do: true\nend\n"
		write(t, dir, []emit.File{{Path: "lib/" + module + ".ex", Data: []byte(host)}})
	}
	write(t, dir, []emit.File{{Path: "lib/host.ex", Data: testdata(t, "host.ex")}})
	compiled(t, dir, "app")
}

// The driver is there whatever the spec declares, and so is all that it calls.
func TestAScriptWithoutKeysCompiles(t *testing.T) {
	p := parse(t, "emqgen: 1\nprotocol: one\nversion: 1.0.0\nmodules: {m: {scripts: {s: {lua: s.lua}}}}\n", "s.lua", "return 1\n")
	compiled(t, project(t, p, emit.Standalone), "one")
}

// randomSpec writes a spec with names of about one length.
func randomSpec(random *rand.Rand, protocol string, length int) string {
	n := 0
	name := func() string {
		n++
		size := max(1, length/2+random.IntN(length))
		letters := make([]byte, size)
		for i := range letters {
			letters[i] = byte('a' + random.IntN(26))
		}
		return fmt.Sprintf("%s%d", letters, n)
	}
	list := func(least, most int, item func() string) string {
		items := make([]string, least+random.IntN(most-least+1))
		for i := range items {
			items[i] = item()
		}
		return strings.Join(items, ", ")
	}
	enum := func() string { return "enum, values: [" + list(1, 6, name) + "]" }
	scalar := func() string {
		switch kinds := []string{"text", "bytes", "int", "float", "bool", "branded"}; random.IntN(4) {
		case 0:
			return enum()
		default:
			return kinds[random.IntN(len(kinds))]
		}
	}
	doc := func() string {
		words := make([]string, random.IntN(40))
		for i := range words {
			words[i] = name()
		}
		return strings.Join(words, " ")
	}

	var b strings.Builder
	fmt.Fprintf(&b, "emqgen: 1\nprotocol: %s\nversion: 1.0.0\nwire: w\ndoc: %q\n", protocol, doc())
	b.WriteString("ids: {epoch: 2024-01-01T00:00:00Z, bits: {time: 41, node: 10, seq: 12}}\n")
	var params, keys []string
	for range 4 {
		params = append(params, name())
	}
	fmt.Fprintf(&b, "params:\n  %s: {match: '[a-z]{1,%d}', except: [%s], doc: %q}\n  %s: branded\n  %s: {type: %s}\n  %s: int\n",
		params[0], length, list(0, 6, name), doc(), params[1], params[2], enum(), params[3])
	b.WriteString("keys:\n  fence: {at: fence, type: string, fence: true}\n")
	for i := range 6 {
		key := name()
		keys = append(keys, key)
		at := name()
		for _, p := range params[:random.IntN(4)] {
			at += ":<" + p + ">"
		}
		if i == 0 {
			at = strings.Join([]string{name(), "<" + params[0] + ">", "<" + params[1] + ">", "<" + params[2] + ">", "<" + params[3] + ">"}, ":")
		}
		fmt.Fprintf(&b, "  %s: {at: '%s:%d', type: hash, doc: %q, fields: {%s}}\n", key, at, i, doc(), list(1, 8, func() string {
			return name() + ": {type: " + scalar() + fmt.Sprintf(", optional: %v}", random.IntN(2) == 0)
		}))
	}
	errors := []string{}
	b.WriteString("errors:\n")
	for range 5 {
		class := strings.ToUpper(name())
		errors = append(errors, class)
		fmt.Fprintf(&b, "  %s: {name: %s, doc: %q}\n", class, name(), doc())
	}
	b.WriteString("modules:\n")
	for range 3 {
		fmt.Fprintf(&b, "  %s:\n    doc: %q\n    scripts:\n", name(), doc())
		for range 3 {
			script := name()
			used := list(0, 3, func() string { return keys[random.IntN(len(keys))] })
			used = strings.Join(unique(strings.Split(used, ", ")), ", ")
			optional := ""
			args := list(0, 5, func() string {
				return "{" + name() + ": " + scalar() + "}"
			})
			for range random.IntN(4) {
				optional += ", {" + name() + ": " + scalar() + ", optional: true}"
			}
			if random.IntN(3) == 0 {
				optional += ", {" + name() + ": " + scalar() + ", variadic: true, optional: true}"
			}
			args = strings.TrimPrefix(args+optional, ", ")
			refuses := strings.Join(unique(strings.Split(list(0, 3, func() string { return errors[random.IntN(len(errors))] }), ", ")), ", ")
			fmt.Fprintf(&b, "      %s:\n        doc: %q\n        lua: s.lua\n        keys: [%s]\n        args: [%s]\n        refuses: [%s]\n        many: %v\n",
				script, doc(), used, args, refuses, optional == "")
			switch random.IntN(5) {
			case 0:
				fmt.Fprintf(&b, "        returns: {1: %s, 0: %s, -1234567: {error: %s}, \"%s\": %s}\n", name(), name(), name(), name(), name())
			case 1:
				fmt.Fprintf(&b, "        returns: {none: %s, tuple: [%s]}\n", name(), list(1, 7, func() string {
					return "{" + name() + ": " + scalar() + fmt.Sprintf(", optional: %v}", random.IntN(2) == 0)
				}))
			case 2:
				fmt.Fprintf(&b, "        returns: {list: {tuple: [%s]}}\n", list(1, 7, func() string { return "{" + name() + ": " + scalar() + "}" }))
			case 3:
				fmt.Fprintf(&b, "        returns: {map: {text: {list: {type: %s}}}, 1000000: %s}\n", scalar(), name())
			}
		}
	}
	return b.String()
}

func unique(items []string) []string {
	var kept []string
	seen := map[string]bool{}
	for _, item := range items {
		if !seen[item] {
			seen[item] = true
			kept = append(kept, item)
		}
	}
	return kept
}
