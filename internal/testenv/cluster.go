package testenv

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// Cluster starts three Redis nodes that share the slots and returns the first;
// it waits until all of them agree.
func Cluster(t testing.TB) Server {
	t.Helper()
	return cluster(t, 3)
}

// ClusterOfOne starts a Redis node that has all slots. Nobody has told it where it
// is, so it gives its own host as an empty text.
func ClusterOfOne(t testing.TB) Server {
	t.Helper()
	return cluster(t, 1)
}

func cluster(t testing.TB, nodes int) Server {
	t.Helper()
	const slots = 16384
	ctx := context.Background()
	var servers []Server
	for n := range nodes {
		name := fmt.Sprintf("node%d", n+1)
		node := start(t, name, "redis-server", "--cluster-enabled", "yes", "--cluster-config-file", name+".conf", "--cluster-node-timeout", "5000")
		client := redis.NewClient(&redis.Options{Addr: node.Addr})
		defer client.Close()
		first, last := n*slots/nodes, (n+1)*slots/nodes-1
		if err := client.Do(ctx, "CLUSTER", "ADDSLOTSRANGE", first, last).Err(); err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			host, port, _ := net.SplitHostPort(servers[0].Addr)
			if err := client.Do(ctx, "CLUSTER", "MEET", host, port).Err(); err != nil {
				t.Fatal(err)
			}
		}
		servers = append(servers, node)
	}
	for _, node := range servers {
		client := redis.NewClient(&redis.Options{Addr: node.Addr})
		defer client.Close()
		awaitCluster(ctx, t, client)
	}
	return Server{Name: "cluster", Addr: servers[0].Addr, URL: servers[0].URL}
}

// awaitCluster waits until the node knows an owner for every slot.
func awaitCluster(ctx context.Context, t testing.TB, client *redis.Client) {
	t.Helper()
	var info string
	for range 400 {
		info, _ = client.ClusterInfo(ctx).Result()
		if strings.Contains(info, "cluster_state:ok") && strings.Contains(info, "cluster_slots_ok:16384") {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatalf("the cluster does not come up:\n%s", info)
}
