package rules

import "github.com/echomq/emqgen/internal/diag"

// output holds what is said of output folders.
var output = []diag.Rule{
	{
		ID:       "output-missing",
		Sentence: "every file that the spec asks for is there",
		Doc:      "Run `emqgen generate` and commit what it writes.",
	},
	{
		ID:       "output-stale",
		Sentence: "every generated file is as generated",
		Doc:      "The spec, the Lua or emqgen changed since the file was written, or somebody edited it. Run `emqgen generate`; an edit that is worth keeping belongs in the spec.",
	},
	{
		ID:       "output-orphaned",
		Sentence: "no generated file is left over",
		Doc:      "An earlier run wrote the file, and the spec does not ask for it any more. `emqgen generate` removes it.",
	},
	{
		ID:       "output-foreign",
		Sentence: "emqgen overwrites only what it wrote",
		Doc:      "A file is emqgen's when one of its first lines says so or, for files that cannot carry a comment, when its digest is the one that emqgen-LANG.sum lists. Anything else in the way is somebody's work: move it, or say --force.",
	},
	{
		ID:       "output-blocked",
		Sentence: "what is in the way can be replaced",
		Doc:      "A folder stands where a file should, a file where a folder should, or a symbolic link would lead the output elsewhere. --force does not help: remove it by hand.",
	},
	{
		ID:       "output-clash",
		Sentence: "two languages do not write the same file",
		Doc:      "Give each language a folder of its own with --out LANG=DIR.",
	},
}
