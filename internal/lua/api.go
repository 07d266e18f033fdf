package lua

import (
	"slices"
	"strings"
	"sync"

	"github.com/echomq/emqgen/internal/lua/syntax"
)

// What a script finds around it, as `for k in pairs(_G)` lists it on Redis 7.0.15
// and Valkey 8.0.1. Names that only one of them has stand in valkeyOnly.
const globalNames = `_G _VERSION ARGV KEYS
	assert bit cjson cmsgpack collectgarbage coroutine error gcinfo getmetatable ipairs load loadstring math
	next pairs pcall rawequal rawget rawset redis select setmetatable string struct table tonumber tostring
	type unpack xpcall os server getfenv setfenv newproxy

	redis.LOG_DEBUG redis.LOG_NOTICE redis.LOG_VERBOSE redis.LOG_WARNING redis.REDIS_VERSION
	redis.REDIS_VERSION_NUM redis.REPL_ALL redis.REPL_AOF redis.REPL_NONE redis.REPL_REPLICA
	redis.REPL_SLAVE redis.acl_check_cmd redis.breakpoint redis.call redis.debug redis.error_reply redis.log
	redis.pcall redis.replicate_commands redis.set_repl redis.setresp redis.sha1hex redis.status_reply
	redis.SERVER_NAME redis.VALKEY_VERSION redis.VALKEY_VERSION_NUM

	string.byte string.char string.dump string.find string.format string.gfind string.gmatch string.gsub
	string.len string.lower string.match string.rep string.reverse string.sub string.upper
	table.concat table.foreach table.foreachi table.getn table.insert table.maxn table.remove table.setn
	table.sort
	math.abs math.acos math.asin math.atan math.atan2 math.ceil math.cos math.cosh math.deg math.exp
	math.floor math.fmod math.frexp math.huge math.ldexp math.log math.log10 math.max math.min math.mod
	math.modf math.pi math.pow math.rad math.random math.randomseed math.sin math.sinh math.sqrt math.tan
	math.tanh
	bit.arshift bit.band bit.bnot bit.bor bit.bswap bit.bxor bit.lshift bit.rol bit.ror bit.rshift bit.tobit
	bit.tohex
	cjson._NAME cjson._VERSION cjson.decode cjson.decode_invalid_numbers cjson.decode_max_depth cjson.encode
	cjson.encode_invalid_numbers cjson.encode_keep_buffer cjson.encode_max_depth
	cjson.encode_number_precision cjson.encode_sparse_array cjson.new cjson.null
	cmsgpack._COPYRIGHT cmsgpack._DESCRIPTION cmsgpack._NAME cmsgpack._VERSION cmsgpack.pack cmsgpack.unpack
	cmsgpack.unpack_limit cmsgpack.unpack_one
	struct.pack struct.size struct.unpack
	coroutine.create coroutine.resume coroutine.running coroutine.status coroutine.wrap coroutine.yield
	os.clock`

// globals are the values of these names. The members of server are those of redis.
var globals = sync.OnceValue(func() map[string]*Value {
	m := make(map[string]*Value, 256)
	for _, name := range strings.Fields(globalNames) {
		m[name] = shared(&Value{Op: Builtin, Str: name})
		if member, ok := strings.CutPrefix(name, "redis."); ok {
			name = "server." + member
			m[name] = shared(&Value{Op: Builtin, Str: name})
		}
	}
	return m
})

// valkeyOnly are names that Redis 7.0 does not have.
var valkeyOnly = set(`os server getfenv setfenv newproxy redis.SERVER_NAME redis.VALKEY_VERSION redis.VALKEY_VERSION_NUM`)

func set(names string) map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(names) {
		m[name] = true
	}
	return m
}

func isGlobal(name string) bool { return globals()[name] != nil }

// isLibrary reports whether a global is a table of functions.
func isLibrary(name string) bool { return name == "_G" || len(Members(name)) > 0 }

// available notes the use of a name that not every engine has.
func (m *machine) available(name string, at syntax.Span) {
	if valkeyOnly[name] {
		m.event(&Event{Kind: MemberRead, At: at, Text: name})
	}
}

// member is a function or constant of a library.
func (m *machine) member(library, name string, at syntax.Span) *Value {
	v := globals()[library+"."+name]
	if library == "_G" {
		v = globals()[name]
	}
	switch {
	case v == nil && library == "_G":
		m.event(&Event{Kind: MemberRead, At: at, Text: name})
		return unknown()
	case v == nil:
		m.event(&Event{Kind: MemberRead, At: at, Text: library + "." + name})
		return unknown()
	case v.Str == "math.huge":
		return number(infinity)
	}
	m.available(v.Str, at)
	return v
}

// ValkeyOnly reports whether a global or library member exists on Valkey but not
// on Redis.
func ValkeyOnly(name string) bool { return valkeyOnly[name] }

// Globals lists the globals that engines give scripts.
func Globals() []string {
	var names []string
	for name := range globals() {
		if !strings.Contains(name, ".") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Members lists the members of a library.
func Members(library string) []string {
	var names []string
	for name := range globals() {
		if member, ok := strings.CutPrefix(name, library+"."); ok {
			names = append(names, member)
		}
	}
	slices.Sort(names)
	return names
}
