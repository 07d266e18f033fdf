package command

import "slices"

// Reply says what a script gets from redis.call, as far as it can be told from
// the words. RESP2 is meant: a missing value is false.
type Reply struct {
	Int    bool // a number
	Text   bool // a string
	Status bool // a table with ok
	List   bool // a table
	False  bool // the missing value
	// Elem is what a list holds; nil when it is not known.
	Elem *Reply
	// Max bounds a number, or the length of a list; 0 when nothing does.
	Max int
}

// Unknown reports whether nothing is known about the reply.
func (r Reply) Unknown() bool { return !r.Int && !r.Text && !r.Status && !r.List && !r.False }

var (
	aText    = Reply{Text: true}
	someText = Reply{Text: true, False: true}
	aNumber  = Reply{Int: true}
	aStatus  = Reply{Status: true}
	texts    = Reply{List: true, Elem: &aText}
	gapped   = Reply{List: true, Elem: &someText}
	numbers  = Reply{List: true, Elem: &aNumber}
	aList    = Reply{List: true}
	someList = Reply{List: true, False: true}
)

// flag is a number that is 0 or 1.
var flag = Reply{Int: true, Max: 1}

// replies by command; the engines of these versions do not publish it.
var replies = map[string]Reply{
	"APPEND": aNumber, "BITCOUNT": aNumber, "BITOP": aNumber, "BITPOS": aNumber,
	"COPY": flag, "DBSIZE": aNumber, "DECR": aNumber, "DECRBY": aNumber, "DEL": aNumber,
	"DUMP": someText, "ECHO": aText, "EXISTS": aNumber, "EXPIRE": flag, "EXPIREAT": flag, "EXPIRETIME": aNumber,
	"FLUSHALL": aStatus, "FLUSHDB": aStatus,
	"GEOADD": aNumber, "GEODIST": someText, "GEOHASH": gapped, "GEOPOS": aList, "GEOSEARCHSTORE": aNumber,
	"GET": someText, "GETBIT": flag, "GETDEL": someText, "GETEX": someText, "GETRANGE": aText, "GETSET": someText,
	"HDEL": aNumber, "HEXISTS": flag, "HGET": someText, "HGETALL": texts, "HINCRBY": aNumber,
	"HINCRBYFLOAT": aText, "HKEYS": texts, "HLEN": aNumber, "HMGET": gapped, "HMSET": aStatus,
	"HSET": aNumber, "HSETNX": flag, "HSTRLEN": aNumber, "HVALS": texts,
	"INCR": aNumber, "INCRBY": aNumber, "INCRBYFLOAT": aText,
	"KEYS": texts, "LINDEX": someText, "LINSERT": aNumber, "LLEN": aNumber, "LMOVE": someText, "LMPOP": someList,
	"LPUSH": aNumber, "LPUSHX": aNumber, "LRANGE": texts, "LREM": aNumber, "LSET": aStatus, "LTRIM": aStatus,
	"MGET": gapped, "MOVE": flag, "MSET": aStatus, "MSETNX": flag,
	"PERSIST": flag, "PEXPIRE": flag, "PEXPIREAT": flag, "PEXPIRETIME": aNumber,
	"PFADD": flag, "PFCOUNT": aNumber, "PFMERGE": aStatus, "PING": aStatus, "PSETEX": aStatus, "PTTL": aNumber,
	"PUBLISH": aNumber, "RANDOMKEY": someText, "RENAME": aStatus, "RENAMENX": flag, "RESTORE": aStatus,
	"RPOPLPUSH": someText, "RPUSH": aNumber, "RPUSHX": aNumber,
	"SADD": aNumber, "SCAN": aList, "SSCAN": aList, "HSCAN": aList, "ZSCAN": aList, "SCARD": aNumber, "SDIFF": texts, "SDIFFSTORE": aNumber, "SETBIT": flag, "SETEX": aStatus,
	"SETNX": flag, "SETRANGE": aNumber, "SINTER": texts, "SINTERCARD": aNumber, "SINTERSTORE": aNumber,
	"SISMEMBER": flag, "SMEMBERS": texts, "SMISMEMBER": numbers, "SMOVE": flag, "SPUBLISH": aNumber,
	"SREM": aNumber, "STRLEN": aNumber, "SUBSTR": aText, "SUNION": texts, "SUNIONSTORE": aNumber,
	"TIME": {List: true, Elem: &aText, Max: 2}, "TOUCH": aNumber, "TTL": aNumber, "TYPE": aStatus, "UNLINK": aNumber,
	"XACK": aNumber, "XDEL": aNumber, "XLEN": aNumber, "XREAD": someList, "XREADGROUP": someList, "XTRIM": aNumber,
	"ZCARD": aNumber, "ZCOUNT": aNumber, "ZDIFF": texts, "ZDIFFSTORE": aNumber, "ZINTER": texts, "ZMPOP": someList, "ZUNION": texts, "ZINCRBY": aText, "ZINTERCARD": aNumber,
	"ZINTERSTORE": aNumber, "ZLEXCOUNT": aNumber, "ZMSCORE": gapped, "ZPOPMAX": texts, "ZPOPMIN": texts,
	"ZRANGE": texts, "ZRANGEBYLEX": texts, "ZRANGEBYSCORE": texts, "ZRANGESTORE": aNumber,
	"ZREM": aNumber, "ZREMRANGEBYLEX": aNumber, "ZREMRANGEBYRANK": aNumber, "ZREMRANGEBYSCORE": aNumber,
	"ZREVRANGE": texts, "ZREVRANGEBYLEX": texts, "ZREVRANGEBYSCORE": texts, "ZSCORE": someText, "ZUNIONSTORE": aNumber,
}

// counted are the commands whose number is at most that of the words from a
// position on.
var counted = map[string]int{
	"DEL": 1, "EXISTS": 1, "HDEL": 2, "SADD": 2, "SREM": 2, "TOUCH": 1, "UNLINK": 1, "XACK": 3, "XDEL": 2, "ZREM": 2,
}

// ReplyTo says what the command answers to these words (the name first).
func (c *Command) ReplyTo(words []Word, open bool) Reply {
	has := func(keywords ...string) bool {
		return slices.ContainsFunc(words, func(w Word) bool {
			return slices.ContainsFunc(keywords, w.Is)
		})
	}
	switch c.Name {
	case "SET":
		switch {
		case open:
			return Reply{}
		case has("GET"):
			return someText
		}
		return Reply{Status: true, False: has("NX", "XX", "IFEQ")}
	case "ZADD":
		switch {
		case open:
			return Reply{}
		case has("INCR"):
			return Reply{Text: true, False: has("NX", "XX", "GT", "LT")}
		}
		at := 2
		for at < len(words) && slices.ContainsFunc([]string{"NX", "XX", "GT", "LT", "CH"}, words[at].Is) {
			at++
		}
		return Reply{Int: true, Max: max((len(words)-at)/2, 1)}
	case "LREM":
		if len(words) > 2 && words[2].Known && (words[2].Text == "1" || words[2].Text == "-1") {
			return flag
		}
	case "HSET":
		if open {
			return aNumber
		}
		return Reply{Int: true, Max: max((len(words)-2)/2, 1)}
	case "XADD":
		return Reply{Text: true, False: has("NOMKSTREAM") || open && len(words) < 3}
	case "LPOP", "RPOP":
		if open || len(words) > 2 {
			return Reply{List: true, False: true, Elem: &aText}
		}
		return someText
	case "SPOP", "SRANDMEMBER":
		if open || len(words) > 2 {
			return texts
		}
		return someText
	case "ZRANK", "ZREVRANK":
		if len(words) > 3 {
			return Reply{}
		}
		return Reply{Int: true, False: true}
	case "LPOS":
		if open || has("COUNT") {
			return Reply{}
		}
		return Reply{Int: true, False: true}
	case "SORT", "GEORADIUS", "GEORADIUSBYMEMBER":
		switch {
		case has("STORE", "STOREDIST"):
			return aNumber
		case open:
			return Reply{}
		case c.Name == "SORT" && has("GET"):
			return gapped // what it looks up may be missing
		case c.Name == "SORT":
			return texts
		}
		return aList
	case "HRANDFIELD", "ZRANDMEMBER":
		if open || len(words) > 2 {
			return texts
		}
		return someText
	case "XCLAIM", "XRANGE", "XREVRANGE", "GEOSEARCH", "XAUTOCLAIM", "XPENDING":
		return aList
	}
	reply := replies[c.Name]
	if from, ok := counted[c.Name]; ok && !open {
		reply.Max = max(len(words)-from, 1)
	}
	return reply
}
