package rules

import "github.com/echomq/emqgen/internal/diag"

// names holds what is checked per language.
var names = []diag.Rule{
	{
		ID:       "name-collision",
		Sentence: "two things are not spelled alike in one language",
		Doc:      "Names of the spec differ, but a language that joins their words spells them the same: foo_3_3 and foo_33 are both Foo33. Choose another spelling for one of them with `names:`, which the wire does not see.",
		Bad:      "scripts: {foo_3_3: …, foo_33: …}",
		Good:     "names: {go: {rename: {jobs.foo_33: FooThirtyThree}}}",
	},
	{
		ID:       "name-reserved",
		Sentence: "a spelling is not taken by the language or by the SDK itself",
		Doc:      "Keywords, builtins and the names that every SDK has are avoided where another spelling is natural. Where none is, choose one with `names:`.",
		Bad:      "modules: {script: …}",
		Good:     "names: {elixir: {rename: {modules.script: Scripts}}}",
	},
	{
		ID:       "name-unspellable",
		Sentence: "a name can be spelled in the language",
		Doc:      "Overrides are used as they are, so each has to be an identifier of the language, of the kind that its place needs.",
		Bad:      "names: {go: {rename: {jobs.enqueue: push-it}}}",
		Good:     "names: {go: {rename: {jobs.enqueue: PushIt}}}",
	},
	{
		ID:       "name-unknown",
		Sentence: "an override spells something that the SDK has",
		Doc:      "The path names a thing of the spec that is not spelled in this language, so that the override would silently do nothing.",
	},
}
