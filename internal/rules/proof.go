package rules

import "github.com/echomq/emqgen/internal/diag"

// proof holds what `emqgen verify` says.
var proof = []diag.Rule{
	{
		ID:       "script-differs",
		Sentence: "every speaker holds the bytes of the Lua file",
		Doc:      "An SDK that runs other bytes is another peer. When its file was edited by hand, generate it again; otherwise the engine or the emitter is at fault.",
	},
	{
		ID:       "script-missing",
		Sentence: "every speaker holds every script",
		Doc:      "The spec declares a script that the SDK does not have. Generate it again.",
	},
	{
		ID:       "script-refused",
		Sentence: "every engine takes every script",
		Doc:      "The engine answered SCRIPT LOAD with an error, as it does for what it cannot compile. Every call of the script would fail there.",
	},
	{
		ID:       "script-unknown",
		Sentence: "no speaker holds a script that the spec does not declare",
		Doc:      "The SDK has a script that the spec does not declare, perhaps of an earlier version. Generate it again.",
	},
	{
		ID:       "sdk-broken",
		Sentence: "every SDK runs",
		Doc:      "The SDK does not compile, cannot be imported, or was not generated. What its toolchain said stands beside it.",
	},
}
