package runtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// FenceError says that the server belongs to another wire: the connection must
// not be used, and trying again does not help.
type FenceError struct {
	Key      string // the key of the fence
	Found    string // what stands there
	Expected string // the wire of this package
}

// Error names both wires.
func (e *FenceError) Error() string {
	return fmt.Sprintf("the version fence %s holds %s, this client speaks %q: connect to a server of that wire, or use a client that speaks the other",
		e.Key, quoted(e.Found), e.Expected)
}

// FenceClient is what the fence needs of a go-redis client. All clients and
// connections serve; AddHook, which is never called, keeps out pipelines, whose
// answer is not there before Exec.
type FenceClient interface {
	AddHook(redis.Hook)
	Get(ctx context.Context, key string) *redis.StringCmd
	SetArgs(ctx context.Context, key string, value any, a redis.SetArgs) *redis.StatusCmd
}

// OnConnect is the version fence as a go-redis hook: set as OnConnect of
// redis.Options, redis.FailoverOptions or redis.UniversalOptions it checks every
// connection and every reconnection before its first command. On a *FenceError
// go-redis closes the connection and the command of the caller returns that
// error.
//
// The connections of a cluster need NewFencedClusterClient.
func OnConnect(ctx context.Context, conn *redis.Conn) error { return CheckFence(ctx, conn) }

// CheckFence compares the wire that the server is claimed for with Wire, and
// claims a server that nobody has claimed yet. It returns a *FenceError when the
// server belongs to another wire.
func CheckFence(ctx context.Context, client FenceClient) error {
	found, err := client.Get(ctx, fenceKey).Result()
	if errors.Is(err, redis.Nil) {
		err = client.SetArgs(ctx, fenceKey, Wire, redis.SetArgs{Mode: "NX"}).Err()
		if err == nil || errors.Is(err, redis.Nil) {
			found, err = client.Get(ctx, fenceKey).Result()
		}
	}
	switch {
	case err != nil && !errors.Is(err, redis.Nil):
		return err
	case found != Wire:
		return &FenceError{Key: fenceKey, Found: found, Expected: Wire}
	}
	return nil
}
