package runtime

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/redis/go-redis/v9"
)

// Run runs the script by its SHA1 and gives the reply as go-redis reads it; a
// null reply is nil. When the server does not know the script, Run loads it
// and runs it once more; nothing else is ever sent twice.
//
// A reply with a declared error class becomes an *Error. Any other error reply
// stays the redis.Error it is, and what is no reply at all (a lost connection,
// a timeout, a cancelled context) is passed on untouched: whether the script
// has run is then unknown.
func (s Script) Run(ctx context.Context, client Client, keys []string, args ...any) (any, error) {
	reply, err := s.evalSHA(ctx, client, keys, args)
	if firstWord(err) == noScript && !s.saysSo(ctx, client, err) {
		if err := s.load(ctx, client); err != nil {
			return nil, err
		}
		reply, err = s.evalSHA(ctx, client, keys, args)
	}
	return reply, refusal(s, err)
}

func (s Script) evalSHA(ctx context.Context, client Client, keys []string, args []any) (any, error) {
	cmd := newCommand(ctx, "evalsha", s.SHA1, keys, args)
	if err := client.Process(ctx, cmd); err != nil && cmd.Err() == nil {
		return nil, err
	}
	return cmd.reply()
}

const noScript = "NOSCRIPT"

// saysSo tells whether a NOSCRIPT was answered by the script itself: then it
// has run, and must not run again. Servers word their own reply alike; only
// where the words are others does the script cache decide.
func (s Script) saysSo(ctx context.Context, client Client, err error) bool {
	if strings.HasPrefix(serverText(err), noScript+" No matching script") {
		return false
	}
	cached, err := client.ScriptExists(ctx, s.SHA1).Result()
	return err == nil && len(cached) == 1 && cached[0]
}

// load sends the source to the server: to every master of a cluster and every
// shard of a ring, since a slot may move while the call is under way. One that
// cannot be reached does not stop a call that another one serves.
func (s Script) load(ctx context.Context, client Client) error {
	each := eachNode(client)
	if each == nil {
		return s.loadOn(ctx, client)
	}
	var mu sync.Mutex
	var loaded bool
	var failed *DigestError
	err := each(ctx, func(ctx context.Context, node *redis.Client) error {
		err := s.loadOn(ctx, node)
		mu.Lock()
		defer mu.Unlock()
		loaded = loaded || err == nil
		if failed == nil {
			errors.As(err, &failed)
		}
		return err
	})
	switch {
	case failed != nil:
		return failed
	case loaded:
		return nil
	}
	return err
}

// eachNode gives the function that visits the nodes which run scripts, or nil when
// there is one only.
func eachNode(client Client) func(context.Context, func(context.Context, *redis.Client) error) error {
	switch c := client.(type) {
	case interface {
		ForEachMaster(context.Context, func(context.Context, *redis.Client) error) error
	}:
		return c.ForEachMaster
	case interface {
		ForEachShard(context.Context, func(context.Context, *redis.Client) error) error
	}:
		return c.ForEachShard
	}
	return nil
}

func (s Script) loadOn(ctx context.Context, client Client) error {
	sha1, err := client.ScriptLoad(ctx, s.Source).Result()
	if err == nil && sha1 != s.SHA1 {
		return &DigestError{Script: s.String(), Found: sha1, Expected: s.SHA1}
	}
	return err
}

// DigestError says that a server knows a script by another SHA1 than ours: the
// bytes were changed on the way, and nothing may be run.
type DigestError struct {
	Script   string // module and name, joined by a dot
	Found    string // what SCRIPT LOAD answered
	Expected string // the SHA1 of the script
}

// Error names the script and both digests.
func (e *DigestError) Error() string {
	return fmt.Sprintf("%s: the server loaded SHA1 %q, expected %q: something between here and there alters scripts", e.Script, e.Found, e.Expected)
}
