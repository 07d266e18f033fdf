package conform

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/echomq/emqgen/internal/protocol"
)

// save sets aside what stands at the keys that a gate shares with everybody, so
// that it begins from nothing, and gives back how to restore it. Keys are renamed:
// that keeps any type and its time to live, needs no memory, and leaves on the
// server what a run that is killed could not put back.
func (r *run) save(ctx context.Context) (restore func() error, err error) {
	client := r.Engine.Client(2)
	var shared []string
	kept := map[string]string{}
	restore = func() (err error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
		defer cancel()
		for _, at := range shared {
			aside, was := kept[at]
			if !was {
				err = errors.Join(err, client.Del(ctx, at).Err())
			} else if failed := client.Rename(ctx, aside, at).Err(); failed != nil {
				err = errors.Join(err, fmt.Errorf("what stood at %s is at %s: %w", quote(at), quote(aside), failed))
			}
		}
		return err
	}
	for _, at := range r.sharedKeys() {
		found, err := client.Exists(ctx, at).Result()
		if err == nil && found > 0 {
			err = client.Rename(ctx, at, r.aside(at)).Err()
		}
		if err != nil {
			return nil, errors.Join(err, restore())
		}
		if shared = append(shared, at); found > 0 {
			kept[at] = r.aside(at)
		}
	}
	return restore, nil
}

// aside is a name for what stands at a key, in its slot.
func (r *run) aside(at string) string {
	if open := strings.IndexByte(at, '{'); open < 0 || strings.IndexByte(at[open:], '}') < 2 {
		at = "{" + at + "}"
	}
	return at + ":" + r.Token + ":aside"
}

// sharedKeys are the addresses of a gate that no name of the run sets apart, as far
// as the gate says them, if the gate is one that touches such keys.
func (r *run) sharedKeys() []string {
	if r.plan.shared(r.gate) == "" {
		return nil
	}
	var all []string
	add := func(k *protocol.Key, addresses ...string) {
		if k.RootOf == nil && !r.plan.apart(k) {
			all = append(all, addresses...)
		}
	}
	for s := range acts(r.gate) {
		for _, k := range []*protocol.Key{s.Read, s.Write} {
			if k != nil {
				add(k, r.at(k, r.holes(k, s.With)))
			}
		}
		if s.Connect && r.Protocol.Fence != nil {
			add(r.Protocol.Fence, address(r.Protocol.Fence, nil))
		}
		if s.Call != nil {
			for _, use := range s.Call.Keys {
				add(use.Key, keysOf(use, r.args(s))...)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
