package conform_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/testenv"
)

// driver is a peer written in a line of shell; it greets, and then does as told.
func driver(t testing.TB, does string) *conform.Driver {
	t.Helper()
	script := filepath.Join(t.TempDir(), "peer.sh")
	text := "read line\necho '{\"hello\":{\"name\":\"peer\"}}'\nwhile read line; do " + does + "; done\n"
	if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return &conform.Driver{Protocol: shipped(t), Title: "peer", Command: []string{testenv.Tool(t, "sh"), script}}
}

// What a peer does wrong is told in words that lead to the mistake.
func TestWhatAPeerDoesWrongIsSaid(t *testing.T) {
	for _, c := range []struct{ does, want string }{
		{`printf '{"verdict":"enqueued"}\n{"verdict":"enqueued"}\n'`, "it wrote more than one line for the request before"},
		{`echo 'connected'`, "not an answer of the driver contract: connected (what is none belongs on stderr)"},
		{`echo '{"verdict":"enqueued","value":"1"}'`, "an answer has exactly one ending, this one has 2"},
		{`echo '{}'`, "an answer has exactly one ending, this one has 0"},
		{`echo 'no such table' >&2; exit 1`, "it ended without an answer; on stderr it says:\nno such table"},
		{`exec >&-; sleep 0.2; echo 'no such row' >&2; exit 1`, "it ended without an answer; on stderr it says:\nno such row"},
	} {
		p := shipped(t)
		o := options(p, open(t, engine.Embedded))
		o.Gates = only(t, p, "a duplicate is an answer")
		o.Runtimes = []conform.Runtime{driver(t, c.does)}
		cell := run(t, o).Rows[0].Cells[0]
		if cell.Result != conform.Failed || !strings.Contains(cell.Failure.Got, c.want) {
			t.Errorf("%s: %+v", c.does, cell.Failure)
		}
	}
}

// A speaker that has lost its connection may not look for another, so the next gate
// gets a new one.
func TestASpeakerThatLostItsConnectionIsNotLentAgain(t *testing.T) {
	p := shipped(t)
	o := options(p, open(t, engine.Embedded))
	o.Gates, o.Jobs = slices.Concat(only(t, p, "a duplicate is an answer"), only(t, p, "a foreign kind is refused by the server")), 1
	starts := filepath.Join(t.TempDir(), "starts")
	peer := driver(t, `echo '{"transport":"connection reset"}'`)
	peer.Command = []string{testenv.Tool(t, "sh"), "-c", `echo >>"$1"; exec sh "$2"`, "sh", starts, peer.Command[1]}
	o.Runtimes = []conform.Runtime{peer}
	run(t, o)
	if text, err := os.ReadFile(starts); err != nil || len(text) != len(o.Gates) {
		t.Errorf("%d gates had %d speakers: %v", len(o.Gates), len(text), err)
	}
}

// A peer that does not answer is told of, whatever else the time is needed for.
func TestAPeerThatDoesNotAnswerIsNamed(t *testing.T) {
	p := shipped(t)
	o := options(p, open(t, engine.Embedded))
	o.Gates = slices.Concat(only(t, p, "a claim leases the oldest job"), only(t, p, "many producers admit one job once"))
	o.Runtimes, o.Patience = []conform.Runtime{driver(t, "exec sleep 60")}, 300*time.Millisecond
	for _, row := range run(t, o).Rows {
		if f := row.Cells[0].Failure; f == nil || f.Runtime != "peer" || !strings.Contains(f.Got, "no answer in time") {
			t.Errorf("%s: %+v", row.Gate.Name, f)
		}
	}
}

// Whoever interrupts a run is not told that a peer is slow.
func TestAnInterruptionIsNoFaultOfThePeer(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	d := driver(t, "sleep 60")
	d.Command = []string{testenv.Tool(t, "sh"), "-c", "sleep 60"}
	cancel()
	_, err := d.Start(ctx, open(t, engine.Embedded), 3)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Start says %v", err)
	}
}
