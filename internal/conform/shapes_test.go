package conform_test

import (
	"fmt"
	"testing"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// Whatever an answer can be, a gate can say it, and each SDK's driver too: maps
// whose keys are any bytes, members that are not there, errors among outcomes.
func TestEveryShapeCanBeExpected(t *testing.T) {
	p := load(t, "testdata/shapes/p.yaml")
	o := options(p, open(t, engine.Embedded))
	if !testing.Short() {
		o = options(p, open(t, testenv.Redis(t).URL))
		o.Runtimes = append(sdks(t, p, nil, emitters...), conform.Tool(p))
		o.Runtimes = append(o.Runtimes, awaited(sdks(t, p, nil, emitters[2])[0]))
		o.Mixed = true
	}
	allPass(t, run(t, o))
}

// What is null is not the word.
func TestNullIsNotTheWord(t *testing.T) {
	p := load(t, "testdata/shapes/p.yaml")
	o := options(p, open(t, engine.Embedded))
	o.Gates = only(t, p, "tops")
	o.Runtimes = []conform.Runtime{&faulty{p: p, after: func(_ *protocol.Script, end conform.Ending) conform.Ending {
		for _, item := range end.Value.([]any) {
			tuple := item.(conform.Tuple)
			tuple[len(tuple)-1].Value = "null"
		}
		return end
	}}}
	if report := run(t, o); report.Count(conform.Failed) != 1 {
		t.Error("a note that says null is taken for no note")
	}
}

// Numbers are made unlike all others by raising them, each run's by so much that
// it does not meet those of another.
func TestNumbersOfTwoRunsDoNotMeet(t *testing.T) {
	gates := ""
	for n := range 20 {
		gates += fmt.Sprintf("  - name: g%d\n    steps:\n      - {call: bump, with: {who: %d, by: 2}, answer: 2}\n", n, 100-n)
	}
	p := foreign(t, "who: {type: int}", `cell: {at: "n:<who>", type: string}`, gates)
	o := options(p, open(t, testenv.Embedded(t).URL))
	o.Exclusive, o.Jobs = false, 1
	allPass(t, run(t, o))
}
