package runtime

import (
	"context"
	"net"
	"strings"

	"github.com/redis/go-redis/v9"
)

// NewFencedClusterClient makes a cluster client whose every connection passes the
// version fence before its first command. Only one node holds the fence; for the
// connections to all others it is asked through a connection of its own. The
// options are not changed; their OnConnect runs after the fence.
func NewFencedClusterClient(options *redis.ClusterOptions) *redis.ClusterClient {
	newNode := options.NewClient
	if newNode == nil {
		newNode = redis.NewClient
	}
	fenced := *options
	fenced.NewClient = func(node *redis.Options) *redis.Client {
		plain, then := *node, node.OnConnect
		node.OnConnect = func(ctx context.Context, conn *redis.Conn) error {
			if err := followFence(ctx, conn, plain); err != nil {
				return err
			}
			if then != nil {
				return then(ctx, conn)
			}
			return nil
		}
		return newNode(node)
	}
	return redis.NewClusterClient(&fenced)
}

// followFence checks the fence on a node of a cluster, or on the one that the
// node points to.
func followFence(ctx context.Context, conn *redis.Conn, options redis.Options) error {
	err := CheckFence(ctx, conn)
	const hops = 3
	for range hops {
		if firstWord(err) != "MOVED" {
			return err
		}
		options.Addr = movedTo(serverText(err), options.Addr)
		options.OnConnect = nil
		options.PoolSize, options.MinIdleConns = 1, 0
		owner := redis.NewClient(&options)
		err = CheckFence(ctx, owner)
		_ = owner.Close()
	}
	return err
}

// movedTo gives the address in "MOVED slot host:port". An empty host is that of
// the node which said so.
func movedTo(text, from string) string {
	addr := text[strings.LastIndexByte(text, ' ')+1:]
	colon := strings.LastIndexByte(addr, ':')
	host, port := strings.Trim(addr[:max(colon, 0)], "[]"), addr[colon+1:]
	if host == "" {
		host, _, _ = net.SplitHostPort(from)
	}
	return net.JoinHostPort(host, port)
}
