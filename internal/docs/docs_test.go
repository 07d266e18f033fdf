package docs_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/docs"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

var update = flag.Bool("update", false, "rewrite the documents that are made from the spec")

func transitions(t *testing.T, p *protocol.Protocol) []conform.Transition {
	t.Helper()
	if p == nil {
		t.Fatal("the spec does not load")
	}
	seen, _, err := conform.Transitions(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func reference(t *testing.T, p *protocol.Protocol) string {
	t.Helper()
	var b bytes.Buffer
	if err := docs.Write(&b, p, transitions(t, p)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// accept compares a document with what it should say, or rewrites it.
func accept(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, _ := os.ReadFile(path) // one that is missing differs
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is out of date, `make update` rewrites it (-it +the spec):\n%s", path, diff)
	}
}

// The reference of EchoMQ is made from its spec.
func TestDocsHaveTheReference(t *testing.T) {
	root := testenv.Root(t)
	p, _ := protocol.Load(filepath.Join(root, "spec", "protocol.yaml"))
	accept(t, filepath.Join(root, "docs", "echomq.md"), reference(t, p))
}

// The diagram of the README is drawn from the gates.
func TestDocsHaveTheDiagram(t *testing.T) {
	root := testenv.Root(t)
	p, _ := protocol.Load(filepath.Join(root, "spec", "protocol.yaml"))
	path := filepath.Join(root, "README.md")
	readme, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(readme), "<!-- transitions: begin")
	_, after, ended := strings.Cut(rest, "<!-- transitions: end -->")
	if !found || !ended {
		t.Fatal("the README has no place for the diagram")
	}
	_, drawn, _ := strings.Cut(docs.Diagram(transitions(t, p)), "\n\n")
	accept(t, path, before+"<!-- transitions: begin (`make update` draws this from the gates themselves) -->\n\n"+
		drawn+"\n<!-- transitions: end -->"+after)
}

// A protocol with every form of argument and reply, and none of ids, gates or
// fence, has a reference as well.
func TestEveryFormHasItsWords(t *testing.T) {
	p, findings := protocol.LoadFS(fstest.MapFS{
		"p.yaml": {Data: []byte(`emqgen: 1
protocol: forms
version: 0.1.0
doc: "Every form | of <everything>."
params: {seat: {type: int}}
keys:
  total: {at: "all:total"}
  seats: {at: "all:<seat>", type: set}
errors: {FULL: {name: full}}
modules:
  calls:
    scripts:
      all:
        lua: all.lua
        keys: [total, {key: seats, variadic: true}]
        args: [{wait: int, unit: ms}, {at: int, unit: unix_ms, optional: true}, {colour: enum, values: [red, blue], optional: true}]
        returns: {"ok": fine, -1: {error: gone}, none: empty, tuple: [{a: {list: text}}, {b: {map: {text: bytes}}, optional: true}]}
        refuses: [FULL]
      raw: {lua: all.lua}
`)},
		"all.lua": {Data: []byte("return 1\n")},
	}, "p.yaml")
	if p == nil {
		t.Fatal(findings)
	}
	got := reference(t, p)
	for _, want := range []string{
		"Every form | of &lt;everything>.",
		"| KEYS[2]… | seats | `all:<seat>` | One or more. |",
		"| ARGV[1] | wait | int, milliseconds |  |",
		"| ARGV[2] | at | int, unix milliseconds | May be left out. |",
		"| ARGV[3] | colour | one of red, blue | May be left out. |",
		"| nil, false or `[]` | empty |",
		"| `\"ok\"` | fine |",
		"| `-1` | the error gone |",
		"| [a: list of text, b: map of text to bytes or nil] | the answer |",
		"| `-FULL …` | the error full |",
		"| anything | handed on as it comes |",
		"| a reply | gone |  |  |",
	} {
		if !strings.Contains(got, want+"\n") {
			t.Errorf("it does not say %s", want)
		}
	}
	if strings.Contains(got, "## Gates") || strings.Contains(got, "## Transitions") || strings.Contains(got, "## Ids") {
		t.Error("it has a section of what is not there")
	}
	if t.Failed() {
		t.Log(got)
	}
}
