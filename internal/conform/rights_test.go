package conform_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/alicebob/miniredis/v2/server"

	"github.com/echomq/emqgen/internal/conform"
)

// barred starts a server on which some commands are not permitted.
func barred(t *testing.T, commands ...string) (*miniredis.Miniredis, string) {
	t.Helper()
	m := miniredis.RunT(t)
	m.Server().SetPreHook(func(c *server.Peer, command string, _ ...string) bool {
		if !slices.Contains(commands, strings.ToLower(command)) {
			return false
		}
		c.WriteError("NOPERM this user has no permissions to run the '" + command + "' command")
		return true
	})
	return m, "redis://" + m.Addr()
}

// A server that refuses the cleaning does not take the report away, and what can
// be removed is.
func TestWhatCannotBeRemovedIsSaidBesideTheReport(t *testing.T) {
	m, url := barred(t, "scan")
	p := shipped(t)
	o := options(p, open(t, url))
	o.Gates = only(t, p, "a duplicate is an answer")
	report, err := conform.Run(context.Background(), o)
	if report == nil {
		t.Fatalf("no report: %v", err)
	}
	allPass(t, report)
	if err == nil || !strings.Contains(err.Error(), `keys with "t1" in their names, is not all removed: NOPERM`) || !strings.Contains(err.Error(), "ACL SETUSER") {
		t.Errorf("got %v, want what is left and the way out", err)
	}
	if left := m.Keys(); len(left) > 0 {
		t.Errorf("left on the server: %v", left)
	}
}

// A fence that was made for the run is removed even when the run never begins.
func TestAFenceDoesNotOutliveARunThatCannotBegin(t *testing.T) {
	m := miniredis.RunT(t)
	p := shipped(t)
	o := options(p, open(t, "redis://"+m.Addr()))
	o.Runtimes = append(o.Runtimes, &conform.Driver{Protocol: p, Title: "peer", Command: []string{"false"}})
	if _, err := conform.Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), "peer does not start") {
		t.Errorf("got %v, want that the peer does not start", err)
	}
	if left := m.Keys(); len(left) > 0 {
		t.Errorf("left on the server: %v", left)
	}
}

// What a gate cannot take aside, it does not touch; and a failure that the server
// is at fault for says what to do.
func TestAServerThatPermitsTooLittleIsToldApart(t *testing.T) {
	for _, c := range []struct{ command, gate string }{
		{"rename", "a foreign fence refuses"},
		{"evalsha", "a duplicate is an answer"},
	} {
		t.Run(c.command, func(t *testing.T) {
			m, url := barred(t, c.command)
			p := shipped(t)
			if err := m.Set("{emq}:version", p.Wire); err != nil {
				t.Fatal(err)
			}
			o := options(p, open(t, url))
			o.Gates = only(t, p, c.gate)
			report := run(t, o)
			failure := report.Rows[0].Cells[0].Failure
			if failure == nil || !strings.Contains(failure.Got, "NOPERM") {
				t.Fatalf("got %+v, want the server's refusal", failure)
			}
			var text bytes.Buffer
			if err := conform.Print(&text, "text", report, false); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(text.String(), "help      let its user do that (ACL SETUSER)") {
				t.Errorf("no way out in:\n%s", text.String())
			}
			if value, _ := m.Get("{emq}:version"); value != p.Wire {
				t.Errorf("the fence is now %q", value)
			}
		})
	}
}
