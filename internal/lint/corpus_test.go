package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/protocol"
)

// The corpus holds scripts in the manner of well-known ones. A line that breaks
// rules ends in a comment `want RULE …`; every finding must be wanted, and every
// want found.
func TestCorpus(t *testing.T) {
	specs, err := filepath.Glob("testdata/corpus/*/protocol.yaml")
	if err != nil || len(specs) == 0 {
		t.Fatalf("there is no corpus: %v", err)
	}
	var scripts, lines, wants, alarms, misses int
	for _, spec := range specs {
		p, refused := protocol.Load(spec)
		if p == nil {
			t.Fatalf("%s is refused: %s", spec, shown(refused))
		}
		scripts += len(p.Scripts())
		wanted := wantedIn(t, spec)
		for _, s := range p.Scripts() {
			for place, rules := range wantedIn(t, s.File) {
				wanted[place] = rules
			}
			lines += strings.Count(string(s.Source), "\n")
		}
		for _, rules := range wanted {
			wants += len(rules)
		}
		for _, f := range Run(p) {
			place := fmt.Sprintf("%s:%d", f.Pos.File, f.Pos.Line)
			i := slices.Index(wanted[place], f.Rule)
			if i < 0 {
				alarms++
				t.Errorf("false alarm: %s", f.Error())
				continue
			}
			wanted[place] = slices.Delete(wanted[place], i, i+1)
		}
		for place, rules := range wanted {
			for _, rule := range rules {
				misses++
				t.Errorf("missed: %s: %s", place, rule)
			}
		}
	}
	t.Logf("%d scripts, %d lines: %d false alarms (%.2f%% of lines), %d of %d breaches missed (%.2f%%)", scripts, lines,
		alarms, 100*float64(alarms)/float64(lines), misses, wants, 100*float64(misses)/float64(max(wants, 1)))
	if scripts < 60 {
		t.Errorf("the corpus has %d scripts: 60 at least are expected", scripts)
	}
}

// wantedIn reads the expectations of a file, by place.
func wantedIn(t *testing.T, file string) map[string][]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wanted := map[string][]string{}
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		for _, mark := range []string{"-- want ", "# want "} {
			if _, rules, found := strings.Cut(line, mark); found {
				wanted[fmt.Sprintf("%s:%d", filepath.ToSlash(file), number)] = strings.Fields(rules)
			}
		}
	}
	return wanted
}
