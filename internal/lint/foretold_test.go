package lint

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/lua/command"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// Whatever a script of the corpus does on an engine, the analysis foretold: each
// command it issues, how it came by each key, each answer, and each refusal that
// leaves something written.
func TestWhatHappensWasForetold(t *testing.T) {
	server := testenv.Redis(t)
	client := redis.NewClient(&redis.Options{Addr: server.Addr, Protocol: 2})
	defer client.Close()
	seen := monitor(t, server.Addr)
	specs, _ := filepath.Glob("testdata/corpus/*/protocol.yaml")
	specs = append(specs, filepath.Join(testenv.Root(t), "spec", "protocol.yaml"))
	random := rand.New(rand.NewPCG(1, 2))
	calls, commands := 0, 0
	for _, spec := range specs {
		p, findings := protocol.Load(spec)
		if p == nil {
			t.Fatal(shown(findings))
		}
		analyses := map[*protocol.Script]*lua.Analysis{}
		for _, s := range p.Scripts() {
			analyses[s] = lua.Analyze(p, s)
		}
		for range 40 {
			for _, s := range p.Scripts() {
				a := analyses[s]
				if a.Err != nil || slices.ContainsFunc(a.Of(lua.Looped), func(e *lua.Event) bool { return !e.Bounded }) {
					continue // it does not run, or not to its end
				}
				keys, args := values(random, s)
				before := changes(t, client)
				reply, err := client.Eval(t.Context(), string(s.Source), keys, args...).Result()
				calls++
				for _, words := range seen(client) {
					commands++
					if !foretold(a, words, keys) {
						t.Errorf("%s issued %q, which was not foretold", s.File, words)
					}
				}
				if refused(err) && changes(t, client) > before && !writesFirst(a) {
					t.Errorf("%s wrote and then refused (%v), which was not foretold", s.File, err)
				}
				if !answered(a, reply, err) {
					t.Errorf("%s answered %v (%v), which was not foretold", s.File, reply, err)
				}
			}
			if t.Failed() {
				return
			}
		}
		if err := client.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d calls, %d commands", calls, commands)
}

// changes counts what was changed in the store so far.
func changes(t *testing.T, client *redis.Client) (n int) {
	t.Helper()
	info, err := client.Info(t.Context(), "persistence").Result()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(info) {
		if value, ok := strings.CutPrefix(line, "rdb_changes_since_last_save:"); ok {
			n, _ = strconv.Atoi(strings.TrimSpace(value))
		}
	}
	return n
}

// refused reports whether a script answered with a class of its own.
func refused(err error) bool {
	return err != nil && err != redis.Nil && !enginesOwn(err.Error())
}

// enginesOwn reports whether an error is what an engine says in the middle of a
// script.
func enginesOwn(text string) bool {
	return slices.ContainsFunc([]string{"ERR", "WRONGTYPE", "user_script", "NOGROUP", "BUSYGROUP"}, func(word string) bool { return strings.HasPrefix(text, word) })
}

// writesFirst reports whether some refusal of the script was found behind a write.
func writesFirst(a *lua.Analysis) bool {
	return slices.ContainsFunc(a.Of(lua.Refused), func(e *lua.Event) bool { return len(e.Before) > 0 })
}

// monitor gives the commands that scripts issued since it was asked last.
func monitor(t *testing.T, addr string) func(*redis.Client) [][]string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := io.WriteString(conn, "MONITOR\r\n"); err != nil {
		t.Fatal(err)
	}
	lines := make(chan string, 4096)
	go func() {
		defer close(lines)
		for read := bufio.NewScanner(conn); read.Scan(); {
			lines <- read.Text()
		}
	}()
	awaitMonitor(t, addr, lines)
	turn := 0
	return func(client *redis.Client) (issued [][]string) {
		turn++
		mark := "turn " + strconv.Itoa(turn)
		if err := client.Echo(t.Context(), mark).Err(); err != nil {
			t.Fatal(err)
		}
		for line := range lines {
			if strings.Contains(line, strconv.Quote(mark)) {
				return issued
			}
			if _, words, ok := strings.Cut(line, " lua] "); ok {
				issued = append(issued, unquoted(words))
			}
		}
		return issued
	}
}

// awaitMonitor speaks to the server until the monitor hears it: what is said before
// it listens is lost.
func awaitMonitor(t *testing.T, addr string, lines <-chan string) {
	t.Helper()
	client := redis.NewClient(&redis.Options{Addr: addr, Protocol: 2})
	defer client.Close()
	for range 600 {
		if err := client.Echo(t.Context(), "hear me").Err(); err != nil {
			t.Fatal(err)
		}
		select {
		case line := <-lines:
			if strings.Contains(line, "hear me") {
				return
			}
		case <-time.After(50 * time.Millisecond):
		}
	}
	t.Fatal("the monitor hears nothing")
}

func unquoted(line string) (words []string) {
	for line != "" {
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil {
			return append(words, line)
		}
		word, _ := strconv.Unquote(quoted)
		words = append(words, word)
		line = strings.TrimPrefix(line[len(quoted):], " ")
	}
	return words
}

// values makes keys and arguments of the declared types, few enough to meet again.
func values(random *rand.Rand, s *protocol.Script) (keys []string, args []any) {
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	id := pick("JOB0Nb1VTbfnu4", "JOB0IiuVjOBhPe", "SES0Nb1VTbfnu4", "USR0KHTOWnGLuC")
	for _, use := range s.Keys {
		for range 1 + random.IntN(2) {
			var b strings.Builder
			for _, segment := range use.Key.At {
				switch {
				case segment.Hole == nil:
					b.WriteString(segment.Text)
				case segment.Hole.Type.Kind == protocol.Branded:
					b.WriteString(id)
				default:
					b.WriteString("q")
				}
			}
			keys = append(keys, b.String())
			if !use.Variadic {
				break
			}
		}
	}
	for _, arg := range s.Args {
		for range 1 + random.IntN(3) {
			switch arg.Type.Kind {
			case protocol.Int:
				args = append(args, pick("0", "1", "2", "3", "10", "60000"))
			case protocol.Float:
				args = append(args, pick("0.25", "1", "7.5"))
			case protocol.Branded:
				args = append(args, id)
			case protocol.Enum:
				args = append(args, pick(arg.Type.Values...))
			default:
				args = append(args, pick("a", "b", "q", "x y", ""))
			}
			if !arg.Variadic {
				break
			}
		}
	}
	return keys, args
}

// foretold reports whether a command that was issued is one of those found, with
// each of its keys.
func foretold(a *lua.Analysis, words, keys []string) bool {
	known := make([]command.Word, len(words))
	for i, word := range words {
		known[i] = command.Word{Text: word, Known: true}
	}
	sub := ""
	if len(words) > 1 {
		sub = words[1]
	}
	cmd := command.Find(words[0], sub)
	if cmd == nil {
		return false
	}
	issued, _ := cmd.KeysOf(known, false)
	for _, key := range issued {
		if key.Pattern {
			continue
		}
		if !slices.ContainsFunc(a.Calls, func(c *lua.Call) bool {
			return c.Name == "" || c.Name == cmd.Name && (!c.KeysKnown || slices.ContainsFunc(c.Keys, func(t *lua.Touch) bool { return covers(t, words[key.Index], keys) }))
		}) {
			return false
		}
	}
	return slices.ContainsFunc(a.Calls, func(c *lua.Call) bool { return c.Name == "" || c.Name == cmd.Name })
}

// covers reports whether a key may be one that was found.
func covers(t *lua.Touch, key string, keys []string) bool {
	switch v := t.Value; t.From.Origin {
	case lua.Declared:
		return v.N >= 1 && (v.N <= len(keys) && keys[v.N-1] == key || t.From.Use.Variadic && slices.Contains(keys[v.N-1:], key))
	case lua.Derived:
		return v.X[0].N <= len(keys) && strings.HasPrefix(key, keys[v.X[0].N-1])
	case lua.FixedText:
		text, _ := v.Const()
		return text == key
	}
	return true
}

// answered reports whether a reply is one of those found.
func answered(a *lua.Analysis, reply any, err error) bool {
	events := a.Of(lua.Returned)
	switch {
	case err != nil && err != redis.Nil:
		text := err.Error()
		return enginesOwn(text) || slices.ContainsFunc(a.Of(lua.Refused), func(e *lua.Event) bool {
			m := read(e)
			return !m.known || strings.HasPrefix(strings.TrimPrefix(text, "-"), strings.TrimPrefix(m.text, "-"))
		})
	case err == redis.Nil || reply == nil:
		return slices.ContainsFunc(events, isNothingAtAll)
	}
	return slices.ContainsFunc(events, func(e *lua.Event) bool { return mayBe(e, reply) })
}

func isNothingAtAll(e *lua.Event) bool {
	return isNothing(e) || e.X.Op == lua.Compare || e.X.Op == lua.Not || e.X.Op == lua.Unknown || e.X.Op == lua.Elem || e.X.Op == lua.Apply
}

// mayBe reports whether a value may have become a reply.
func mayBe(e *lua.Event, reply any) bool {
	switch v := e.X; v.Op {
	case lua.Number:
		return fmt.Sprint(reply) == strconv.FormatInt(int64(v.Num), 10)
	case lua.Bool:
		return v.Num == 1 && reply == int64(1)
	case lua.Nil:
		return false
	case lua.Text:
		return reply == v.Str
	case lua.TableAt:
		_, list := reply.([]any)
		return list || e.Tab != nil && e.Tab.Named["ok"] != nil
	case lua.ReplyOf:
		r := v.Call.Reply
		switch reply.(type) {
		case int64:
			return r.Int || r.Unknown()
		case string:
			return r.Text || r.Status || r.Unknown()
		}
		return r.List || r.Unknown()
	}
	if numeric(e.X) {
		_, number := reply.(int64)
		return number
	}
	return true
}
