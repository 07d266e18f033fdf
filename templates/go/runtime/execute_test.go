package runtime

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

var answer = Script{Module: "test", Name: "answer", Source: "return 1\n", SHA1: "48df9b519ca145c867b895f740b37bd891e887af"}

// scripted answers EVALSHA with one reply after the other, SCRIPT LOAD with the
// SHA1, and SCRIPT EXISTS with whether the script is there.
func scripted(exists bool, replies ...string) func([]string) string {
	return func(words []string) string {
		switch strings.ToUpper(words[0] + " " + words[1]) {
		case "SCRIPT LOAD":
			return bulk(answer.SHA1)
		case "SCRIPT EXISTS":
			if exists {
				return "*1\r\n:1\r\n"
			}
			return "*1\r\n:0\r\n"
		}
		if len(replies) == 0 {
			return "-ERR one call too many\r\n"
		}
		reply := replies[0]
		replies = replies[1:]
		return reply
	}
}

const (
	unknown = "-NOSCRIPT No matching script. Please use EVAL.\r\n"
	kind    = "-EMQKIND job id must be JOB-namespaced\r\n"
)

func TestRunLoadsWhatTheServerDoesNotKnow(t *testing.T) {
	for _, c := range []struct {
		name    string
		replies []string
		exists  bool
		want    []string
	}{
		{"known", []string{":1\r\n"}, false, []string{"EVALSHA"}},
		{"unknown", []string{unknown, ":1\r\n"}, false, []string{"EVALSHA", "SCRIPT LOAD", "EVALSHA"}},
		{"unknown in short", []string{"-NOSCRIPT\r\n", ":1\r\n"}, false, []string{"EVALSHA", "SCRIPT EXISTS", "SCRIPT LOAD", "EVALSHA"}},
		{"unknown in other words", []string{"-NOSCRIPT never heard of it\r\n", ":1\r\n"}, false, []string{"EVALSHA", "SCRIPT EXISTS", "SCRIPT LOAD", "EVALSHA"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, client := serve(t, scripted(c.exists, c.replies...))
			reply, err := answer.Run(t.Context(), client, []string{"k"})
			if err != nil || reply != int64(1) {
				t.Errorf("Run = %v, %v", reply, err)
			}
			server.expect(t, c.want...)
		})
	}
}

// A script may say NOSCRIPT itself. It has run, and must not run again.
func TestRunDoesNotRepeatAScriptThatSaysNoScript(t *testing.T) {
	server, client := serve(t, scripted(true, "-NOSCRIPT for this film\r\n"))
	_, err := answer.Run(t.Context(), client, []string{"k"})
	if !redis.HasErrorPrefix(err, "NOSCRIPT") {
		t.Errorf("Run = %v", err)
	}
	server.expect(t, "EVALSHA", "SCRIPT EXISTS")
}

func TestRunPassesOnASecondNoScript(t *testing.T) {
	server, client := serve(t, scripted(false, unknown, unknown))
	_, err := answer.Run(t.Context(), client, []string{"k"})
	if !redis.HasErrorPrefix(err, "NOSCRIPT") {
		t.Errorf("Run = %v", err)
	}
	server.expect(t, "EVALSHA", "SCRIPT LOAD", "EVALSHA")
}

func TestRunStopsWhenTheDigestDiffers(t *testing.T) {
	server, client := serve(t, func(words []string) string {
		if strings.EqualFold(words[0], "script") {
			return bulk(strings.Repeat("0", 40))
		}
		return unknown
	})
	_, err := answer.Run(t.Context(), client, []string{"k"})
	var digest *DigestError
	if !errors.As(err, &digest) || digest.Found != strings.Repeat("0", 40) || digest.Expected != answer.SHA1 {
		t.Errorf("Run = %v", err)
	}
	server.expect(t, "EVALSHA", "SCRIPT LOAD")
}

func TestRunPassesOnWhatLoadingSays(t *testing.T) {
	server, client := serve(t, func(words []string) string {
		if strings.EqualFold(words[0], "script") {
			return "-NOPERM this user has no permissions\r\n"
		}
		return unknown
	})
	_, err := answer.Run(t.Context(), client, []string{"k"})
	if !redis.HasErrorPrefix(err, "NOPERM") {
		t.Errorf("Run = %v", err)
	}
	server.expect(t, "EVALSHA", "SCRIPT LOAD")
}

func TestRunMapsErrorsOfBothAttemptsAlike(t *testing.T) {
	for name, replies := range map[string][]string{"first": {kind}, "second": {unknown, kind}} {
		_, client := serve(t, scripted(false, replies...))
		_, err := answer.Run(t.Context(), client, []string{"k"})
		var refusal *Error
		if !errors.Is(err, ErrKind) || !errors.As(err, &refusal) {
			t.Fatalf("%s attempt: %v", name, err)
		}
		if refusal.Class != "EMQKIND" || refusal.Message != "EMQKIND job id must be JOB-namespaced" || refusal.Script != "test.answer" {
			t.Errorf("%s attempt: %+v", name, refusal)
		}
		var reply redis.Error
		if !errors.As(err, &reply) {
			t.Errorf("%s attempt: the reply is lost", name)
		}
	}
}

func TestRunMatchesTheFirstWordOnly(t *testing.T) {
	for reply, refused := range map[string]bool{
		"EMQKIND":                    true,
		"EMQKIND ":                   true,
		"EMQKIND x EMQOTHER":         true,
		"EMQKINDLY x":                false,
		"EMQKIND: x":                 false,
		"EMQNEW a class of tomorrow": false,
		"ERR EMQKIND x":              false,
		"ERR user_script:1: EMQKIND x script: f_1": false,
		"emqkind x":  false,
		"-EMQKIND x": false,
	} {
		_, client := serve(t, scripted(false, "-"+reply+"\r\n"))
		_, err := answer.Run(t.Context(), client, []string{"k"})
		if errors.Is(err, ErrKind) != refused {
			t.Errorf("-%s is %v", reply, err)
		}
		var untyped redis.Error
		if !errors.As(err, &untyped) || !strings.Contains(err.Error(), reply) {
			t.Errorf("-%s is %v: the reply is lost", reply, err)
		}
	}
}

// Nobody knows whether a call that got no answer has run: go-redis would send it
// again, and must not.
func TestRunSendsNothingTwice(t *testing.T) {
	for name, reply := range map[string]string{
		"lost connection": hangUp,
		"half a reply":    "$5\r\nab",
		"READONLY":        "-READONLY You can't write against a read only replica.\r\n",
		"LOADING":         "-LOADING Redis is loading the dataset in memory\r\n",
		"TRYAGAIN":        "-TRYAGAIN Multiple keys request during rehashing of slot\r\n",
		"CLUSTERDOWN":     "-CLUSTERDOWN The cluster is down\r\n",
		"maxclients":      "-ERR max number of clients reached\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			server, client := serve(t, func([]string) string { return reply })
			if reply, err := answer.Run(t.Context(), client, []string{"k"}); err == nil {
				t.Errorf("Run = %v", reply)
			}
			server.expect(t, "EVALSHA")
		})
	}
}

func TestRunNeverTurnsATransportErrorIntoAVerdict(t *testing.T) {
	_, client := serve(t, func([]string) string { return hangUp })
	_, err := answer.Run(t.Context(), client, []string{"k"})
	var refusal *Error
	var reply redis.Error
	if err == nil || errors.As(err, &refusal) || errors.As(err, &reply) {
		t.Errorf("Run = %#v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("EMQKIND is what the caller says"))
	if _, err := answer.Run(ctx, client, []string{"k"}); !errors.Is(err, context.Canceled) || errors.Is(err, ErrKind) {
		t.Errorf("Run with a cancelled context = %v", err)
	}
}

func TestRunGivesTheReplyAsItIs(t *testing.T) {
	for reply, want := range map[string]any{
		":7\r\n":              int64(7),
		"$-1\r\n":             nil,
		"*-1\r\n":             nil,
		"+OK\r\n":             "OK",
		bulk("\x00\xff\r\n"):  "\x00\xff\r\n",
		"*2\r\n:1\r\n$-1\r\n": []any{int64(1), nil},
	} {
		_, client := serve(t, scripted(false, reply))
		got, err := answer.Run(t.Context(), client, []string{"k"})
		if err != nil || fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", want) {
			t.Errorf("%q is %#v, %v", reply, got, err)
		}
	}
}

func TestRunOnAnEngine(t *testing.T) {
	engine := miniredis.RunT(t)
	client := redis.NewClient(&redis.Options{Addr: engine.Addr()})
	defer client.Close()
	count := Script{Module: "test", Name: "count", Source: "return redis.call('INCRBY', KEYS[1], ARGV[1])", SHA1: "5ab6c4d9ed3e85eedeea5e1d37ad9ed0ab0e1cf3"}
	count.SHA1 = client.ScriptLoad(t.Context(), count.Source).Val()
	for i, flush := range []bool{true, false, true} {
		if flush {
			client.ScriptFlush(t.Context())
		}
		if got, err := count.Run(t.Context(), client, []string{"n"}, 2); err != nil || got != int64(2*i+2) {
			t.Errorf("run %d = %v, %v", i+1, got, err)
		}
	}
}

func TestRunOnARing(t *testing.T) {
	one, two := miniredis.RunT(t), miniredis.RunT(t)
	ring := redis.NewRing(&redis.RingOptions{Addrs: map[string]string{"one": one.Addr(), "two": two.Addr()}})
	defer ring.Close()
	for i := range 20 {
		ring.ScriptFlush(t.Context())
		if reply, err := answer.Run(t.Context(), ring, []string{fmt.Sprintf("k%d", i)}); err != nil || reply != int64(1) {
			t.Errorf("k%d: %v, %v", i, reply, err)
		}
	}
}
