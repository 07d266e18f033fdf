package diff_test

import (
	"context"
	"testing"
	"testing/fstest"
	"time"

	"github.com/echomq/emqgen/internal/diff"
	"github.com/echomq/emqgen/internal/diff/prove"
	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/testenv"
)

const boxes = `
emqgen: 1
protocol: boxes
version: 1.0.0
keys: {box: {at: "emqgen-test:box", type: zset}}
modules:
  boxes:
    scripts:
      add: {lua: add.lua, keys: [box], args: [{item: int}], returns: {1: added, 0: known}}
gates:
  - name: an item is added
    steps:
      - {call: add, with: {item: 1}, answer: added}
`

// On a server, a key that is everybody's is touched only when that is allowed.
func TestSharedKeysAreProvedExclusively(t *testing.T) {
	version := func(lua string) fstest.MapFS {
		return fstest.MapFS{"protocol.yaml": {Data: []byte(boxes)}, "add.lua": {Data: []byte(lua)}}
	}
	old := load(t, "old", version("return redis.call('ZADD', KEYS[1], 0, ARGV[1])"))
	new := load(t, "new", version("return redis.call('ZADD', KEYS[1], 1, ARGV[1])"))
	ctx := context.Background()
	e, err := engine.Open(ctx, testenv.Redis(t).URL)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for exclusive, want := range map[bool]int{false: 0, true: 2} {
		proof, err := prove.Run(ctx, prove.Input{
			Old: old, New: new, Pairs: diff.Pairs(old, new), Engine: e,
			Most: 64, Token: "x", Jobs: 1, Now: time.Now, Exclusive: exclusive,
		})
		if err != nil {
			t.Fatal(err)
		}
		if ran, _ := proof.Mixtures(); ran != want {
			t.Errorf("exclusive %v: %d mixtures ran, want %d", exclusive, ran, want)
		}
	}
}
