package engine

import (
	"context"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"
)

// Script is what Run sends: the source and its SHA1.
type Script struct {
	Name   string
	Source string
	SHA1   string
}

// Run runs a script as every executor must: by its SHA1 first, and once more
// after loading it when the server says that it does not know it.
func Run(ctx context.Context, client redis.UniversalClient, s Script, keys []string, args []any) (any, error) {
	reply, err := client.EvalSha(ctx, s.SHA1, keys, args...).Result()
	if !IsNoScript(err) {
		return reply, err
	}
	sha1, err := Load(ctx, client, s.Source)
	if err != nil {
		return nil, err
	}
	if sha1 != s.SHA1 {
		return nil, fmt.Errorf("the server loaded %s as %s, expected %s", s.Name, sha1, s.SHA1)
	}
	return client.EvalSha(ctx, s.SHA1, keys, args...).Result()
}

// Load loads a script on every node that holds keys and gives the SHA1 the
// server answers.
func Load(ctx context.Context, client redis.UniversalClient, source string) (string, error) {
	return client.ScriptLoad(ctx, source).Result()
}

// IsNoScript reports whether the server does not know a script. It looks at the
// first word only: engines differ in the rest of it.
func IsNoScript(err error) bool {
	return err != nil && strings.HasPrefix(err.Error(), "NOSCRIPT ")
}
