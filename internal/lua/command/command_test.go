package command

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/testenv"
)

// calls exercise every way in which a command names its keys.
var calls = []string{
	"GET k", "SET k v", "SET k v GET", "SET k v PX 1 NX", "MGET a b c", "MSET a 1 b 2", "DEL a b",
	"RENAME a b", "LMOVE a b LEFT RIGHT", "BITOP AND d a b", "BITFIELD k GET u8 0", "BITFIELD k SET u8 0 1",
	"ZUNIONSTORE d 2 a b WEIGHTS 1 2", "ZUNION 2 a b", "ZINTERCARD 2 a b LIMIT 1", "LMPOP 2 a b LEFT", "SINTERCARD 1 a",
	"XREAD COUNT 2 STREAMS a b 0 0", "XREADGROUP GROUP g c STREAMS a 0", "XADD k * f v", "XGROUP CREATE k g 0",
	"XINFO STREAM k", "OBJECT ENCODING k", "MEMORY USAGE k",
	"GEORADIUS k 1 2 3 m STORE d", "GEORADIUS k 1 2 3 m STOREDIST d", "GEOSEARCHSTORE d k FROMMEMBER m BYRADIUS 1 m",
	"SORT k", "SORT k LIMIT 0 1 STORE d", "SORT k BY nosort GET # STORE d",
	"MIGRATE h 1 k 0 1", "MIGRATE h 1  0 1 KEYS a b", "EVAL s 2 a b c", "PFCOUNT a b", "PFMERGE d a", "SMOVE a b m",
	"HSET k f v", "HGET k f", "ZADD k 1 m", "ZRANGE k 0 -1", "ZRANGESTORE d k 0 -1", "PUBLISH c m", "TIME", "COPY a b",
}

// What we find must be what the engines themselves find.
func TestKeysAsTheEnginesFindThem(t *testing.T) {
	server := testenv.Valkey(t)
	client := redis.NewClient(&redis.Options{Addr: server.Addr})
	defer client.Close()
	for _, call := range calls {
		texts := strings.Split(call, " ")
		words := known(texts)
		c := Find(texts[0], second(texts))
		if c == nil {
			t.Errorf("%s is not known", call)
			continue
		}
		args := []any{"COMMAND", "GETKEYSANDFLAGS"}
		for _, text := range texts {
			args = append(args, text)
		}
		var theirs []string
		answer, err := client.Do(t.Context(), args...).Slice()
		if err != nil && !strings.Contains(err.Error(), "no key arguments") {
			t.Errorf("%s: %v", call, err)
			continue
		}
		for _, a := range answer {
			pair := a.([]any)
			flags := fmt.Sprint(pair[1])
			reads := strings.Contains(flags, "RO") || strings.Contains(flags, "access")
			theirs = append(theirs, fmt.Sprintf("%s reads=%v writes=%v", pair[0], reads, !strings.Contains(flags, "RO")))
		}
		var ours []string
		keys, _ := c.KeysOf(words, false)
		for _, k := range keys {
			if words[k.Index].Text != "" {
				ours = append(ours, fmt.Sprintf("%s reads=%v writes=%v", words[k.Index].Text, k.Reads, k.Writes))
			}
		}
		theirs = slices.DeleteFunc(theirs, func(s string) bool { return strings.HasPrefix(s, " ") })
		slices.Sort(ours)
		slices.Sort(theirs)
		if !slices.Equal(ours, theirs) {
			t.Errorf("%s: ours %q, theirs %q", call, ours, theirs)
		}
	}
}

func known(texts []string) []Word {
	var words []Word
	for _, text := range texts {
		words = append(words, Word{Text: text, Known: true})
	}
	return words
}

func second(texts []string) string {
	if len(texts) < 2 {
		return ""
	}
	return texts[1]
}

func TestKeysInAnOpenEnd(t *testing.T) {
	words := known([]string{"DEL", "a"})
	keys, complete := Find("DEL", "").KeysOf(words, true)
	if len(keys) != 2 || keys[1].Index != 2 || !complete {
		t.Errorf("DEL a …: %v, complete %v", keys, complete)
	}
	words = append(known([]string{"ZUNIONSTORE", "d"}), Word{})
	keys, complete = Find("ZUNIONSTORE", "").KeysOf(words, true)
	if len(keys) != 2 || keys[1].Index != 3 || !complete {
		t.Errorf("ZUNIONSTORE d n …: %v, complete %v", keys, complete)
	}
	if _, complete := Find("XREAD", "").KeysOf(known([]string{"XREAD"}), true); complete {
		t.Error("XREAD … is said to be complete")
	}
}

func TestNeeds(t *testing.T) {
	for call, want := range map[string]string{
		"GET k": "1.0 GET", "ZADD k GT 1 m": "6.2 ZADD GT", "LPOP k 2": "6.2 LPOP with a count", "LPOP k": "1.0 LPOP",
		"ZPOPMIN k": "5.0 ZPOPMIN", "HEXPIRE k 1 FIELDS 1 f": "7.4 HEXPIRE", "SET k v XX GET": "6.2 SET GET",
	} {
		texts := strings.Split(call, " ")
		v, because, ok := Find(texts[0], second(texts)).Needs(Redis, known(texts))
		if got := v.String() + " " + because; got != want || !ok {
			t.Errorf("%s needs %q, want %q", call, got, want)
		}
	}
	if _, _, ok := Find("DELIFEQ", "").Needs(Redis, known([]string{"DELIFEQ", "k", "v"})); ok {
		t.Error("Redis is said to have DELIFEQ")
	}
}

func TestArity(t *testing.T) {
	for call, want := range map[string]string{
		"GET k": "", "GET": "GET takes 1 argument, not 0", "SET k": "SET takes at least 2 arguments, not 1", "TIME x": "TIME takes 0 arguments, not 1",
	} {
		texts := strings.Split(call, " ")
		if got := Find(texts[0], "").ArityError(len(texts)); got != want {
			t.Errorf("%s: %q, want %q", call, got, want)
		}
	}
}

func TestFields(t *testing.T) {
	for call, want := range map[string]string{
		"HSET k a 1 b 2":           "a=1 b=2",
		"HMGET k a b":              "a b",
		"HINCRBY k a 1":            "a",
		"HEXPIRE k 9 FIELDS 2 a b": "a b",
		"HSETEX k FIELDS 1 a 1":    "a=1",
		"GET k":                    "",
	} {
		words := known(strings.Split(call, " "))
		fields, complete := Find(words[0].Text, "").FieldsOf(words, false)
		var got []string
		for _, f := range fields {
			text := words[f.Index].Text
			if f.Value > 0 {
				text += "=" + words[f.Value].Text
			}
			got = append(got, text)
		}
		if strings.Join(got, " ") != want || !complete {
			t.Errorf("%s: %q, want %q", call, got, want)
		}
	}
}

// The table of replies is ours; a script that runs says whether it is true.
func TestRepliesAsTheEnginesGiveThem(t *testing.T) {
	for _, server := range []testenv.Server{testenv.Redis(t), testenv.Valkey(t)} {
		client := redis.NewClient(&redis.Options{Addr: server.Addr})
		defer client.Close()
		for _, call := range []string{
			"SET s 1", "SET s 1 NX", "SET s 1 GET", "SETNX s 1", "GET s", "GET none", "INCR s", "INCRBYFLOAT s 1.5", "EXISTS s none",
			"STRLEN s", "APPEND s x", "GETRANGE s 0 1", "MGET s none", "TYPE s", "TTL s", "EXPIRE s 9", "PERSIST s", "GETDEL none",
			"HSET h a 1", "HSETNX h a 1", "HGET h a", "HGET h none", "HMGET h a none", "HGETALL h", "HINCRBY h n 1", "HINCRBYFLOAT h n 1",
			"HEXISTS h a", "HLEN h", "HKEYS h", "HVALS h", "HMSET h a 1", "HDEL h a none", "HSTRLEN h a",
			"ZADD z 1 m", "ZADD z XX INCR 1 m", "ZADD z NX INCR 1 m", "ZSCORE z m", "ZSCORE z none", "ZRANK z m", "ZRANK z none", "ZRANGE z 0 -1",
			"ZRANGEBYSCORE z 0 9", "ZCARD z", "ZCOUNT z 0 9", "ZINCRBY z 1 m", "ZMSCORE z m none", "ZREM z none", "ZPOPMIN z", "ZREMRANGEBYSCORE z 0 9",
			"RPUSH l a b c d", "LPOP l", "LPOP none", "LPOP l 2", "LPOP none 2", "LRANGE l 0 -1", "LLEN l", "LINDEX l 0", "LREM l 0 a", "LMOVE l l LEFT LEFT",
			"LPOS l d", "LPOS l none", "LTRIM l 0 1", "LINSERT l BEFORE d x", "RPOPLPUSH none l",
			"SADD t a b c", "SPOP t", "SPOP none", "SPOP t 1", "SMEMBERS t", "SISMEMBER t a", "SMISMEMBER t a b", "SCARD t", "SRANDMEMBER t", "SRANDMEMBER none",
			"SREM t a", "SMOVE t u z", "XADD x * f v", "XADD none NOMKSTREAM * f v", "XLEN x", "XDEL x 1-1", "XTRIM x MAXLEN 9",
			"TIME", "PING", "ECHO x", "DBSIZE", "RANDOMKEY", "PUBLISH c m", "DEL s none", "UNLINK none", "RENAME l l2", "RENAMENX l2 l3", "COPY l3 l4",
			"SETBIT b 1 1", "GETBIT b 1", "BITCOUNT b", "BITPOS b 1", "PFADD p a", "PFCOUNT p", "KEYS *", "FLUSHALL",
		} {
			texts := strings.Split(call, " ")
			args := make([]any, len(texts))
			for i, text := range texts {
				args[i] = text
			}
			script := `local r = redis.call(unpack(ARGV))
				if type(r) == 'table' then
					if r.ok then return 'status' end
					local e = {}
					for i, v in ipairs(r) do e[#e + 1] = type(v) end
					return 'list ' .. table.concat(e, ' ')
				end
				return type(r) .. ' ' .. tostring(r)`
			got, err := client.Eval(t.Context(), script, nil, args...).Text()
			if err != nil {
				t.Errorf("%s: %s: %v", server.Name, call, err)
				continue
			}
			if reply := Find(texts[0], "").ReplyTo(known(texts), false); !fits(reply, strings.Fields(got)) {
				t.Errorf("%s: %s answers %q, which %+v does not cover", server.Name, call, got, reply)
			}
		}
	}
}

func fits(r Reply, got []string) bool {
	switch got[0] {
	case "status":
		return r.Status
	case "number":
		return r.Int && (r.Max == 0 || got[1] <= fmt.Sprint(r.Max))
	case "string":
		return r.Text
	case "boolean":
		return r.False
	}
	if !r.List || r.Max > 0 && len(got)-1 > r.Max {
		return false
	}
	for _, elem := range got[1:] {
		if r.Elem != nil && !fits(*r.Elem, []string{elem, "0"}) {
			return false
		}
	}
	return true
}

func TestSubcommandsAreFoundByTwoWords(t *testing.T) {
	if c := Find("Config", "get"); c == nil || c.Name != "CONFIG GET" {
		t.Errorf("Config get: %v", c)
	}
	for _, name := range []string{"config|get", "config get", "config ", ""} {
		if c := Find(name, ""); c != nil {
			t.Errorf("%q is %s", name, c.Name)
		}
	}
}
