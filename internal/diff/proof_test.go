package diff_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/echomq/emqgen/internal/diff"
	"github.com/echomq/emqgen/internal/diff/judge"
	"github.com/echomq/emqgen/internal/diff/prove"
	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/testenv"
)

func (c *change) prove(t *testing.T, on string) *prove.Proof {
	t.Helper()
	ctx := context.Background()
	e, err := engine.Open(ctx, on)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	proof, err := prove.Run(ctx, prove.Input{
		Old: c.old, New: c.new, Pairs: diff.Pairs(c.old, c.new), Engine: e,
		Most: 64, Token: "p", Jobs: 2, Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

// story renders what the mixtures show.
func story(proof *prove.Proof) string {
	var b strings.Builder
	for _, g := range proof.Gates {
		if g.Unheld {
			fmt.Fprintf(&b, "%s: %s: %s\n", g.Home, g.Name, g.Skipped)
		}
		if g.Ran == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s: %s: %d of %d mixtures hold\n", g.Home, g.Name, g.Held, g.Ran)
		for _, f := range g.Failures {
			fmt.Fprintf(&b, "  %s: %s\n", f.Relation, f.Harm)
			for _, line := range f.Story {
				fmt.Fprintf(&b, "    %s\n", line)
			}
		}
	}
	return b.String()
}

func TestStories(t *testing.T) {
	for _, path := range paths(t) {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			if !strings.HasPrefix(name, "ledger-") {
				testenv.LongOnly(t)
			}
			t.Parallel()
			c := readCase(t, path)
			proof := c.prove(t, engine.Embedded)
			c.expect(t, "story", story(proof))
			c.agree(t, proof)
			c.save(t)
		})
	}
}

// agree holds the judgement against the proof: nothing is shown that was not
// foreseen or left to the proof, and what was foreseen of readers is shown,
// unless the case says why it cannot be.
func (c *change) agree(t *testing.T, proof *prove.Proof) {
	t.Helper()
	foreseen, open := map[prove.Relation]bool{}, map[prove.Relation]bool{}
	for _, e := range c.report(t).Entries {
		for _, relation := range e.Each() {
			switch {
			case e.Whole() || relation.Yes || relation.Harm == judge.Refused:
			case relation.Harm == judge.Unproved:
				open[prove.Relation(relation.Name)] = true
			default:
				foreseen[prove.Relation(relation.Name)] = true
			}
		}
	}
	shown := map[prove.Relation]bool{}
	for _, g := range proof.Gates {
		for _, f := range g.Failures {
			shown[f.Relation] = true
			sideBySide := f.Relation == prove.Together && len(foreseen) > 0
			if !foreseen[f.Relation] && !open[f.Relation] && !open[prove.Together] && !sideBySide {
				t.Errorf("the gate %q shows harm to the %s, which was judged safe", g.Name, f.Relation)
			}
		}
	}
	why := c.section("unshown")
	for _, relation := range []prove.Relation{prove.OldReadsNew, prove.NewReadsOld} {
		if foreseen[relation] && !shown[relation] && why == "" {
			t.Errorf("harm to the %s was judged and no mixture shows it; say why under `unshown`", relation)
		}
	}
}

// What the embedded engine shows, real engines show too.
func TestStoriesOnRealEngines(t *testing.T) {
	for _, server := range []testenv.Server{testenv.Redis(t), testenv.Valkey(t)} {
		for _, name := range []string{"ledger-literal", "ledger-field", "ledger-pending", "ledger-state", "field-value-removed"} {
			t.Run(server.Name+"/"+name, func(t *testing.T) {
				c := readCase(t, "testdata/cases/"+name+".txtar")
				if got := story(c.prove(t, server.URL)); got != c.section("story") {
					t.Errorf("%s\nwant:\n%s", got, c.section("story"))
				}
			})
		}
	}
}
