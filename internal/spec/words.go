package spec

import (
	"strings"

	"github.com/echomq/emqgen/internal/lazy"
	"github.com/echomq/emqgen/internal/naming"
)

// word is a scalar that has to match a pattern as a whole.
func word(what, pattern, help string) form[Text] { return mendable(what, pattern, help, nil) }

// mendable is a word for which mend guesses what was meant.
func mendable(what, pattern, help string, mend func(string) string) form[Text] {
	compiled := lazy.Regexp(pattern)
	return scalar{what: what, pattern: pattern, ok: func(s string) bool { return compiled().MatchString(s) }, mend: mend, help: help}
}

// namePattern is what IsName accepts.
const namePattern = "^[a-z][a-z0-9]*(_[a-z0-9]+)*$"

// IsName reports whether s is a lower_snake name. It stands for a regular
// expression because half of the words of a spec are names.
func IsName(s string) bool {
	last := byte('_')
	for i := range len(s) {
		c := s[i]
		letter, digit := c >= 'a' && c <= 'z', c >= '0' && c <= '9'
		if !letter && !(digit && i > 0) && !(c == '_' && last != '_') {
			return false
		}
		last = c
	}
	return last != '_'
}

var (
	name form[Text] = scalar{
		what: "a lower_snake name", pattern: namePattern, ok: IsName, mend: naming.Snake,
		help: "names are lower-case letters, digits and single underscores, and begin with a letter; each language derives its own spelling",
	}
	fieldName = word("a field name", `^[A-Za-z][A-Za-z0-9]*([_.-][A-Za-z0-9]+)*$`,
		"field names are the bytes on the wire: letters, digits and single _ . or -, beginning with a letter; leave out fields to keep a free map")
	class = mendable("a wire class", `^[A-Z][A-Z0-9_]*$`,
		"a class is one upper-case word, such as EMQKIND", naming.UpperSnake)
	brand = mendable("a brand", `^[A-Z]{3}$`,
		"a brand is three upper-case letters, such as JOB", strings.ToUpper)
	engineVersion = mendable("an engine version", `^[0-9]+\.[0-9]+(\.[0-9]+)?$`,
		`write major.minor in quotes, such as "7.0"`, func(s string) string { return s + ".0" })
	typeName = choice("a type", "text", "bytes", "int", "float", "bool", "branded", "enum")
	// replyType names what only a reply can be as well.
	replyType = choice("a type of a reply", "text", "bytes", "int", "count", "float", "bool", "branded", "enum", "status")
	unit      = choice("a unit", "ms", "unix_ms")
	values    = listOf("values", word("an enum value", `^[A-Za-z][A-Za-z0-9]*([_.-][A-Za-z0-9]+)*$`,
		"enum values are letters, digits and single _ . or -, and begin with a letter; declare other bytes as text"))
)
