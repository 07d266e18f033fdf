// Package naming turns the lower_snake names of a spec into the spelling of a
// language, and notices when two of them end up the same.
//
// What a language reserves, and which names an emitter uses for itself, is the
// business of that language's emitter; this package holds what they share.
package naming

import "strings"

// Words splits a lower_snake (or kebab, dotted, camelCase, upper-case) name into
// its lower-case words.
func Words(name string) []string {
	if strings.ToLower(name) != name {
		name = strings.ToLower(humps(name))
	}
	return strings.FieldsFunc(name, func(r rune) bool {
		return r == '_' || r == '-' || r == '.' || r == ' '
	})
}

// humps puts an underscore before each capital that follows a small letter or a
// digit: fields of other people's protocols are often spelled in camelCase.
func humps(name string) string {
	var b strings.Builder
	for i := range len(name) {
		capital := name[i] >= 'A' && name[i] <= 'Z'
		if capital && i > 0 && (name[i-1] >= 'a' && name[i-1] <= 'z' || name[i-1] >= '0' && name[i-1] <= '9') {
			b.WriteByte('_')
		}
		b.WriteByte(name[i])
	}
	return b.String()
}

// Snake spells lower_snake_case.
func Snake(name string) string { return strings.Join(Words(name), "_") }

// UpperSnake spells UPPER_SNAKE_CASE.
func UpperSnake(name string) string { return strings.ToUpper(Snake(name)) }

// Pascal spells PascalCase; initialisms (may be nil) are written in capitals.
func Pascal(name string, initialisms map[string]bool) string {
	return humped(name, initialisms, false)
}

// Camel spells camelCase; an initialism is lower-case in front and in capitals
// elsewhere.
func Camel(name string, initialisms map[string]bool) string {
	return humped(name, initialisms, true)
}

// humped joins words, each with a capital in front; the first may stay small.
func humped(name string, initialisms map[string]bool, small bool) string {
	text := make([]byte, 0, 64)
	for i, word := range Words(name) {
		switch first := word[0]; {
		case small && i == 0:
			text = append(text, word...)
		case initialisms[word]:
			text = append(text, strings.ToUpper(word)...)
		case first >= 'a' && first <= 'z':
			text = append(append(text, first-'a'+'A'), word[1:]...)
		default:
			text = append(append(text, strings.ToUpper(word[:1])...), word[1:]...)
		}
	}
	return string(text)
}
