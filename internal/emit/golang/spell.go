package golang

import (
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/echomq/emqgen/internal/naming"
	"github.com/echomq/emqgen/internal/protocol"
)

// initialisms are written in capitals, as Go does.
var initialisms = func() map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields("acl api ascii cpu css dns eof guid html http https id ip json lua qps ram rpc sha1 sla smtp sql ssh tcp tls ttl udp ui uid uri url utf8 uuid vm xml") {
		set[word] = true
	}
	return set
}()

func pascal(name string) string { return naming.Pascal(name, initialisms) }

// local spells a name for use inside a function, where it must not hide what the
// function needs.
func local(name string) string {
	spelled := naming.Camel(name, initialisms)
	if reservedLocal(spelled) {
		return spelled + "Arg"
	}
	return spelled
}

// unitWords are the units that a name may end in.
var unitWords = set("sec", "secs", "seconds", "msec", "msecs", "milli", "millis", "milliseconds", "usec", "usecs", "microseconds", "ms")

// unitless takes the unit from the name of a length of time: a time.Duration has
// none, and staticcheck says so of names that claim one.
func unitless(name string, t protocol.Type) string {
	if t.Unit != protocol.Millis {
		return name
	}
	words := naming.Words(name)
	for len(words) > 0 && unitWords[words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return "duration"
	}
	return strings.Join(words, "_")
}

// lower gives a name a small first letter.
func lower(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(first)) + name[size:]
}

// upper gives a name a capital.
func upper(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// reservedLocal tells whether a parameter of this name would not compile or
// would hide something that emitted functions use.
func reservedLocal(name string) bool {
	return token.IsKeyword(name) || predeclared[name] || emitterLocals[name] || generated(name)
}

// generated tells whether the name could be that of a function or variable
// which the emitter derives from the spec.
func generated(name string) bool {
	for _, prefix := range prefixes {
		if rest, ok := strings.CutPrefix(name, prefix); ok && rest != "" && token.IsExported(rest) {
			return true
		}
	}
	return false
}

// The prefixes of the names that the emitter derives: no runtime file may use
// one for a name of its own.
const (
	prefixAdmit  = "admit"  // host gate of a parameter
	prefixMatch  = "match"  // pattern of a parameter
	prefixCall   = "call"   // what a script is called with
	prefixReply  = "reply"  // how its reply is read
	prefixTuple  = "tuple"  // how the tuple in it is read
	prefixScript = "script" // the script itself
	prefixSource = "source" // its bytes
	prefixEnum   = "enum"   // the values of an enum
)

var prefixes = []string{prefixAdmit, prefixMatch, prefixCall, prefixReply, prefixTuple, prefixScript, prefixSource, prefixEnum}

// emitterLocals are the packages, functions and variables of emitted functions.
var emitterLocals = set(
	// packages
	"context", "redis", "regexp", "strconv", "time", "errors", "fmt",
	// variables
	"m", "c", "i", "ctx", "client", "key", "row", "err", "pipe", "reply", "value",
	// functions and types of the runtime
	"checkText", "asItCame", "batch", "call", "checkID", "enqueue", "listOf", "mapOf", "newBatch", "newCall", "newTuple", "refuse", "run", "wireBool", "wireBytes", "wireCount", "wireEnum", "wireFloat", "wireID", "wireInstant", "wireInt", "wireMillis", "wireText",
)

// predeclared are the names Go declares for every file.
var predeclared = set(
	"any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64",
	"int", "int8", "int16", "int32", "int64", "rune", "string",
	"uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
	"true", "false", "iota", "nil",
	"append", "cap", "clear", "close", "complex", "copy", "delete", "imag", "len",
	"make", "max", "min", "new", "panic", "print", "println", "real", "recover",
)

func set(words ...string) map[string]bool {
	s := make(map[string]bool, len(words))
	for _, word := range words {
		s[word] = true
	}
	return s
}
