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
	return strings.FieldsFunc(strings.ToLower(humps(name)), func(r rune) bool {
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
	var b strings.Builder
	for _, word := range Words(name) {
		if initialisms[word] {
			b.WriteString(strings.ToUpper(word))
		} else {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// Camel spells camelCase; an initialism is lower-case in front and in capitals
// elsewhere.
func Camel(name string, initialisms map[string]bool) string {
	words := Words(name)
	if len(words) == 0 {
		return ""
	}
	return words[0] + Pascal(strings.Join(words[1:], "_"), initialisms)
}
