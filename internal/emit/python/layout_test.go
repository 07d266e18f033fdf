package python_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// Whatever a protocol holds, and however long its names are, formatter, linter
// and type checker have nothing to say about what is emitted.
func TestOutputIsTidy(t *testing.T) {
	interpreter := testenv.Python(t)
	testenv.LongOnly(t)
	dir := t.TempDir()
	const protocols, typed = 60, 6 // checking types takes its time
	packages := "."
	for n := range protocols {
		spec := writer{random: rand.New(rand.NewPCG(uint64(n), 7)), longest: []int{1, 3, 8}[n%3]}
		name := fmt.Sprintf("tidy_%d", n)
		files := fstest.MapFS{
			"s.lua":         {Data: []byte("return 1\n")},
			"protocol.yaml": {Data: []byte(spec.protocol(name))},
		}
		p, findings := protocol.LoadFS(files, "protocol.yaml")
		if len(findings) > 0 {
			t.Fatalf("%v\n%s", list(findings), files["protocol.yaml"].Data)
		}
		write(t, dir, emitted(t, p, emit.Embedded))
		if n < typed {
			packages = strings.TrimPrefix(packages+" "+name, ". ")
		}
	}
	for _, check := range []string{
		"ruff format --no-cache --diff --config target-version='py311' .",
		"ruff check --no-cache --config target-version='py311' .",
		"mypy --strict --python-version 3.11 --cache-dir .mypy " + packages,
	} {
		cmd := exec.Command(interpreter, append([]string{"-m"}, strings.Fields(check)...)...)
		cmd.Dir = dir
		run(t, cmd)
	}
}

// writer writes specs of everything there is, with names of up to longest words.
type writer struct {
	random  *rand.Rand
	longest int
	count   int
}

// name gives a name that no other has.
func (w *writer) name() string {
	words := []string{"a", "job", "queue2", "extraordinarily", "x1", "counterrevolutionaries", "of", "deadline"}
	w.count++
	name := words[w.random.IntN(len(words))]
	for range w.random.IntN(w.longest) {
		name += "_" + words[w.random.IntN(len(words))]
	}
	return fmt.Sprintf("%s_n%d", name, w.count)
}

func (w *writer) oneOf(all ...string) string { return all[w.random.IntN(len(all))] }

func (w *writer) some(most int, write func() string) string {
	var all []string
	for range 1 + w.random.IntN(most) {
		all = append(all, write())
	}
	return strings.Join(all, ", ")
}

func (w *writer) typ() string {
	return w.oneOf("text", "bytes", "int", "float", "bool", "branded", "{type: int, unit: ms}",
		"{type: int, unit: unix_ms}", "{type: int, is: "+w.name()+"}",
		"{type: enum, values: ["+w.some(4, w.name)+"]}")
}

func (w *writer) doc() string {
	return w.oneOf("Short.", `\"`, `Ends with a quote \"`, `\"Begins with one.`, `A backslash \\`, `\"\"\"`,
		strings.Repeat("Words and more words ", 8), strings.Repeat("日本語の説明 ", 12), strings.Repeat("x", 100),
		strings.Repeat("w ", 36)+"ends here.", strings.Repeat("w ", 37)+"ends here.", `Lines\n\n- one\n    code`)
}

func (w *writer) documented(body string) string {
	if w.random.IntN(2) == 0 {
		return "{" + body + "}"
	}
	return "{" + body + `, doc: "` + w.doc() + `"}`
}

// typed writes the inside of an argument, a member or a field.
func (w *writer) typed(prefix, options string) string {
	body := w.typ()
	if inner, ok := strings.CutPrefix(body, "{type: "); ok {
		body = strings.TrimSuffix(inner, "}")
	}
	return w.documented(prefix + body + options)
}

func (w *writer) protocol(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "emqgen: 1\nprotocol: %s\nversion: 1.0.0\nwire: w\ndoc: \"%s\"\n", name, w.doc())
	b.WriteString("ids: {epoch: 2024-01-01T00:00:00Z, bits: {time: 41, node: 10, seq: 12}, brands: {JOB: \"" + w.doc() + "\", AAA: a}}\n")
	params := []string{w.name(), w.name(), w.name()}
	b.WriteString("params:\n")
	for i, kind := range []string{"text", "branded", "{type: enum, values: [one, two]}"} {
		body := strings.TrimSuffix(strings.TrimPrefix(kind, "{type: "), "}")
		fmt.Fprintf(&b, "  %s: %s\n", params[i], w.documented("type: "+body))
	}
	b.WriteString("keys:\n  version: {at: \"{v}\", type: string, fence: true}\n")
	var keys []string
	for n := range 1 + w.random.IntN(4) {
		key := w.name()
		keys = append(keys, key)
		fmt.Fprintf(&b, "  %s:\n    at: \"%d:'{<%s>}:<%s>:<%s>\"\n    type: hash\n    doc: \"%s\"\n", key, n, params[0], params[1], params[2], w.doc())
		if w.random.IntN(3) > 0 {
			b.WriteString("    fields:\n")
			for range 1 + w.random.IntN(4) {
				fmt.Fprintf(&b, "      %s: %s\n", w.name(), w.typed("type: ", w.oneOf("", ", optional: true")))
			}
		}
	}
	var classes []string
	b.WriteString("errors:\n")
	for n := range 1 + w.random.IntN(3) {
		class := fmt.Sprintf("CLASS%d", n)
		classes = append(classes, class)
		fmt.Fprintf(&b, "  %s: {name: %s, doc: \"%s\"}\n", class, w.name(), w.doc())
	}
	b.WriteString("modules:\n")
	for range 1 + w.random.IntN(2) {
		fmt.Fprintf(&b, "  %s:\n    doc: \"%s\"\n    scripts:\n", w.name(), w.doc())
		for range 1 + w.random.IntN(6) {
			w.script(&b, keys, classes)
		}
	}
	return b.String()
}

func (w *writer) script(b *strings.Builder, keys, classes []string) {
	fmt.Fprintf(b, "      %s:\n        lua: s.lua\n        doc: \"%s\"\n", w.name(), w.doc())
	if w.random.IntN(2) == 0 {
		fmt.Fprintf(b, "        keys: [version, {key: %s, %s}]\n", w.oneOf(keys...),
			w.oneOf("as: role", "optional: true", "variadic: true", "variadic: true, optional: true"))
	}
	b.WriteString("        args:\n")
	for range w.random.IntN(6) {
		fmt.Fprintf(b, "          - %s\n", w.typed(w.name()+": ", ""))
	}
	fmt.Fprintf(b, "          - %s\n", w.typed(w.name()+": ", ", "+w.oneOf("optional: false", "optional: true", "variadic: true", "variadic: true, optional: true")))
	fmt.Fprintf(b, "        returns: %s\n        refuses: [%s]\n        many: %s\n", w.returns(), w.oneOf(classes...), w.oneOf("true", "false"))
}

func (w *writer) returns() string {
	member := func() string { return w.typed(w.name()+": ", w.oneOf("", ", optional: true")) }
	tuple := "tuple: [" + w.some(5, member) + "]"
	verdicts := fmt.Sprintf("1: %s, 0: %s, -1: {error: %s}", w.name(), w.name(), w.name())
	return w.oneOf("count", "int", "text", "status",
		"{"+verdicts+"}",
		"{none: "+w.name()+", "+tuple+"}",
		"{"+tuple+"}",
		"{"+verdicts+", "+tuple+"}",
		"{none: {error: "+w.name()+"}, value: "+w.typ()+"}",
		"{list: "+w.typ()+"}",
		"{list: {"+tuple+"}}",
		"{map: {text: "+w.typ()+"}}",
		`{"`+w.name()+`": `+w.name()+`, value: bytes}`)
}
