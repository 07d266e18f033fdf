package echomq_test

import (
	"os"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
)

// onEngines runs a test on every engine that the environment names, with both
// versions of the wire protocol, on an empty database.
func onEngines(t *testing.T, test func(t *testing.T, options *redis.Options)) {
	t.Helper()
	found := false
	for _, entry := range os.Environ() {
		name, addr, _ := strings.Cut(entry, "=")
		name, ok := strings.CutPrefix(name, "ENGINE_")
		if !ok {
			continue
		}
		found = true
		for _, resp := range []int{2, 3} {
			t.Run(name+" RESP"+string(rune('0'+resp)), func(t *testing.T) {
				options := &redis.Options{Addr: addr, Protocol: resp}
				client := newClient(t, options)
				if err := client.FlushAll(t.Context()).Err(); err != nil {
					t.Fatal(err)
				}
				if err := client.ScriptFlush(t.Context()).Err(); err != nil {
					t.Fatal(err)
				}
				test(t, options)
			})
		}
	}
	if !found {
		t.Fatal("no engine: set ENGINE_name=host:port")
	}
}

func newClient(t *testing.T, options *redis.Options) *redis.Client {
	t.Helper()
	client := redis.NewClient(options)
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func newCluster(t *testing.T) *redis.ClusterOptions {
	t.Helper()
	addr := os.Getenv("CLUSTER")
	if addr == "" {
		t.Fatal("no cluster: set CLUSTER=host:port")
	}
	return &redis.ClusterOptions{Addrs: []string{addr}}
}
