package engine_test

import (
	"context"
	"errors"
	"testing"

	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/testenv"
)

// Whoever has looked and is about to write is overtaken, every time; whoever only
// looks is not.
func TestAClaimIsOvertakenForCertain(t *testing.T) {
	ctx := context.Background()
	for name, url := range urls(t) {
		e, err := engine.Open(ctx, url)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		client := e.Client(3)
		for range 20 {
			won := true
			err := e.Overtake(ctx, "{k}", "theirs", func() {
				if n, err := client.Exists(ctx, "{k}").Result(); n != 0 || err != nil {
					t.Errorf("%s: the look finds %d, %v", name, n, err)
				}
				won, _ = client.SetNX(ctx, "{k}", "ours", 0).Result()
			})
			if found, _ := client.Get(ctx, "{k}").Result(); err != nil || won || found != "theirs" {
				t.Fatalf("%s: %v, won %v, then there stands %q", name, err, won, found)
			}
			if err := client.Del(ctx, "{k}").Err(); err != nil {
				t.Fatal(err)
			}
		}
		err = e.Overtake(ctx, "{k}", "theirs", func() { client.Get(ctx, "{k}") })
		if n, _ := client.Exists(ctx, "{k}").Result(); err != nil || n != 0 {
			t.Errorf("%s: somebody who only looks is overtaken: %v", name, err)
		}
	}
}

func TestAnEngineThatCannotPauseSaysSo(t *testing.T) {
	e, err := engine.Open(context.Background(), testenv.Embedded(t).URL)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	err = e.Overtake(context.Background(), "k", "theirs", func() { t.Error("it acts all the same") })
	if !errors.Is(err, engine.ErrNoPause) {
		t.Error(err)
	}
}
