package judge

import "github.com/echomq/emqgen/internal/diag"

// Rules about the whole of a step rather than one change of it. The findings are
// made where all verdicts are known.
var consistencyRules = []Rule{
	{
		ID: "fence-missing", Layer: L1, Class: WireBreak,
		Says: "the wire breaks and the fence still claims the same string",
		Explain: "The fence string is compared whole, so it is what keeps old speakers away from new rows. " +
			"With the old string both sides connect to one store and harm each other's rows. Step `wire` with every break.",
		Mirror: "fence-without-break",
	},
	{
		ID: "version-owed", Layer: L4, Class: APIOnly, Severity: diag.Warning,
		Says:    "the version does not step as far as the changes owe",
		Explain: "`version` steps with every change, by its kind: major for a wire break, minor for what is additive, needs proof or makes callers act, patch for the rest.",
		Mirror:  "version-overstepped",
	},
	{
		ID: "version-overstepped", Layer: L4, Class: Free, Severity: diag.Info,
		Says:    "the version steps further than the changes owe",
		Explain: "A larger step than needed makes callers look for a change that is not there. It may be meant so, and never fails a run.",
		Mirror:  "version-owed",
	},
	{
		ID: "sides-swapped", Layer: L4, Class: WireBreak,
		Says:     "old and new look swapped",
		Explain:  "The new side is older than the old one, so most likely every verdict is about the way back. Name the older version first.",
		NoMirror: "a step from the older version to the newer one is what diff is for",
	},
	{
		ID: "proof-contradicts", Layer: L2, Class: WireBreak,
		Says: "a mixture of old and new speakers fails a gate that holds for each alone",
		Explain: "Both versions ran against one store, and the story shows what an observer would see. " +
			"Whatever the rules say of the single changes, these speakers cannot live together.",
		NoMirror: "mixtures that hold are reported as the number of them, since they prove no more than what was run",
	},
	{
		ID: "gate-unheld", Layer: L2, Class: NeedsProof, Always: true,
		Says: "the new version alone does not hold a gate of its own",
		Explain: "The gate was run with new speakers only, and it does not come out as the spec tells it. " +
			"So the spec contradicts itself, and no mixture with old speakers can say anything. Correct the gate, or the scripts. " +
			"A gate that only the old version tells and does not hold is old news: it is left out of the proof, and fails nothing.",
		NoMirror: "a gate that holds is run in mixtures",
	},
	{
		ID: "ack-unused", Layer: L4, Class: Free, Severity: diag.Warning, Always: true,
		Says:     "an acknowledgement covers no change",
		Explain:  "It was for a change that is in the past or was not made like this. Remove it, so that it is not mistaken for one that holds.",
		NoMirror: "an acknowledgement that covers a change is what it is for",
	},
	{
		ID: "ack-expired", Layer: L4, Class: Free, Severity: diag.Warning, Always: true,
		Says:     "an acknowledgement has run out",
		Explain:  "It does not cover its change any more. Do what was promised until then, or decide anew.",
		NoMirror: "an acknowledgement that has not run out is what it is for",
	},
}
