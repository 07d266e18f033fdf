package runtime

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

func fencedClient(t *testing.T, addr string) *redis.Client {
	t.Helper()
	client := redis.NewClient(&redis.Options{Addr: addr, OnConnect: OnConnect})
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func TestFenceClaimsAnEmptyServer(t *testing.T) {
	engine := miniredis.RunT(t)
	if err := fencedClient(t, engine.Addr()).Ping(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	if got, _ := engine.Get(fenceKey); got != Wire {
		t.Errorf("the fence holds %q", got)
	}
	if err := fencedClient(t, engine.Addr()).Ping(t.Context()).Err(); err != nil {
		t.Errorf("a server of our own: %v", err)
	}
}

func TestFenceRefusesAForeignServer(t *testing.T) {
	engine := miniredis.RunT(t)
	for _, found := range []string{"echomq:1.0.0", "", Wire + " "} {
		_ = engine.Set(fenceKey, found)
		client := fencedClient(t, engine.Addr())
		err := client.Set(t.Context(), "k", "v", 0).Err()
		var refused *FenceError
		if !errors.As(err, &refused) || refused.Found != found || refused.Expected != Wire || refused.Key != fenceKey {
			t.Errorf("a server of %q: %v", found, err)
		}
		if engine.Exists("k") {
			t.Errorf("a command went through the fence of %q", found)
		}
		if got, _ := engine.Get(fenceKey); got != found {
			t.Errorf("the fence of %q now holds %q", found, got)
		}
	}
}

// Between our GET and our SET another speaker may claim the server.
func TestFenceLosesARace(t *testing.T) {
	gets := 0
	server, client := serve(t, func(words []string) string {
		switch strings.ToUpper(words[0]) {
		case "GET":
			if gets++; gets == 1 {
				return "$-1\r\n"
			}
			return bulk("echomq:3.0.0")
		case "SET":
			if strings.ToUpper(words[len(words)-1]) != "NX" {
				return "-ERR a SET without NX\r\n"
			}
			return "$-1\r\n"
		}
		return "-ERR unknown command\r\n"
	})
	err := CheckFence(t.Context(), client)
	var refused *FenceError
	if !errors.As(err, &refused) || refused.Found != "echomq:3.0.0" {
		t.Errorf("CheckFence = %v", err)
	}
	server.expect(t, "GET", "SET", "GET")
}

// The refusal is fatal: go-redis does not connect again for the same command.
func TestFenceIsNotRetried(t *testing.T) {
	server, client := serve(t, func(words []string) string { return bulk("echomq:1.0.0") })
	options := *client.Options()
	options.OnConnect = OnConnect
	fenced := redis.NewClient(&options)
	defer fenced.Close()
	var refused *FenceError
	if err := fenced.Ping(t.Context()).Err(); !errors.As(err, &refused) {
		t.Errorf("Ping = %v", err)
	}
	server.expect(t, "GET")
}

func TestFenceChecksEveryReconnection(t *testing.T) {
	engine := miniredis.RunT(t)
	client := fencedClient(t, engine.Addr())
	if err := client.Ping(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	_ = engine.Set(fenceKey, "echomq:1.0.0")
	engine.Close()
	if err := engine.Restart(); err != nil {
		t.Fatal(err)
	}
	// The old connection is dead, and there is no second way in.
	var refused *FenceError
	if err := client.Ping(t.Context()).Err(); !errors.As(err, &refused) {
		t.Errorf("after the reconnection: %v", err)
	}
}

func TestFencePassesOnTransportErrors(t *testing.T) {
	_, client := serve(t, func([]string) string { return hangUp })
	var refused *FenceError
	if err := CheckFence(t.Context(), client); err == nil || errors.As(err, &refused) {
		t.Errorf("CheckFence = %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := CheckFence(ctx, client); !errors.Is(err, context.Canceled) {
		t.Errorf("CheckFence = %v", err)
	}
}
