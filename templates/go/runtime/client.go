package runtime

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Client is what a call needs of a go-redis client. *redis.Client,
// *redis.ClusterClient, *redis.Ring, redis.UniversalClient, *redis.Conn and
// *redis.Tx serve.
//
// AddHook is never called. It tells clients from pipelines, which have no
// answer before Exec and are served by the Pipe types.
type Client interface {
	Process(ctx context.Context, cmd redis.Cmder) error
	ScriptLoad(ctx context.Context, script string) *redis.StringCmd
	ScriptExists(ctx context.Context, hashes ...string) *redis.BoolSliceCmd
	Pipeline() redis.Pipeliner
	AddHook(redis.Hook)
}
