package engine_test

import (
	"context"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/testenv"
)

// urls starts one of everything that Open can open.
func urls(t *testing.T) map[string]string {
	all := map[string]string{"embedded": engine.Embedded}
	if testing.Short() {
		return all
	}
	for _, server := range []testenv.Server{
		testenv.Redis(t), testenv.Valkey(t), testenv.Secured(t), testenv.Socket(t), testenv.Cluster(t),
	} {
		all[server.Name] = server.URL
	}
	return all
}

var ping = engine.Script{
	Name:   "ping",
	Source: "return {KEYS[1], ARGV[1]}",
	SHA1:   "e5b94c6a8b0e5d9b3c1e7f8a2d4c6b8e0f1a3c5d", // of no script at all
}

func TestEveryEngineRunsAScriptItDoesNotKnow(t *testing.T) {
	for name, url := range urls(t) {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			e, err := engine.Open(ctx, url)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			if e.Cluster != (name == "cluster") {
				t.Errorf("Cluster = %v", e.Cluster)
			}
			script := ping
			if script.SHA1, err = engine.Load(ctx, e.Client(2), ping.Source); err != nil {
				t.Fatal(err)
			}
			for _, resp := range []int{2, 3} {
				flush(ctx, t, e)
				reply, err := engine.Run(ctx, e.Client(resp), script, []string{"k"}, []any{"\x00\xff"})
				if members, _ := reply.([]any); err != nil || len(members) != 2 || members[1] != "\x00\xff" {
					t.Errorf("RESP%d: %q, %v", resp, reply, err)
				}
			}
		})
	}
}

func TestALoadedScriptMustBeTheOneExpected(t *testing.T) {
	ctx := context.Background()
	e, err := engine.Open(ctx, engine.Embedded)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	_, err = engine.Run(ctx, e.Client(2), engine.Script{Name: "ping", Source: "return 1", SHA1: ping.SHA1}, nil, nil)
	if err == nil || !strings.Contains(err.Error(), "expected "+ping.SHA1) {
		t.Errorf("a script of another SHA1 was run: %v", err)
	}
}

func TestTimePassesOnTheServersClock(t *testing.T) {
	for name, url := range urls(t) {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			e, err := engine.Open(ctx, url)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			before, err := e.Now(ctx, "k")
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Pass(ctx, "k", 30*time.Millisecond); err != nil {
				t.Fatal(err)
			}
			after, err := e.Now(ctx, "k")
			if err != nil || after.Sub(before) < 30*time.Millisecond {
				t.Errorf("%v passed (%v)", after.Sub(before), err)
			}
			if e.OwnClock() && time.Until(after) < 24*time.Hour {
				t.Errorf("the embedded engine shows the caller's time: %v", after)
			}
		})
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	for url, want := range map[string]string{
		"redis":                        `"redis" is not the URL of an engine (no scheme): write embedded, or redis://`,
		"redi://localhost":             `"redi://localhost" is not the URL of an engine (unknown scheme "redi"): write embedded`,
		"localhost:6379":               `"localhost:6379" is not the URL of an engine (no scheme)`,
		"redis://u:secret@host:x":      `"redis://host:x" is not the URL of an engine (invalid port ":x" after host)`,
		"redis://u:secret@host/x":      `"redis://host/x" is not the URL of an engine (redis: invalid database number: "x")`,
		"redis://u:secret@127.0.0.1:1": "no engine answers at redis://127.0.0.1:1:",
	} {
		_, err := engine.Open(context.Background(), url)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open(%q) = %v, want %q", url, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the password is shown: %v", err)
		}
	}
}

// A server that does not let its user in says how it would.
func TestAPasswordIsAskedFor(t *testing.T) {
	m := miniredis.RunT(t)
	m.RequireUserAuth("ann", "s3:c@r/et%")
	for url, want := range map[string]string{
		"redis://ann:s3%3Ac%40r%2Fet%25@" + m.Addr(): "",
		"redis://" + m.Addr():                        "NOAUTH Authentication required. (give user and password in the URL: redis://USER:PASSWORD@HOST:PORT)",
		"redis://ann:secret@" + m.Addr():             "WRONGPASS invalid username-password pair (correct user and password in the URL",
	} {
		e, err := engine.Open(context.Background(), url)
		if err == nil {
			e.Close()
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("Open(%q) = %v, want %q", url, err, want)
		}
	}
}

func flush(ctx context.Context, t *testing.T, e *engine.Engine) {
	t.Helper()
	err := e.EachNode(ctx, func(ctx context.Context, node redis.Cmdable) error { return node.ScriptFlush(ctx).Err() })
	if err != nil {
		t.Fatal(err)
	}
}

// Drivers of every language are given a URL that their libraries understand.
func TestAPlainURLHasNoOptions(t *testing.T) {
	for url, want := range map[string]string{
		"redis://u:p%40@h:1/2?dial_timeout=3s":              "redis://u:p%40@h:1/2",
		"redis://h:1?db=2&client_name=x":                    "redis://h:1/2",
		"redis://h/0":                                       "redis://h/0",
		"rediss://h:1?skip_verify=true":                     "rediss://h:1",
		"unix://:p@/tmp/s.sock?db=3&read_timeout=1s":        "unix://:p@/tmp/s.sock?db=3",
		"unix:///tmp/s.sock?max_retries=3&min_idle_conns=2": "unix:///tmp/s.sock",
	} {
		if got := (&engine.Engine{URL: url}).PlainURL(); got != want {
			t.Errorf("the plain URL of %s is %s, want %s", url, got, want)
		}
	}
}

// A cluster takes the options that a single server takes.
func TestAClusterTakesEveryOption(t *testing.T) {
	testenv.LongOnly(t)
	e, err := engine.Open(context.Background(), testenv.ClusterOfOne(t).URL+"?dial_timeout=3s&max_idle_conns=2")
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.Client(2).Set(context.Background(), "k", "v", 0).Err(); err != nil || !e.Cluster {
		t.Errorf("a cluster: %t, %v", e.Cluster, err)
	}
}

// No socket leads to the other nodes of a cluster.
func TestASocketOfAClusterIsRefused(t *testing.T) {
	testenv.LongOnly(t)
	node := testenv.ClusterOfOne(t)
	socket := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			here, err := listener.Accept()
			if err != nil {
				return
			}
			there, err := net.Dial("tcp", node.Addr)
			if err != nil {
				return
			}
			go io.Copy(there, here)
			go io.Copy(here, there)
		}
	}()
	if _, err := engine.Open(context.Background(), "unix://"+socket); err == nil || !strings.Contains(err.Error(), "give it as redis://host:port") {
		t.Errorf("got %v", err)
	}
}
