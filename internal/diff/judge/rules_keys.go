package judge

import (
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff/fact"
	"github.com/echomq/emqgen/internal/protocol"
)

var paramRules = []Rule{
	{
		ID: "param-added", On: fact.ParamAdded, Layer: L1, Class: Free, Severity: diag.Info,
		Says:      "a hole can be filled with {subject}: {new}",
		Explain:   "A parameter is nothing before a key uses it.",
		Relations: unmoved, Mirror: "param-removed",
	},
	{
		ID: "param-removed", On: fact.ParamRemoved, Layer: L1, Class: Free, Severity: diag.Info,
		Says:      "no hole is filled with {subject} any more: {old}",
		Explain:   "A parameter is nothing when no key uses it.",
		Relations: unmoved, Mirror: "param-added",
	},
	{
		ID: "param-renamed", On: fact.ParamRenamed, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `the parameter "{old}" is called "{new}"`,
		Explain:   "The name of a hole names an argument of the SDKs; the address has the same bytes.",
		Relations: unmoved, Mirror: "param-renamed",
	},
	{
		ID: "param-type-changed", On: fact.ParamTypeChanged, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "{subject} is {new} and was {old}",
		Explain:   "Callers pass another type. What the hole admits is judged by itself.",
		Relations: unmoved, Mirror: "param-type-changed",
	},
	{
		ID: "param-widened-into-tag", On: fact.ParamWidened, Layer: L1, Class: WireBreak, When: splitsTag,
		Says: "{subject} admits more, a brace or nothing at all among it: {new} ({note})",
		Explain: "The value is the hash tag of its keys. Empty or with a brace it ends the tag elsewhere, so that keys which belong together fall into different slots, " +
			"and a cluster refuses every script that takes two of them.",
		Relations: Relations{
			OldReadsNew: no(Unfindable, "its host gate refuses to build the address"),
			NewReadsOld: yes("every old name is still admitted"),
			Together:    no(Unfindable, "the keys of such a name are spread over several slots"),
			InFlight:    yes("every old name is still admitted"),
		},
		NoMirror: "narrowing a hole until it is safe again is param-narrowed, which costs the names it refuses, whatever they are",
	},
	{
		ID: "param-widened", On: fact.ParamWidened, Layer: L1, Class: Additive, Severity: diag.Info,
		Says:    "{subject} admits more: {new} ({note})",
		Explain: "Rows under the new names are out of reach for old speakers, whose host gates refuse to build the address, so readers must be new before a caller uses such a name.",
		Relations: Relations{
			OldReadsNew: no(Unfindable, "its host gate refuses the new names before any wire"),
			NewReadsOld: yes("every old name is still admitted"),
			Together:    yes("each writes under names that it admits"),
			InFlight:    yes("every old name is still admitted"),
		},
		Mirror: "param-narrowed",
	},
	{
		ID: "param-narrowed", On: fact.ParamNarrowed, Layer: L1, Class: WireBreak,
		Says:    "{subject} admits less: {new}, and was {old} ({note})",
		Explain: "Rows that are stored under a name that is refused now are out of reach for new speakers: nobody deletes them, and nobody finds them.",
		Relations: Relations{
			OldReadsNew: yes("every new name was admitted before"),
			NewReadsOld: no(Unfindable, "its host gate refuses the names that are not admitted any more"),
			Together:    yes("each writes under names that it admits"),
			InFlight:    no(Unfindable, "rows under refused names stay where they are"),
		},
		Mirror: "param-widened",
	},
	{
		ID: "param-changed", On: fact.ParamChanged, Layer: L1, Class: WireBreak,
		Says:    "{subject} admits other values: {new}, and was {old} ({note})",
		Explain: "Some names that were admitted are refused, and some that were refused are admitted; each side has rows that the other cannot reach. What cannot be decided is taken for this.",
		Relations: Relations{
			OldReadsNew: no(Unfindable, "its host gate refuses the new names before any wire"),
			NewReadsOld: no(Unfindable, "its host gate refuses the names that are not admitted any more"),
			Together:    yes("each writes under names that it admits"),
			InFlight:    no(Unfindable, "rows under refused names stay where they are"),
		},
		Mirror: "param-changed",
	},
}

// splitsTag reports whether a hole that stands in a hash tag now admits a value
// that splits the tag.
func splitsTag(s *Speakers, c fact.Change) bool {
	if _, before := fact.AdmitsTagBreaker(c.Param.Old); before {
		return false
	}
	if _, after := fact.AdmitsTagBreaker(c.Param.New); !after {
		return false
	}
	return slices.ContainsFunc(s.New.Keys, func(k *protocol.Key) bool {
		return fact.InTag(k.At, c.Param.New)
	})
}

var keyRules = []Rule{
	{
		ID: "key-added", On: fact.KeyAdded, Layer: L1, Class: Additive, Severity: diag.Info,
		Says:      `the key {subject} is new, at "{new}"`,
		Explain:   "Nobody looked at this address before. What scripts do there is judged where they stand.",
		Relations: every(yes("no old speaker looks there or writes there")), Mirror: "key-removed",
	},
	{
		ID: "key-removed", On: fact.KeyRemoved, Layer: L1, Class: WireBreak, When: usedKey,
		Says:    `the key {subject} at "{old}" is gone`,
		Explain: "What old speakers put there, no new speaker ever picks up.",
		Relations: Relations{
			OldReadsNew: no(Unfindable, `no new speaker puts anything at "{old}"`),
			NewReadsOld: no(NeverClaimed, `it does not look at "{old}"`),
			Together:    no(NeverClaimed, "what the old one puts there only the old one picks up"),
			InFlight:    no(NeverClaimed, "what stands there at the switch stays there"),
		},
		Mirror: "key-added",
	},
	{
		ID: "unused-key-removed", On: fact.KeyRemoved, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `the key {subject} at "{old}" is gone, which no script had among its KEYS`,
		Explain:   "No script touched it; callers who built the address by the SDK lose the function.",
		Relations: every(yes("no script of either version touches it")), Mirror: "key-added",
	},
	{
		ID: "key-renamed", On: fact.KeyRenamed, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `the key "{old}" is called "{new}" in the spec; its address is judged by itself`,
		Explain:   "The name names a function of the SDKs. Speakers meet at the address.",
		Relations: unmoved, Mirror: "key-renamed",
	},
	{
		ID: "key-moved", On: fact.KeyMoved, Layer: L1, Class: WireBreak,
		Says:    `the key {subject} stands at "{new}" and stood at "{old}"`,
		Explain: "The address is agreed upon byte for byte. A row at another address is not lost, and no other speaker finds it.",
		Relations: Relations{
			OldReadsNew: no(Unfindable, `it looks at "{old}"`),
			NewReadsOld: no(Unfindable, `it looks at "{new}"`),
			Together:    no(Unfindable, "each writes where the other does not look, and one name can exist twice"),
			InFlight:    no(Unfindable, `they stay at "{old}"`),
		},
		Mirror: "key-moved",
	},
	{
		ID: "key-hole-added", On: fact.KeyHoleAdded, Layer: L1, Class: WireBreak,
		Says:      "the address of {subject} has a hole <{new}>",
		Explain:   "One old address stands for many new ones: nobody can say which of them an old row belongs to.",
		Relations: every(no(Unfindable, "the address has a part that the other side does not know")), Mirror: "key-hole-removed",
	},
	{
		ID: "key-hole-removed", On: fact.KeyHoleRemoved, Layer: L1, Class: WireBreak,
		Says:      "the address of {subject} has no hole <{old}> any more",
		Explain:   "Many old addresses become one: rows that stood apart would meet in it.",
		Relations: every(no(Unfindable, "the address lacks a part that the other side writes")), Mirror: "key-hole-added",
	},
	{
		ID: "key-holes-reordered", On: fact.KeyHolesReordered, Layer: L1, Class: WireBreak,
		Says:      "the address of {subject} has its holes in the order {new}, and had {old}",
		Explain:   "The same values make another address.",
		Relations: every(no(Unfindable, "the same values make another address")), Mirror: "key-holes-reordered",
	},
	{
		ID: "key-tag-added", On: fact.KeyTagAdded, Layer: L1, Class: WireBreak,
		Says:      `the slot of {subject} is decided by "{new}", and was by the whole key`,
		Explain:   "The key falls into another slot of a cluster, so even its node is another one.",
		Relations: every(no(Unfindable, "the other side asks another slot")), Mirror: "key-tag-removed",
	},
	{
		ID: "key-tag-removed", On: fact.KeyTagRemoved, Layer: L1, Class: WireBreak,
		Says:      `the slot of {subject} is decided by the whole key, and was by "{old}"`,
		Explain:   "Keys that stood in one slot are spread over the cluster, and a script that takes two of them is refused there.",
		Relations: every(no(Unfindable, "the other side asks another slot")), Mirror: "key-tag-added",
	},
	{
		ID: "key-tag-changed", On: fact.KeyTagChanged, Layer: L1, Class: WireBreak,
		Says:      `the slot of {subject} is decided by "{new}", and was by "{old}"`,
		Explain:   "The key falls into another slot of a cluster, so even its node is another one.",
		Relations: every(no(Unfindable, "the other side asks another slot")), Mirror: "key-tag-changed",
	},
	{
		ID: "key-type-changed", On: fact.KeyTypeChanged, Layer: L1, Class: WireBreak,
		Says:    "{subject} holds a {new} and held a {old}",
		Explain: "The engine answers WRONGTYPE to a command of one type on a key of the other.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, "its commands for a {old} are answered WRONGTYPE"),
			NewReadsOld: no(Unreadable, "its commands for a {new} are answered WRONGTYPE"),
			Together:    no(Unreadable, "whoever comes second is answered WRONGTYPE"),
			InFlight:    no(Unreadable, "they stay a {old} until they are gone"),
		},
		Mirror: "key-type-changed",
	},
	{
		ID: "key-type-declared", On: fact.KeyTypeDeclared, Layer: L1, Class: Free, Severity: diag.Info,
		Says:      "{subject} is declared to hold a {new}",
		Explain:   "The spec says what was so; the scripts decide what stands there.",
		Relations: unmoved, Mirror: "key-type-withdrawn",
	},
	{
		ID: "key-type-withdrawn", On: fact.KeyTypeWithdrawn, Layer: L1, Class: Free, Severity: diag.Info,
		Says:      "{subject} is not declared to hold a {old} any more",
		Explain:   "The spec says less; the scripts decide what stands there.",
		Relations: unmoved, Mirror: "key-type-declared",
	},
	{
		ID: "key-root-declared", On: fact.KeyRootDeclared, Layer: L2, Class: Free, Severity: diag.Info,
		Says:      "{subject} is declared as the {new}",
		Explain:   "A root allows scripts to derive rows; no address is another.",
		Relations: unmoved, Mirror: "key-root-withdrawn",
	},
	{
		ID: "key-root-withdrawn", On: fact.KeyRootWithdrawn, Layer: L2, Class: Free, Severity: diag.Info,
		Says:      "{subject} is not the {old} any more",
		Explain:   "Scripts may not derive rows from it any more, which lint holds them to; no address is another.",
		Relations: unmoved, Mirror: "key-root-declared",
	},
	{
		ID: "key-root-changed", On: fact.KeyRootChanged, Layer: L2, Class: Free, Severity: diag.Info,
		Says:      "{subject} is the {new} and was the {old}",
		Explain:   "A root says what scripts may derive; no address is another.",
		Relations: unmoved, Mirror: "key-root-changed",
	},
	{
		ID: "record-opened", On: fact.RecordOpened, Layer: L1, Class: WireBreak,
		Says:    "the fields of {subject} are data now, and were {old}",
		Explain: "What every row of the record held, no row needs to hold any more.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, "it looks for {old} and need not find them"),
			NewReadsOld: yes("it takes whatever fields there are"),
			Together:    no(Unreadable, "a row may lack what the old one reads"),
			InFlight:    yes("it takes whatever fields there are"),
		},
		Mirror: "record-closed",
	},
	{
		ID: "record-closed", On: fact.RecordClosed, Layer: L1, Class: WireBreak,
		Says:    "the fields of {subject} are {new}, and were data",
		Explain: "Rows that were stored before need not hold the fields that readers expect now.",
		Relations: Relations{
			OldReadsNew: yes("it takes whatever fields there are"),
			NewReadsOld: no(Unreadable, "it looks for {new} and need not find them"),
			Together:    no(Unreadable, "a row may lack what the new one reads"),
			InFlight:    no(Unreadable, "they may lack what the new one reads"),
		},
		Mirror: "record-opened",
	},
}

// usedKey reports whether any old script had the key among its KEYS, or derived
// rows of it from a root.
func usedKey(s *Speakers, c fact.Change) bool {
	for _, script := range s.Old.Scripts() {
		for _, use := range script.Keys {
			if use.Key == c.Key.Old || use.Key.RootOf == c.Key.Old {
				return true
			}
		}
	}
	return len(s.Old.Scripts()) == 0
}
