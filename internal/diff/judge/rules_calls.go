package judge

import (
	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff/fact"
)

var keysRules = []Rule{
	{
		ID: "script-key-dropped", On: fact.ScriptKeyRemoved, Layer: L2, Class: WireBreak, When: leavesKeyUnfilled, Hopeless: true,
		Says:    "{subject} does not take {old} any more, where it put things that others look for",
		Explain: "Drop the pending set from the declared keys, and the row is written but never enters the queue, so nothing ever claims it.",
		Relations: Relations{
			OldReadsNew: no(NeverClaimed, "it looks in {key}, where new writers put nothing"),
			NewReadsOld: yes("old writers go on as ever"),
			Together:    no(NeverClaimed, "whether a row is picked up depends on who wrote it"),
			InFlight:    yes("what stands in {key} is still there"),
		},
		Mirror: "script-key-added",
	},
	{
		ID: "script-key-withheld", On: fact.ScriptKeyRemoved, Layer: L2, Class: WireBreak, When: givenFewerKeys, Hopeless: true,
		Says:      "{subject} is not given {old} any more, and its code is the same",
		Explain:   "A script that uses a key it is not given fails, perhaps after its first writes.",
		Relations: misfed, Mirror: "script-key-added",
	},
	{
		ID: "script-key-removed", On: fact.ScriptKeyRemoved, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "{subject} does not take {old} any more",
		Explain:   "What the script does with its keys is judged by its footprint; the call is a matter of the speaker who holds it.",
		Relations: ownScript, Mirror: "script-key-added",
	},
	{
		ID: "script-key-added", On: fact.ScriptKeyAdded, Layer: L2, Class: APIOnly, Severity: diag.Info,
		Says:      "{subject} takes {new}",
		Explain:   "What the script does with its keys is judged by its footprint; the call is a matter of the speaker who holds it.",
		Relations: ownScript, Mirror: "script-key-removed",
	},
	{
		ID: "script-keys-swapped", On: fact.ScriptKeysReordered, Layer: L2, Class: WireBreak, When: sameBytes,
		Says:    "{subject} takes {new}, and took {old}, while its code is the same",
		Explain: "The same code does to one key what it did to the other: rows land where nobody looks for them.",
		Relations: Relations{
			OldReadsNew: no(Unfindable, "new speakers make the script write into the other key"),
			NewReadsOld: no(Unfindable, "old speakers make the script write into the other key"),
			Together:    no(Unfindable, "each side fills the keys of the other"),
			InFlight:    no(Unfindable, "the script looks for them in the other key"),
		},
		Mirror: "script-keys-swapped",
	},
	{
		ID: "script-keys-reordered", On: fact.ScriptKeysReordered, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "{subject} takes {new}, and took {old}",
		Explain:   "Each speaker passes its own script the keys in its own order.",
		Relations: ownScript, Mirror: "script-keys-reordered",
	},
	{
		ID: "script-key-made-optional", On: fact.ScriptKeyMadeOptional, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "the key {subject} may be left out",
		Explain:   "A matter of the call: each speaker runs its own script.",
		Relations: ownScript, Mirror: "script-key-made-required",
	},
	{
		ID: "script-key-made-required", On: fact.ScriptKeyMadeRequired, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "the key {subject} may not be left out any more",
		Explain:   "A matter of the call: each speaker runs its own script.",
		Relations: ownScript, Mirror: "script-key-made-optional",
	},
	{
		ID: "script-key-made-variadic", On: fact.ScriptKeyMadeVariadic, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "the key {subject} is any number of keys",
		Explain:   "A matter of the call: each speaker runs its own script.",
		Relations: ownScript, Mirror: "script-key-made-single",
	},
	{
		ID: "script-key-made-single", On: fact.ScriptKeyMadeSingle, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "the key {subject} is one key",
		Explain:   "A matter of the call: each speaker runs its own script.",
		Relations: ownScript, Mirror: "script-key-made-variadic",
	},
	{
		ID: "script-key-role-renamed", On: fact.ScriptKeyRoleRenamed, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `the role of the key {subject} is called "{new}" and was called "{old}"`,
		Explain:   "A role names an argument of the SDKs.",
		Relations: unmoved, Mirror: "script-key-role-renamed",
	},
}

// misfed is how old and new meet when new speakers pass the same script less
// than it uses.
var misfed = Relations{
	OldReadsNew: no(NeverClaimed, "what the script was to do with it is not done, or only in part"),
	NewReadsOld: yes("old speakers pass the script all that it uses"),
	Together:    no(NeverClaimed, "whether a row is whole depends on who wrote it"),
	InFlight:    yes("they were written by a script that had all it uses"),
}

// leavesKeyUnfilled reports whether a script put something in a key that it does
// not take any more, where new speakers still look, and does not put it there in
// another way.
func leavesKeyUnfilled(s *Speakers, c fact.Change) bool {
	key := c.Key.Old
	if !collection(key) || c.Key.New == nil || !s.picksUp(s.New, c.Key.New, nil) {
		return false
	}
	before, ok := s.Footprints(c.Script.Old)
	if !ok {
		return true
	}
	after, ok := s.Footprints(c.Script.New)
	stillFilled := ok && !sameBytes(s, c) && fact.Has(after.Writes, c.Key.New, "")
	return fact.Has(before.Writes, key, "") && !stillFilled
}

// givenFewerKeys reports whether the same code is given fewer keys than it was. A
// key in the place of another is a matter of the footprint.
func givenFewerKeys(s *Speakers, c fact.Change) bool {
	return sameBytes(s, c) && len(c.Script.New.Keys) < len(c.Script.Old.Keys)
}

var argRules = []Rule{
	{
		ID: "arg-withheld", On: fact.ArgRemoved, Layer: L2, Class: WireBreak, When: sameBytes, Hopeless: true,
		Says:      "{subject} is not given {old} any more, and its code is the same",
		Explain:   "A script that uses an argument it is not given fails, or writes a row without it.",
		Relations: misfed, Mirror: "arg-added",
	},
	{
		ID: "arg-removed", On: fact.ArgRemoved, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "{subject} does not take {old} any more",
		Explain:   "A matter of the call: each speaker runs its own script.",
		Relations: ownScript, Mirror: "arg-added",
	},
	{
		ID: "arg-added", On: fact.ArgAdded, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "{subject} takes {new}",
		Explain:   "A matter of the call: each speaker runs its own script. What the script stores of it is judged by its footprint.",
		Relations: ownScript, Mirror: "arg-removed",
	},
	{
		ID: "arg-renamed", On: fact.ArgRenamed, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `the argument "{old}" is called "{new}"`,
		Explain:   "Arguments have no names on the wire, only places.",
		Relations: unmoved, Mirror: "arg-renamed",
	},
	{
		ID: "args-swapped", On: fact.ArgsReordered, Layer: L2, Class: WireBreak, When: sameBytes,
		Says:    "{subject} is given {new}, and was given {old}, while its code is the same",
		Explain: "The same code takes one value for the other, and stores it so.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, "what one value was to be, the other is"),
			NewReadsOld: no(Unreadable, "what one value was to be, the other is"),
			Together:    no(Unreadable, "which value is which depends on who wrote the row"),
			InFlight:    no(Unreadable, "they hold the values the other way round"),
		},
		Mirror: "args-swapped",
	},
	{
		ID: "args-reordered", On: fact.ArgsReordered, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "{subject} takes {new}, and took {old}",
		Explain:   "Each speaker passes its own script the arguments in its own order.",
		Relations: ownScript, Mirror: "args-reordered",
	},
	{
		ID: "arg-type-changed", On: fact.ArgTypeChanged, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "the argument {subject} is {new} and was {old}",
		Explain:   "Callers pass another type. What is stored of it is judged at the field.",
		Relations: ownScript, Mirror: "arg-type-changed",
	},
	{
		ID: "arg-value-added", On: fact.ArgValueAdded, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `the argument {subject} may be "{new}"`,
		Explain:   "Callers may pass one value more. What is stored of it is judged at the field.",
		Relations: ownScript, Mirror: "arg-value-removed",
	},
	{
		ID: "arg-value-removed", On: fact.ArgValueRemoved, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `the argument {subject} may not be "{old}" any more`,
		Explain:   "Callers may pass one value less. What is stored of it is judged at the field.",
		Relations: ownScript, Mirror: "arg-value-added",
	},
	{
		ID: "arg-made-optional", On: fact.ArgMadeOptional, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "the argument {subject} may be left out",
		Explain:   "A matter of the call: each speaker runs its own script.",
		Relations: ownScript, Mirror: "arg-made-required",
	},
	{
		ID: "arg-made-required", On: fact.ArgMadeRequired, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "the argument {subject} may not be left out any more",
		Explain:   "A matter of the call: each speaker runs its own script.",
		Relations: ownScript, Mirror: "arg-made-optional",
	},
	{
		ID: "arg-made-variadic", On: fact.ArgMadeVariadic, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "the argument {subject} is any number of values",
		Explain:   "A matter of the call: each speaker runs its own script.",
		Relations: ownScript, Mirror: "arg-made-single",
	},
	{
		ID: "arg-made-single", On: fact.ArgMadeSingle, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "the argument {subject} is one value",
		Explain:   "A matter of the call: each speaker runs its own script.",
		Relations: ownScript, Mirror: "arg-made-variadic",
	},
	{
		ID: "arg-type-name-changed", On: fact.ArgTypeNameChanged, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `the type of the argument {subject} is called "{new}" and was called "{old}"`,
		Explain:   "A named type is a type of the SDKs; the bytes are the same.",
		Relations: unmoved, Mirror: "arg-type-name-changed",
	},
}
