package command

import (
	"slices"
	"strconv"
	"strings"
)

// takers remove elements, or keys, and leave less behind each time.
var takers = words(`DEL UNLINK GETDEL HDEL LPOP RPOP LREM LMOVE RPOPLPUSH SPOP SREM SMOVE XDEL ZREM ZPOPMIN ZPOPMAX
	LMPOP ZMPOP ZREMRANGEBYSCORE ZREMRANGEBYRANK ZREMRANGEBYLEX LTRIM XACK DELIFEQ HGETDEL`)

// tellers answer 0, nothing or an empty list exactly when they changed nothing.
var tellers = words(`COPY DEL DELIFEQ EXPIRE EXPIREAT GETDEL HDEL HPERSIST HSETNX LMOVE LMPOP LPOP LPUSHX LREM MOVE MSETNX
	PERSIST PEXPIRE PEXPIREAT PFADD RENAMENX RPOP RPOPLPUSH RPUSHX SADD SETNX SMOVE SPOP SREM UNLINK XACK XDEL XTRIM
	ZMPOP ZPOPMAX ZPOPMIN ZREM ZREMRANGEBYLEX ZREMRANGEBYRANK ZREMRANGEBYSCORE`)

func words(list string) map[string]bool {
	m := map[string]bool{}
	word := ""
	for _, r := range list + " " {
		if r >= 'A' && r <= 'Z' {
			word += string(r)
			continue
		}
		if word != "" {
			m[word] = true
		}
		word = ""
	}
	return m
}

// Takes reports whether the command leaves less behind each time it finds
// something.
func (c *Command) Takes() bool { return takers[c.Name] }

// finders answer, or carry elsewhere, elements of a collection that the caller
// did not name.
var finders = words(`COPY DUMP GEORADIUS GEORADIUSBYMEMBER GEOSEARCH GEOSEARCHSTORE LINDEX LMOVE LMPOP LPOP LRANGE RENAME RENAMENX
	RPOP RPOPLPUSH SDIFF SDIFFSTORE SINTER SINTERSTORE SMEMBERS SORT SPOP SRANDMEMBER SSCAN SUNION SUNIONSTORE
	XAUTOCLAIM XPENDING XRANGE XREAD XREADGROUP XREVRANGE ZDIFF ZDIFFSTORE ZINTER ZINTERSTORE ZMPOP ZPOPMAX ZPOPMIN
	ZRANDMEMBER ZRANGE ZRANGEBYLEX ZRANGEBYSCORE ZRANGESTORE ZREVRANGE ZREVRANGEBYLEX ZREVRANGEBYSCORE ZSCAN ZUNION ZUNIONSTORE`)

// Finds reports whether a command finds out what stands in a collection, rather
// than how much, or whether one thing does.
func Finds(name string) bool {
	first, _, _ := strings.Cut(name, " ")
	return finders[first] || first == "SORT_RO" || first == "GEORADIUS_RO" || first == "GEORADIUSBYMEMBER_RO"
}

// TellsIfDone reports whether an empty, missing or zero reply to these words means
// that nothing was changed: the command is a test and a set in one.
func (c *Command) TellsIfDone(words []Word) bool {
	has := func(keywords ...string) bool {
		return slices.ContainsFunc(words, func(w Word) bool { return slices.ContainsFunc(keywords, w.Is) })
	}
	switch c.Name {
	case "SET":
		return has("NX", "XX", "IFEQ") && !has("GET")
	case "ZADD": // without NX, 0 says that a score was changed
		return has("NX") || has("CH") || has("INCR") && has("XX", "GT", "LT")
	case "XADD":
		return has("NOMKSTREAM")
	}
	return tellers[c.Name]
}

// onces set something only where there is nothing yet.
var onces = words(`COPY HSETNX MSETNX RENAMENX SADD SETNX`)

// SetsOnce reports whether the command with these words sets something only where
// there is nothing yet, and tells if it did.
func (c *Command) SetsOnce(words []Word) bool {
	if c.Name == "SET" || c.Name == "ZADD" {
		return slices.ContainsFunc(words, func(w Word) bool { return w.Is("NX") })
	}
	return onces[c.Name]
}

// MeetsKey reports whether the command with these words, given one key that
// exists, always answers 1.
func (c *Command) MeetsKey(words []Word) bool {
	switch c.Name {
	case "DEL", "UNLINK", "EXISTS", "TOUCH":
		return true
	case "EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT":
		return len(words) == 3
	}
	return false
}

// askers answer whether something is there.
var askers = words(`EXISTS GET HEXISTS HGET HMGET LPOS SISMEMBER SMISMEMBER TYPE ZRANK ZREVRANK ZSCORE ZMSCORE GETBIT`)

// Asks reports whether the reply tells if something is there.
func (c *Command) Asks() bool { return askers[c.Name] }

// cursors are the commands that go through something in pieces, and where among
// the words they are told to go on.
var cursors = map[string]int{"SCAN": 1, "HSCAN": 2, "SSCAN": 2, "ZSCAN": 2, "XAUTOCLAIM": 5}

// Cursor is the place, among a command's words, of the cursor that its reply
// begins with.
func Cursor(name string) (at int, ok bool) {
	at, ok = cursors[name]
	return at, ok
}

// Short is how long a list may be to be called short.
const Short = 2000

// Bounded reports whether the list it answers is short whatever the data: its
// length is written in the words.
func (c *Command) Bounded(words []Word) bool {
	small := func(i int) bool {
		if i >= len(words) || !words[i].Known {
			return i < len(words) && words[i].Most > 0 && words[i].Most <= Short
		}
		n, err := strconv.Atoi(words[i].Text)
		return err == nil && n >= 0 && n <= Short
	}
	switch c.Name {
	case "TIME", "HMGET", "MGET", "ZMSCORE", "SMISMEMBER", "EVAL":
		return true
	case "ZPOPMIN", "ZPOPMAX":
		return len(words) == 2 || small(2)
	case "LPOP", "RPOP", "SPOP", "SRANDMEMBER":
		return small(2)
	case "LRANGE", "ZRANGE", "ZREVRANGE":
		if small(2) && small(3) {
			return true
		}
	}
	for i, w := range words {
		if w.Is("LIMIT") {
			return small(i + 2)
		}
		if w.Is("COUNT") {
			return small(i + 1)
		}
	}
	return false
}
