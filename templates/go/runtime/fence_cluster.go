package runtime

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// NewFencedClusterClient makes a cluster client whose every connection passes the
// version fence before its first command. Only one node holds the fence; the
// connections of the others ask that one. The options are not changed; their own
// OnConnect runs after the fence.
func NewFencedClusterClient(options *redis.ClusterOptions) *redis.ClusterClient {
	var cluster *redis.ClusterClient
	fenced := *options
	fenced.OnConnect = func(ctx context.Context, conn *redis.Conn) error {
		err := CheckFence(ctx, conn)
		if firstWord(err) == "MOVED" {
			err = CheckFence(ctx, cluster)
		}
		if err == nil && options.OnConnect != nil {
			err = options.OnConnect(ctx, conn)
		}
		return err
	}
	cluster = redis.NewClusterClient(&fenced)
	return cluster
}
