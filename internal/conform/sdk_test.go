package conform_test

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/elixir"
	"github.com/echomq/emqgen/internal/emit/golang"
	"github.com/echomq/emqgen/internal/emit/python"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

var emitters = []emit.Emitter{golang.Emitter{}, elixir.Emitter{}, python.Emitter{}}

// sdks emits the SDKs of a protocol. Edit, if given, may change a file of them
// before they are compiled.
func sdks(t testing.TB, p *protocol.Protocol, edit func(language string, f *emit.File), languages ...emit.Emitter) []conform.Runtime {
	t.Helper()
	for _, tool := range []string{"go", "elixir", "mix"} {
		testenv.Tool(t, tool)
	}
	dir := t.TempDir()
	out := &emit.Output{}
	var runtimes []conform.Runtime
	for _, e := range languages {
		files, err := e.Emit(p, emit.Standalone)
		if err != nil {
			t.Fatal(err)
		}
		for i := range files {
			if edit != nil {
				edit(e.Language(), &files[i])
			}
		}
		sdk := conform.SDK{
			Protocol: p, Language: e.Language(), Dir: filepath.Join(dir, e.Language()),
			Build: filepath.Join(dir, "build-"+e.Language()), Python: testenv.Python(t),
		}
		out.Folders = append(out.Folders, emit.Folder{
			Dir: sdk.Dir, Language: e.Language(), Protocol: p.Name, Header: emit.Header(p), Files: files,
		})
		runtimes = append(runtimes, sdk.Runtime())
	}
	if _, err := out.Write(context.Background()); err != nil {
		t.Fatal(err)
	}
	return runtimes
}

// Every gate on every engine, by the tool, by each SDK, and by all of them in
// turns. What a language cannot say is all that is passed over.
func TestSDKsOnEveryEngine(t *testing.T) {
	testenv.LongOnly(t)
	p := shipped(t)
	runtimes := append([]conform.Runtime{conform.Tool(p)}, sdks(t, p, nil, emitters...)...)
	for _, server := range append(engines(t), locked(t, testenv.Cluster(t))) {
		t.Run(server.Name, func(t *testing.T) {
			e := open(t, server.URL)
			o := options(p, e)
			o.Runtimes, o.Mixed, o.Jobs = runtimes, true, 2
			report := run(t, o)
			for _, row := range report.Rows {
				for i, cell := range row.Cells {
					beyondDuration := row.Gate.Name == "the longest delay is exact" && report.Columns[i] == "go"
					if cell.Result == conform.Skipped && !beyondDuration {
						t.Errorf("%s · %s was not run: %s", row.Gate.Name, report.Columns[i], cell.Reason)
					}
				}
			}
			if report.Count(conform.Failed) > 0 {
				var text bytes.Buffer
				_ = conform.Print(&text, "text", report, false)
				t.Error(text.String())
			}
			if left := keys(t, e); len(left) > 0 {
				t.Errorf("the run left %v", left)
			}
		})
	}
}

// locked gives every node of a cluster a password, one that a URL has to escape.
func locked(t *testing.T, cluster testenv.Server) testenv.Server {
	t.Helper()
	err := open(t, cluster.URL).EachNode(context.Background(), func(ctx context.Context, node redis.Cmdable) error {
		return node.ConfigSet(ctx, "requirepass", "s3:c@r/et%").Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	cluster.URL = "redis://:s3%3Ac%40r%2Fet%25@" + cluster.Addr
	return cluster
}

// The only node of a cluster may not know its own host.
func TestSDKsOnAClusterOfOne(t *testing.T) {
	testenv.LongOnly(t)
	p := shipped(t)
	o := options(p, open(t, testenv.ClusterOfOne(t).URL))
	o.Runtimes, o.Gates = sdks(t, p, nil, elixir.Emitter{}), only(t, p, "a whole life")
	allPass(t, run(t, o))
}

// eredis speaks no TLS, so there the others are driven, Python in both of its ways;
// and RESP2 wherever a client has the choice.
func TestSDKsOverTLSAndRESP2(t *testing.T) {
	testenv.LongOnly(t)
	p := shipped(t)
	runtimes := sdks(t, p, nil, golang.Emitter{}, python.Emitter{})
	runtimes = append(runtimes, awaited(sdks(t, p, nil, python.Emitter{})[0]))
	for _, server := range []testenv.Server{testenv.Secured(t), testenv.Socket(t)} {
		t.Run(server.Name, func(t *testing.T) {
			o := options(p, open(t, server.URL))
			o.Runtimes, o.Mixed, o.Jobs, o.RESP = runtimes, true, 2, 2
			report := run(t, o)
			if report.Count(conform.Failed) > 0 || report.Count(conform.Skipped) > 1 {
				var text bytes.Buffer
				_ = conform.Print(&text, "text", report, false)
				t.Error(text.String())
			}
		})
	}
}

// An SDK whose client has no TLS ends the run before it begins, and says why.
func TestAnSDKWithoutTLSSaysSo(t *testing.T) {
	testenv.LongOnly(t)
	p := shipped(t)
	o := options(p, open(t, testenv.Secured(t).URL))
	o.Runtimes = sdks(t, p, nil, elixir.Emitter{})
	if _, err := conform.Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), "elixir does not start: unsupported: eredis") {
		t.Errorf("conform says %v", err)
	}
}
