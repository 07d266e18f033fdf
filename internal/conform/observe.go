package conform

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strconv"

	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/protocol"
)

// state is what an outsider finds at a key.
type state struct {
	kind    protocol.KeyType // empty when there is no such key
	fields  map[string]string
	members []string // in order; of a set: sorted
	scores  []string // of members, as the server writes them
	value   string
}

// observe reads a key, whatever it is, with a client that speaks RESP2: there
// scores are the text that the server writes.
func observe(ctx context.Context, client redis.UniversalClient, at string) (state, error) {
	kind, err := client.Type(ctx, at).Result()
	if err != nil || kind == "none" {
		return state{}, err
	}
	s := state{kind: protocol.KeyType(kind)}
	switch s.kind {
	case protocol.Hash:
		s.fields, err = client.HGetAll(ctx, at).Result()
	case protocol.ZSet:
		var flat []any
		if flat, err = client.Do(ctx, "ZRANGE", at, 0, -1, "WITHSCORES").Slice(); err == nil {
			for i := 0; i+1 < len(flat); i += 2 {
				s.members = append(s.members, fmt.Sprint(flat[i]))
				s.scores = append(s.scores, fmt.Sprint(flat[i+1]))
			}
		}
	case protocol.ListOf:
		s.members, err = client.LRange(ctx, at, 0, -1).Result()
	case protocol.Set:
		s.members, err = client.SMembers(ctx, at).Result()
		slices.Sort(s.members)
	case protocol.String:
		s.value, err = client.Get(ctx, at).Result()
	case protocol.Stream:
		var entries []redis.XMessage
		entries, err = client.XRange(ctx, at, "-", "+").Result()
		for _, e := range entries {
			s.members = append(s.members, e.ID)
		}
	}
	return s, err
}

// size counts what a key of that type holds.
func (s state) size() int64 {
	switch s.kind {
	case protocol.Hash:
		return int64(len(s.fields))
	case protocol.String:
		return int64(len(s.value))
	}
	return int64(len(s.members))
}

// String renders the state for people.
func (s state) String() string {
	switch s.kind {
	case protocol.AnyKey:
		return "absent"
	case protocol.Hash:
		var fields Tuple
		for name, value := range s.fields {
			fields = append(fields, Named{name, value})
		}
		sort.Slice(fields, func(i, j int) bool { return fields[i].Name < fields[j].Name })
		return show(fields)
	case protocol.String:
		return show(s.value)
	case protocol.ZSet:
		var scores Tuple
		for i, member := range s.members {
			scores = append(scores, Named{member, s.scores[i]})
		}
		return show(scores)
	}
	items := make([]any, len(s.members))
	for i, member := range s.members {
		items[i] = member
	}
	return show(items)
}

// plant makes a key what a gate says, as an outsider would: fields and members
// are added to what is there, and absent takes all of it away.
func plant(ctx context.Context, client redis.UniversalClient, k *protocol.Key, at string, want planted) error {
	if want.absent {
		return client.Del(ctx, at).Err()
	}
	args := []any{}
	switch {
	case want.fields != nil:
		args = append(args, "HSET", at)
		for _, f := range want.fields {
			args = append(args, f.Name, f.Value)
		}
	case want.scores != nil:
		args = append(args, "ZADD", at)
		for _, m := range want.scores {
			args = append(args, m.Value, m.Name)
		}
	case want.members != nil:
		command := "RPUSH"
		if k.Type == protocol.Set {
			command = "SADD"
		}
		args = append(args, command, at)
		for _, m := range want.members {
			args = append(args, m)
		}
	default:
		args = append(args, "SET", at, want.value)
	}
	return client.Do(ctx, args...).Err()
}

// planted is what plant writes.
type planted struct {
	fields  Tuple
	scores  Tuple
	members []string
	value   string
	absent  bool
}

// sameNumber compares scores as numbers: engines write them differently.
func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	x, err1 := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err1 == nil && err2 == nil && x == y
}
