package conform_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

func shipped(t testing.TB) *protocol.Protocol {
	t.Helper()
	return load(t, "../../spec/protocol.yaml")
}

func load(t testing.TB, path string) *protocol.Protocol {
	t.Helper()
	p, findings := protocol.Load(path)
	for _, f := range findings {
		t.Error(f)
	}
	if p == nil {
		t.FailNow()
	}
	return p
}

func open(t testing.TB, url string) *engine.Engine {
	t.Helper()
	e, err := engine.Open(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// engines are those of all tests. The embedded one is opened by its name, as users
// do: at a URL there is no way to overtake a speaker on it.
func engines(t testing.TB) []testenv.Server {
	t.Helper()
	servers := testenv.Engines(t)
	servers[0].URL = engine.Embedded
	return servers
}

// options runs all gates by the tool itself on an engine that is the test's own.
func options(p *protocol.Protocol, e *engine.Engine) conform.Options {
	return conform.Options{
		Protocol: p, Gates: p.Gates, Engine: e, RESP: 3, Exclusive: true,
		Runtimes: []conform.Runtime{conform.Tool(p)}, Token: "t1", Jobs: 4, Now: time.Now,
	}
}

func run(t testing.TB, o conform.Options) *conform.Report {
	t.Helper()
	report, err := conform.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// allPass wants every cell to pass, and shows the report if one does not.
func allPass(t testing.TB, report *conform.Report) {
	t.Helper()
	if report.Count(conform.Passed) == len(report.Rows)*len(report.Columns) {
		return
	}
	var out bytes.Buffer
	if err := conform.Print(&out, "text", report, false); err != nil {
		t.Fatal(err)
	}
	t.Error(out.String())
}

func TestToolOnEveryEngine(t *testing.T) {
	p := shipped(t)
	servers := engines(t)
	if !testing.Short() {
		servers = append(servers, testenv.Cluster(t), testenv.Secured(t), testenv.Socket(t))
	}
	for _, server := range servers {
		for _, resp := range []int{2, 3} {
			t.Run(fmt.Sprintf("%s/RESP%d", server.Name, resp), func(t *testing.T) {
				e := open(t, server.URL)
				ctx := context.Background()
				if err := e.Client(2).Set(ctx, "emq:{q}:pending", "theirs", 0).Err(); err != nil {
					t.Fatal(err)
				}
				o := options(p, e)
				o.RESP = resp
				allPass(t, run(t, o))
				if left := keys(t, e); len(left) != 1 || left[0] != "emq:{q}:pending" {
					t.Errorf("the server holds %v after the run, want what was there before it", left)
				}
			})
		}
	}
	t.Run("embedded by name", func(t *testing.T) {
		o := options(p, open(t, engine.Embedded))
		o.Exclusive = false
		allPass(t, run(t, o))
	})
}

// On a server in use, what belongs to everybody is left alone.
func TestSharedThingsAreLeftAlone(t *testing.T) {
	p := shipped(t)
	e := open(t, testenv.Redis(t).URL)
	ctx := context.Background()
	if err := e.Client(2).Set(ctx, "{emq}:version", p.Wire, 0).Err(); err != nil {
		t.Fatal(err)
	}
	o := options(p, e)
	o.Exclusive = false
	report := run(t, o)
	var skipped []string
	for _, row := range report.Rows {
		if row.Cells[0].Result == conform.Skipped {
			skipped = append(skipped, row.Gate.Name)
		}
	}
	if len(skipped) != 6 || report.Count(conform.Failed) > 0 {
		t.Errorf("skipped %q, %d failed; want the five gates of the fence and the one of the script cache", skipped, report.Count(conform.Failed))
	}
	if left := keys(t, e); len(left) != 1 {
		t.Errorf("left on the server: %v", left)
	}
}

func keys(t testing.TB, e *engine.Engine) []string {
	t.Helper()
	var all []string
	err := e.EachNode(context.Background(), func(ctx context.Context, node redis.Cmdable) error {
		found, err := node.Keys(ctx, "*").Result()
		all = append(all, found...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
