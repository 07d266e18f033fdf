package judge

import (
	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff/fact"
)

var identityRules = []Rule{
	{
		ID: "protocol-renamed", On: fact.ProtocolRenamed, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `the protocol is called "{new}" and was called "{old}"`,
		Explain:   "The name of a protocol names packages and modules. No speaker sends it.",
		Relations: unmoved, Mirror: "protocol-renamed",
	},
	{
		ID: "version-stepped", On: fact.VersionStepped, Layer: L4, Class: Free, Severity: diag.Info, Stepless: true,
		Says:      "the version steps from {old} to {new}",
		Explain:   "The version is what the other changes owe; it is not looked at on the wire.",
		Relations: unmoved, Mirror: "version-stepped",
	},
	{
		ID: "doc-changed", On: fact.DocChanged, Layer: L4, Class: Free, Severity: diag.Info,
		Says:      "the description is reworded",
		Explain:   "Descriptions become comments of the SDKs.",
		Relations: unmoved, Mirror: "doc-changed",
	},
	{
		ID: "declarations-reordered", On: fact.DeclarationsReordered, Layer: L4, Class: Free, Severity: diag.Info,
		Says:      "the same things are declared in another order",
		Explain:   "The order of declarations is the order of what is emitted. KEYS, ARGV and members have rules of their own, for there the order counts.",
		Relations: unmoved, Mirror: "declarations-reordered",
	},
	{
		ID: "wire-renamed", On: fact.FenceStepped, Layer: L4, Class: Free, Severity: diag.Info,
		When:      func(s *Speakers, _ fact.Change) bool { return s.Old.Fence == nil || s.New.Fence == nil },
		Says:      `the wire is called "{new}" and was called "{old}"`,
		Explain:   "Without a key that holds the fence nobody compares the string.",
		Relations: unmoved, Mirror: "wire-renamed",
	},
	{
		ID: "fence-stepped", On: fact.FenceStepped, Layer: L1, Class: WireBreak,
		Says: `the fence claims "{new}" and claimed "{old}"`,
		Explain: "The fence string is compared whole, so a new one parts old speakers from new ones: whoever finds the other's string refuses the connection. " +
			"This is what a wire break wants, since no old speaker can then touch a new row, or the other way round. The stored string has to be replaced when the store is handed over.",
		Relations: every(no(Refused, `whoever claims "{old}" and whoever claims "{new}" do not connect to the same store`)), Mirror: "fence-stepped",
	},
	{
		ID: "fence-without-break", On: fact.FenceStepped, Layer: L1, Class: WireBreak,
		When: func(*Speakers, fact.Change) bool { return false }, // chosen when the rest of the changes is judged
		Says: `the fence claims "{new}" instead of "{old}", and no other change breaks the wire`,
		Explain: "A new fence string keeps apart speakers who could live together: every old speaker refuses the store, for nothing. " +
			"Keep the old string, and step `version` alone. Where a change needs proof and the proof finds a break, the new string is right.",
		Relations: every(no(Refused, `whoever claims "{old}" and whoever claims "{new}" do not connect to the same store`)), Mirror: "fence-missing",
	},
	{
		ID: "fence-added", On: fact.FenceAdded, Layer: L1, Class: Additive, Severity: diag.Info,
		Says:      `there is a fence now, claiming "{new}"`,
		Explain:   "New speakers claim the wire when they connect. Old speakers do not look, so the fence parts nobody until they are gone.",
		Relations: every(yes("an old speaker does not look at the fence, a new one finds it absent and claims it")), Mirror: "fence-removed",
	},
	{
		ID: "fence-removed", On: fact.FenceRemoved, Layer: L1, Class: APIOnly, Severity: diag.Warning,
		Says:      `there is no fence any more; it claimed "{old}"`,
		Explain:   "Nothing breaks today, and nothing will stop two speakers who cannot understand each other tomorrow. Callers lose the typed error of the fence.",
		Relations: every(yes("a new speaker does not look at the fence, an old one still finds its own string")), Mirror: "fence-added",
	},
	{
		ID: "fence-key-moved", On: fact.FenceKeyMoved, Layer: L1, Class: WireBreak,
		Says:      `the fence is read at "{new}" and was read at "{old}"`,
		Explain:   "Each side finds its own fence and neither finds the other's: both go on, and nothing parts them any more.",
		Relations: every(no(Unfindable, `the claim at "{old}" is not seen by whoever looks at "{new}", nor the other way round`)), Mirror: "fence-key-moved",
	},
}

var idRules = []Rule{
	{
		ID: "ids-added", On: fact.IDsAdded, Layer: L1, Class: Additive, Severity: diag.Info,
		Says:      "there are branded ids now: {new}",
		Explain:   "The layout alone moves nothing; what uses it is judged where it stands.",
		Relations: unmoved, Mirror: "ids-removed",
	},
	{
		ID: "ids-removed", On: fact.IDsRemoved, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "there are no branded ids any more: {old}",
		Explain:   "The layout alone moves nothing; keys and arguments that held ids are judged where they stand. Callers lose the codec.",
		Relations: unmoved, Mirror: "ids-added",
	},
	{
		ID: "id-epoch-moved", On: fact.IDEpochMoved, Layer: L1, Class: WireBreak,
		Says:    "millisecond 0 of an id is {new} and was {old}",
		Explain: "The same bytes name another instant, ids minted by old and new speakers no longer sort by time, and two of them can be the same.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, "it reads another instant out of the same id"),
			NewReadsOld: no(Unreadable, "it reads another instant out of the same id"),
			Together:    no(Unreadable, "they can mint the same id twice, and their ids do not sort by age"),
			InFlight:    no(Unreadable, "their ids sort among new ones at the wrong place"),
		},
		Mirror: "id-epoch-moved",
	},
	{
		ID: "id-bits-changed", On: fact.IDBitsChanged, Layer: L1, Class: WireBreak,
		Says:    "an id is laid out as {new} and was {old}",
		Explain: "The same bytes hold other parts, so time, node and sequence are read wrongly, and two speakers can mint the same id.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, "it cuts the number at other bits"),
			NewReadsOld: no(Unreadable, "it cuts the number at other bits"),
			Together:    no(Unreadable, "they can mint the same id twice, and their ids do not sort by age"),
			InFlight:    no(Unreadable, "their ids sort among new ones at the wrong place"),
		},
		Mirror: "id-bits-changed",
	},
	{
		ID: "brand-added", On: fact.BrandAdded, Layer: L1, Class: Additive, Severity: diag.Info,
		Says:      "ids may carry the brand {new}",
		Explain:   "The host gate checks the shape of an id whatever its brand, so old speakers pass it on; the scripts decide.",
		Relations: every(yes("an id of any brand passes the host gate of every speaker")), Mirror: "brand-removed",
	},
	{
		ID: "brand-removed", On: fact.BrandRemoved, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "the brand {old} is not declared any more",
		Explain:   "The host gate checks the shape of an id whatever its brand; callers lose the constant. Whether a script still admits it is up to its body.",
		Relations: every(yes("an id of any brand passes the host gate of every speaker")), Mirror: "brand-added",
	},
	{
		ID: "brand-renamed", On: fact.BrandRenamed, Layer: L1, Class: WireBreak,
		Says:    "the brand {old} is called {new}",
		Explain: "The brand is the first three bytes of every id: what old speakers mint is of another kind than what new ones mint.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, "an id that begins with {new} is not of the kind it knows"),
			NewReadsOld: no(Unreadable, "an id that begins with {old} is not of the kind it knows"),
			Together:    no(Unreadable, "ids of two brands name the same kind of thing"),
			InFlight:    no(Unreadable, "their ids keep the brand {old}"),
		},
		Mirror: "brand-renamed",
	},
}
