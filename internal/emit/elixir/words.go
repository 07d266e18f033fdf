package elixir

import (
	"bytes"
	"strings"
	"unicode"
)

// reserved are the words that cannot be a variable or a function.
var reserved = words(`true false nil when and or not in fn do end catch rescue after else`)

// special are the functions that no module can define, or that emitted modules
// are themselves written with.
var special = words(`alias case cond def defp for import quote receive require super try unquote
	unquote_splicing with`)

// locals are the variables that emitted functions use for themselves.
var locals = words(`conn opts`)

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

// underscore spells a module as Elixir names its file: EchoMQ.Jobs becomes
// echo_mq/jobs.
func underscore(module string) string {
	var b bytes.Buffer
	runes := []rune(module)
	for i, r := range runes {
		switch {
		case r == '.':
			b.WriteByte('/')
		case unicode.IsUpper(r):
			after := i > 0 && runes[i-1] != '.' && runes[i-1] != '_'
			boundary := after && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
			if boundary {
				b.WriteByte('_')
			}
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
