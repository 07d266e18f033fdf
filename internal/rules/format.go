package rules

import "github.com/echomq/emqgen/internal/diag"

// format holds what is checked before a spec means anything.
var format = []diag.Rule{
	{
		ID:       "spec-file",
		Sentence: "the spec can be read",
		Doc:      "The file does not exist, is no regular file, or may not be read. SPEC is spec/protocol.yaml unless another one is named.",
	},
	{
		ID:       "empty-spec",
		Sentence: "a spec holds a mapping",
		Doc:      "The file is empty, or holds nothing but comments. `emqgen init DIR` writes a small spec that works.",
	},
	{
		ID:       "yaml-syntax",
		Sentence: "a spec is YAML",
		Doc:      "The text cannot be read as YAML. The position is where reading stopped, which is the mistake or just behind it: look for a quote or bracket that is not closed, a tab in front of a line, or a colon within a text that is not quoted.",
		Bad:      "doc: a queue: and more\nkeys:\n  a: {at: a}\n",
		Good:     "doc: \"a queue: and more\"\nkeys:\n  a: {at: a}\n",
	},
	{
		ID:       "yaml-encoding",
		Sentence: "a spec is UTF-8 text",
		Doc:      "Every speaker has to read the same characters, so other encodings, NUL and control characters are refused rather than guessed at. Save the file as UTF-8.",
	},
	{
		ID:       "yaml-limit",
		Sentence: "a spec stays within bounds",
		Doc:      "Files that are very large or very deeply nested are refused before they cost time and memory.",
	},
	{
		ID:       "yaml-feature",
		Sentence: "a spec uses plain YAML",
		Doc:      "Tags, merge keys, several documents and aliases to their own parents make a spec mean something else than it reads. Write the value out.",
	},
	{
		ID:       "duplicate-key",
		Sentence: "a key stands once in its mapping",
		Doc:      "Of two equal keys, YAML readers silently keep one, and not all of them the same one.",
		Bad:      "keys:\n  a: {at: a}\n  a: {at: b}\n",
		Good:     "keys:\n  a: {at: a}\n  b: {at: b}\n",
	},
	{
		ID:       "unknown-key",
		Sentence: "every key of a spec is known",
		Doc:      "A misspelt key would otherwise be a setting that silently does nothing. `emqgen schema` prints the whole format; an editor that knows it completes the keys.",
		Bad:      "kyes:\n  a: {at: a}\n",
		Good:     "keys:\n  a: {at: a}\n",
	},
	{
		ID:       "missing-key",
		Sentence: "what a declaration needs is there",
		Doc:      "The declaration means nothing without the key that is named.",
		Bad:      "keys:\n  a: {type: hash}\n",
		Good:     "keys:\n  a: {at: a, type: hash}\n",
	},
	{
		ID:       "wrong-kind",
		Sentence: "a value has the form that its place asks for",
		Doc:      "A mapping, a list and a single value are not taken for one another.",
		Bad:      "keys: [a, b]\n",
		Good:     "keys:\n  a: {at: a}\n",
	},
	{
		ID:       "bad-value",
		Sentence: "a value is one of those that its place admits",
		Doc:      "Names are lower_snake, since each language derives its own spelling from their words; types, units and profiles are one of a few words.",
		Bad:      "keys:\n  a: {at: a, type: hsah}\n",
		Good:     "keys:\n  a: {at: a, type: hash}\n",
	},
}
