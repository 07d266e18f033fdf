package lint

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

var update = flag.Bool("update", false, "rewrite the documents that are made from the rules")

// The table of the README is made from the rules.
func TestDocsHaveTheRules(t *testing.T) {
	var table strings.Builder
	table.WriteString("\n| rule | | finds that |\n|---|---|---|\n")
	for _, r := range Rules() {
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", r.ID, r.Severity, strings.ReplaceAll(r.Sentence, "|", "\\|"))
	}
	table.WriteString("\n")
	path := filepath.Join(testenv.Root(t), "README.md")
	readme := document(t, path)
	begin := strings.Index(readme, "<!-- rules: begin")
	end := strings.Index(readme, "<!-- rules: end")
	if begin < 0 || end < begin {
		t.Fatal("the README has no place for the rules")
	}
	begin += strings.Index(readme[begin:], "\n") + 1
	accept(t, path, readme, readme[:begin]+table.String()+readme[end:])
}

// The footprints of the shipped scripts are part of the documentation.
func TestDocsHaveTheFootprints(t *testing.T) {
	p, refused := protocol.Load(filepath.Join(testenv.Root(t), "spec", "protocol.yaml"))
	if p == nil {
		t.Fatal(shown(refused))
	}
	var list []*lua.Footprint
	for _, s := range p.Scripts() {
		list = append(list, lua.FootprintOf(p, s))
	}
	var b strings.Builder
	b.WriteString("# What the scripts of EchoMQ touch\n\nMade by `emqgen lint --footprint --format markdown`.\n\n")
	if err := lua.WriteFootprints(&b, "markdown", list); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(testenv.Root(t), "docs", "footprints.md")
	accept(t, path, document(t, path), b.String())
}

func document(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil && !(*update && os.IsNotExist(err)) {
		t.Fatal(err)
	}
	return string(data)
}

// accept compares a document with what it should be, or writes it.
func accept(t *testing.T, path, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	if !*update {
		t.Errorf("%s is out of date; accept with -update", path)
		return
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
