package diff_test

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/echomq/emqgen/internal/diff"
	"github.com/echomq/emqgen/internal/diff/judge"
	"github.com/echomq/emqgen/internal/protocol"
)

var update = flag.Bool("update", false, "write what was found into the cases")

// change is one case: a step from an old version to a new one, and what must be
// found. A case tells the two apart by what it edits in the base protocol:
//
//	-- both FILE --        a file of both versions, in place of that of the base
//	-- edit old FILE --    text of both versions, a line =>, and what they have in its place
//	-- edit FILE --        the same, for the new version alone
//	-- edit all FILE --    the same, for every place where the text stands
//	-- FILE --             a file that only the new version has
//	-- remove FILE --      a file that only the old version has
//
// The other sections are what is expected.
type change struct {
	path     string
	archive  *txtar.Archive
	old, new *protocol.Protocol
}

const expected = "facts verdicts step story unshown"

// paths lists all cases, in the order of their names.
func paths(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func readCase(t *testing.T, path string) *change {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	old := fstest.MapFS{}
	for _, name := range []string{"protocol.yaml", "enqueue.lua", "claim.lua", "complete.lua"} {
		data, err := os.ReadFile(filepath.Join("testdata/base", name))
		if err != nil {
			t.Fatal(err)
		}
		old[name] = &fstest.MapFile{Data: data}
	}
	of := func(prefix string, visit func(name string, data []byte)) {
		for _, f := range archive.Files {
			if name, ok := strings.CutPrefix(f.Name, prefix+" "); ok && !strings.Contains(name, " ") {
				visit(name, f.Data)
			}
		}
	}
	of("both", func(name string, data []byte) { old[name] = &fstest.MapFile{Data: data} })
	of("edit old", func(name string, data []byte) { edit(t, path, old, name, string(data), 1) })
	new := maps.Clone(old)
	of("edit all", func(name string, data []byte) { edit(t, path, new, name, string(data), -1) })
	of("edit", func(name string, data []byte) { edit(t, path, new, name, string(data), 1) })
	of("remove", func(name string, _ []byte) { delete(new, name) })
	for _, f := range archive.Files {
		if !strings.Contains(f.Name, " ") && !slices.Contains(strings.Fields(expected), f.Name) {
			new[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return &change{path, archive, load(t, path+" (old)", old), load(t, path+" (new)", new)}
}

// edit replaces what a file has in one place, or with places -1 in all of them.
// What is replaced by something may be a part of a line; what is replaced by
// nothing is whole lines.
func edit(t *testing.T, path string, files fstest.MapFS, name, data string, places int) {
	t.Helper()
	before, after, ok := strings.Cut(data, "=>\n")
	if !ok {
		t.Fatalf("%s: an edit of %s without =>", path, name)
	}
	if after != "" {
		before, after = strings.TrimSuffix(before, "\n"), strings.TrimSuffix(after, "\n")
	}
	source := string(files[name].Data)
	if n := strings.Count(source, before); n == 0 || n != places && places > 0 {
		t.Fatalf("%s: %s has the text %q %d times", path, name, before, n)
	}
	files[name] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(source, before, after))}
}

func load(t *testing.T, label string, files fs.FS) *protocol.Protocol {
	t.Helper()
	p, findings := protocol.LoadFS(files, "protocol.yaml")
	for _, f := range findings {
		t.Fatalf("%s: %v", label, f)
	}
	return p
}

func (c *change) report(t *testing.T) *diff.Report {
	t.Helper()
	return diff.New(diff.Input{
		Old: diff.Version{Label: "old", Protocol: c.old}, New: diff.Version{Label: "new", Protocol: c.new},
		Today: "2026-01-01",
	})
}

// facts renders what changed, one change a line.
func facts(r *diff.Report) string {
	var b strings.Builder
	for i := range r.Entries {
		e := &r.Entries[i]
		if e.Whole() {
			continue
		}
		fmt.Fprintf(&b, "%s %s: %s", e.Change.Kind, e.Change.Subject, short(e.Change.Old, e.Change.New))
		if e.Change.Note != "" {
			fmt.Fprintf(&b, " (%s)", e.Change.Note)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func short(old, new string) string {
	old, new = strings.Join(strings.Fields(old), " "), strings.Join(strings.Fields(new), " ")
	switch {
	case old == "":
		return "+ " + new
	case new == "":
		return "- " + old
	}
	return old + " -> " + new
}

// verdicts renders what the changes mean. The four relations stand in their
// order, each with yes or the harm that is done.
func verdicts(r *diff.Report) string {
	var b strings.Builder
	for i := range r.Entries {
		e := &r.Entries[i]
		if e.Whole() {
			fmt.Fprintf(&b, "%s: %s: %s\n", e.Rule.ID, e.Class, e.Says)
			continue
		}
		var meets []string
		for _, relation := range e.Each() {
			if relation.Yes {
				meets = append(meets, "yes")
			} else {
				meets = append(meets, string(relation.Harm))
			}
		}
		fmt.Fprintf(&b, "%s (%s): %s: %s; %s; %s\n", e.Rule.ID, e.Rule.Layer, e.Class, strings.Join(meets, ", "), e.Order, e.Step)
	}
	return b.String()
}

func step(r *diff.Report) string {
	return fmt.Sprintf("deploy: %s\nowes: %s\n", r.Order, r.Owed)
}

func TestCases(t *testing.T) {
	all := paths(t)
	if len(all) < 60 {
		t.Errorf("%d cases, want 60 at least", len(all))
	}
	for _, path := range all {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			c := readCase(t, path)
			r := c.report(t)
			c.expect(t, "facts", facts(r))
			c.expect(t, "verdicts", verdicts(r))
			c.expect(t, "step", step(r))
			c.save(t)
		})
	}
}

// expect compares a section of the case with what was found.
func (c *change) expect(t *testing.T, section, got string) {
	t.Helper()
	i := slices.IndexFunc(c.archive.Files, func(f txtar.File) bool { return f.Name == section })
	if *update {
		if i < 0 {
			c.archive.Files = append(c.archive.Files, txtar.File{Name: section})
			i = len(c.archive.Files) - 1
		}
		c.archive.Files[i].Data = []byte(got)
		return
	}
	if want := c.section(section); got != want {
		t.Errorf("%s:\n%s\nwant:\n%s", section, got, want)
	}
}

func (c *change) section(name string) string {
	for _, f := range c.archive.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func (c *change) save(t *testing.T) {
	t.Helper()
	if *update {
		if err := os.WriteFile(c.path, txtar.Format(c.archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Every rule of a change is met by some case, so that none is judged unseen.
func TestEveryRuleHasACase(t *testing.T) {
	met := map[string]bool{}
	for _, path := range paths(t) {
		for _, e := range readCase(t, path).report(t).Entries {
			met[e.Rule.ID] = true
		}
	}
	for _, r := range judge.Rules() {
		if r.On != "" && !met[r.ID] {
			t.Errorf("no case meets the rule %s (%s)", r.ID, r.On)
		}
	}
}
