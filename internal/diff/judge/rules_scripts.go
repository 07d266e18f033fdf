package judge

import (
	"bytes"
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff/fact"
	"github.com/echomq/emqgen/internal/protocol"
)

// ownScript is why a change of a call alone does not move the wire: a script is
// addressed by its content, so each speaker runs its own.
var ownScript = every(yes("each speaker runs its own script, by its SHA1, and passes it what it takes"))

var scriptRules = []Rule{
	{
		ID: "script-added-unread", On: fact.ScriptAdded, Layer: L2, Class: Additive, Severity: diag.Warning,
		When:    fillsWhatNobodyReads,
		Says:    "the script {subject} is new, and puts something where no old script looks",
		Explain: "What it leaves waits for a reader that old speakers do not have, so readers must be new before anybody calls it.",
		Relations: Relations{
			OldReadsNew: no(NeverClaimed, "none of its scripts looks where {subject} puts things"),
			NewReadsOld: yes("old speakers leave what they always left"),
			Together:    yes("old speakers leave what they always left"),
			InFlight:    yes("old speakers left what they always left"),
		},
		Mirror: "script-removed-last",
	},
	{
		ID: "script-added", On: fact.ScriptAdded, Layer: L2, Class: Additive, Severity: diag.Info,
		Says:      "the script {subject} is new",
		Explain:   "Old speakers do not call it; what it leaves is declared, and they know it.",
		Relations: every(yes("it leaves nothing that is not declared in both versions")), Mirror: "script-removed",
	},
	{
		ID: "script-removed-last", On: fact.ScriptRemoved, Layer: L2, Class: WireBreak,
		When: readsWhatOthersFill, Hopeless: true,
		Says:    "the script {subject} is gone, and no other picks up what it picked up",
		Explain: "Old and new writers go on filling a key that only old speakers empty.",
		Relations: Relations{
			OldReadsNew: yes("it picks up what new writers leave, as ever"),
			NewReadsOld: no(NeverClaimed, "none of its scripts does what {subject} did"),
			Together:    yes("they write as ever"),
			InFlight:    no(NeverClaimed, "what waits at the switch waits for good"),
		},
		Mirror: "script-added-unread",
	},
	{
		ID: "script-removed", On: fact.ScriptRemoved, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "the script {subject} is gone",
		Explain:   "Old speakers still hold it, and may call it; what it leaves is still declared. Callers lose the verb.",
		Relations: every(yes("old speakers run their own copy, and what it leaves is still read")), Mirror: "script-added",
	},
	{
		ID: "script-renamed", On: fact.ScriptRenamed, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `the verb "{old}" is called "{new}"`,
		Explain:   "A verb stands above the line: the keys it builds and the script it runs are what they were, so nothing on the wire moves.",
		Relations: unmoved, Mirror: "script-renamed",
	},
	{
		ID: "script-rehoused", On: fact.ScriptRehoused, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `the script {subject} stands in module "{new}" and stood in "{old}"`,
		Explain:   "Modules group what callers see.",
		Relations: unmoved, Mirror: "script-rehoused",
	},
	{
		ID: "script-comments-changed", On: fact.ScriptComments, Layer: L2, Class: Free, Severity: diag.Info,
		Says:      "only comments and blanks of {subject} are others",
		Explain:   "Another SHA1, and the same code: each speaker loads its own, and both leave the same state.",
		Relations: every(yes("both versions of the script do the same")), Mirror: "script-comments-changed",
	},
	{
		ID: "script-body-follows", On: fact.ScriptFollows, Layer: L2, Class: Free, Severity: diag.Info,
		Says:      "the code of {subject} says the new names of what is renamed, and is the same otherwise",
		Explain:   "It does to the new names what it did to the old ones. What the renaming does to rows and speakers is judged where it is told.",
		Relations: every(yes("it does what it did; the renaming is judged by itself")), Mirror: "script-body-follows",
	},
	{
		ID: "script-body-changed", On: fact.ScriptBody, Layer: L2, Class: NeedsProof, Severity: diag.Warning,
		When: followed,
		Says: "the code of {subject} is another",
		Explain: "Two versions of a script can live side by side, for a script is addressed by its content. What they must agree on is the state they leave, " +
			"and only running them against one store shows that they do.",
		Relations: Relations{
			OldReadsNew: yes("it touches no key or field that is not declared; what else is gained or lost is judged by itself"),
			NewReadsOld: yes("it touches no key or field that is not declared; what else is gained or lost is judged by itself"),
			Together:    no(Unproved, "whether both leave the same state is not shown yet: run with --prove"),
			InFlight:    no(Unproved, "whether the new one takes up what the old one left is not shown yet: run with --prove"),
		},
		Mirror: "script-body-changed",
	},
	{
		ID: "script-body-unfollowed", On: fact.ScriptBody, Layer: L2, Class: NeedsProof, Severity: diag.Warning,
		Says:      "the code of {subject} is another, and not all that it touches could be followed",
		Explain:   "Where a script touches keys or fields that cannot be told from its text, nothing can be said of what it gained or lost. Only a proof helps.",
		Relations: every(no(Unproved, "not all that it touches is known, and nothing is shown yet: run with --prove")), Mirror: "script-body-unfollowed",
	},
	{
		ID: "many-allowed", On: fact.ManyAllowed, Layer: L4, Class: Additive, Severity: diag.Info,
		Says:      "callers may send many calls of {subject} in one round trip",
		Explain:   "Callers gain a verb; each call is the one it was.",
		Relations: unmoved, Mirror: "many-withdrawn",
	},
	{
		ID: "many-withdrawn", On: fact.ManyWithdrawn, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "callers may not send many calls of {subject} in one round trip any more",
		Explain:   "Callers lose a verb; each call is the one it was.",
		Relations: unmoved, Mirror: "many-allowed",
	},
	{
		ID: "script-file-moved", On: fact.ScriptFileMoved, Layer: L4, Class: Free, Severity: diag.Info,
		Says:      "the file of {subject} is {new} and was {old}",
		Explain:   "The bytes count, not where they lie.",
		Relations: unmoved, Mirror: "script-file-moved",
	},
	{
		ID: "pin-added", On: fact.PinAdded, Layer: L4, Class: Free, Severity: diag.Info,
		Says:      "{subject} is pinned",
		Explain:   "A pin is the contract in one line.",
		Relations: unmoved, Mirror: "pin-removed",
	},
	{
		ID: "pin-removed", On: fact.PinRemoved, Layer: L4, Class: Free, Severity: diag.Warning,
		Says:      "{subject} is not pinned any more",
		Explain:   "Nothing moves, and nothing notices any more when the bytes do. `emqgen pin` writes the pin.",
		Relations: unmoved, Mirror: "pin-added",
	},
}

// collection reports whether other speakers find work in a key, rather than by
// its name.
func collection(k *protocol.Key) bool {
	switch k.Type {
	case protocol.ZSet, protocol.Set, protocol.ListOf, protocol.Stream:
		return true
	}
	return false
}

// picksUp reports whether any script but one finds out what stands in a
// collection: who counts it, or takes out what it already has in hand, does not
// pick anything up. A script that cannot be followed may do anything.
func (s *Speakers) picksUp(p *protocol.Protocol, k *protocol.Key, but *protocol.Script) bool {
	return slices.ContainsFunc(p.Scripts(), func(script *protocol.Script) bool {
		if script == but {
			return false
		}
		f, ok := s.Footprints(script)
		return !ok || !f.Whole || slices.Contains(f.Finds, k)
	})
}

// fills reports whether any script but one is known to put something in a key.
func (s *Speakers) fills(p *protocol.Protocol, k *protocol.Key, but *protocol.Script) bool {
	return slices.ContainsFunc(p.Scripts(), func(script *protocol.Script) bool {
		f, ok := s.Footprints(script)
		return script != but && ok && fact.Has(f.Writes, k, "")
	})
}

// fillsWhatNobodyReads reports whether a new script puts something in a
// collection that no old script reads.
func fillsWhatNobodyReads(s *Speakers, c fact.Change) bool {
	f, ok := s.Footprints(c.Script.New)
	if !ok || len(s.Old.Scripts()) == 0 {
		return false
	}
	return slices.ContainsFunc(f.Writes, func(t fact.Touch) bool {
		old := s.Facts.Pairs.Keys.Old(t.Key)
		return collection(t.Key) && (old == nil || !s.picksUp(s.Old, old, nil)) && s.picksUp(s.New, t.Key, c.Script.New)
	})
}

// readsWhatOthersFill reports whether a script that is gone was the last to look
// into a collection that others go on filling.
func readsWhatOthersFill(s *Speakers, c fact.Change) bool {
	f, ok := s.Footprints(c.Script.Old)
	if !ok {
		return false
	}
	return slices.ContainsFunc(f.Finds, func(k *protocol.Key) bool {
		new := s.Facts.Pairs.Keys.New(k)
		return collection(k) && new != nil && !s.picksUp(s.New, new, nil) && s.fills(s.New, new, nil)
	})
}

// followed reports whether everything is known that either version touches.
func followed(s *Speakers, c fact.Change) bool {
	before, okBefore := s.Footprints(c.Script.Old)
	after, okAfter := s.Footprints(c.Script.New)
	return okBefore && okAfter && before.Whole && after.Whole
}

// sameBytes reports whether the script itself is the one it was, so that what
// changed is only what speakers think of it.
func sameBytes(_ *Speakers, c fact.Change) bool {
	return bytes.Equal(c.Script.Old.Source, c.Script.New.Source)
}

var footprintRules = []Rule{
	{
		ID: "write-lost", On: fact.WriteLost, Layer: L2, Class: WireBreak, When: leavesWorkBehind, Hopeless: true,
		Says:    "{subject} does not put anything in {old} any more",
		Explain: "A row that is written and never enters the set where others look is there, and nothing ever picks it up.",
		Relations: Relations{
			OldReadsNew: no(NeverClaimed, "it looks in {old}, where new writers put nothing"),
			NewReadsOld: yes("old writers go on as ever"),
			Together:    no(NeverClaimed, "whether a row is picked up depends on who wrote it"),
			InFlight:    yes("what stands in {old} is still there"),
		},
		Mirror: "write-gained",
	},
	{
		ID: "write-abandoned", On: fact.WriteLost, Layer: L2, Class: WireBreak, When: oldLooksThere,
		Says:    "{subject} does not put anything in {old} any more, and no new script looks there",
		Explain: "Old readers wait at a place that new writers have left.",
		Relations: Relations{
			OldReadsNew: no(NeverClaimed, "it looks in {old}, where new writers put nothing"),
			NewReadsOld: yes("what still stands in {old} is judged by who looked there"),
			Together:    no(NeverClaimed, "whether a row is picked up depends on who wrote it"),
			InFlight:    yes("what still stands in {old} is judged by who looked there"),
		},
		Mirror: "write-gained",
	},
	{
		ID: "field-write-lost", On: fact.WriteLost, Layer: L2, Class: WireBreak, When: neededField, Hopeless: true,
		Says:    "{subject} does not write {old} any more",
		Explain: "Every speaker reads the field by its name; a row without it is found and cannot be read.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, "it looks for {old} and finds nothing"),
			NewReadsOld: yes("old rows hold {old}"),
			Together:    no(Unreadable, "whether a row can be read depends on who wrote it"),
			InFlight:    yes("they hold {old}"),
		},
		Mirror: "write-gained",
	},
	{
		ID: "field-write-retired", On: fact.WriteLost, Layer: L2, Class: WireBreak, When: retiredField,
		Says:    "{subject} does not write {old} any more, which is no field of the record any more",
		Explain: "Old readers read exactly the fields they know, and rows of new writers lack one.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, "it looks for {old} and finds nothing"),
			NewReadsOld: yes("it does not look for {old}"),
			Together:    yes("each writes rows that are whole to itself"),
			InFlight:    yes("a new reader does not look for {old}"),
		},
		Mirror: "write-gained-unknown",
	},
	{
		ID: "field-write-waived", On: fact.WriteLost, Layer: L2, Class: WireBreak, When: waivedField,
		Says:    "{subject} does not write {old} any more, which rows may lack now",
		Explain: "Old readers rely on the field. Make it optional in a step of its own, and let writers leave it out when no old reader runs any more.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, "it looks for {old} and may find nothing"),
			NewReadsOld: yes("it reads {old} where it finds it"),
			Together:    yes("each writes rows that the new one reads"),
			InFlight:    yes("a new reader reads {old} where it finds it"),
		},
		Mirror: "write-gained",
	},
	{
		ID: "write-dropped", On: fact.WriteLost, Layer: L2, Class: NeedsProof, Severity: diag.Warning,
		Says:      "{subject} does not write {old} any more",
		Explain:   "Whether anybody misses it depends on what the other scripts do.",
		Relations: unproved, Mirror: "write-gained",
	},
	{
		ID: "write-gained-unknown", On: fact.WriteGained, Layer: L2, Class: Additive, Severity: diag.Info, When: unknownBefore,
		Says:      "{subject} writes {new}, which old speakers do not know",
		Explain:   "Old speakers do not look there.",
		Relations: every(yes("no old speaker looks at {new}")), Mirror: "write-dropped",
	},
	{
		ID: "write-gained", On: fact.WriteGained, Layer: L2, Class: NeedsProof, Severity: diag.Warning,
		Says:      "{subject} writes {new}",
		Explain:   "Old speakers know the place, and find there what they did not expect.",
		Relations: unproved, Mirror: "write-lost",
	},
	{
		ID: "read-lost-last", On: fact.ReadLost, Layer: L2, Class: WireBreak, When: nobodyLooks,
		Says:      "{subject} does not look in {old} any more, nor does any other script",
		Explain:   "What old writers put there waits for a reader that new speakers do not have.",
		Relations: abandoned, Mirror: "read-gained",
	},
	{
		ID: "read-lost", On: fact.ReadLost, Layer: L2, Class: NeedsProof, Severity: diag.Warning,
		Says:      "{subject} does not read {old} any more",
		Explain:   "It needs less of what others wrote; a check may have gone with it.",
		Relations: unproved, Mirror: "read-gained",
	},
	{
		ID: "read-gained", On: fact.ReadGained, Layer: L2, Class: NeedsProof, Severity: diag.Warning,
		Says:      "{subject} reads {new}",
		Explain:   "It needs more of what others wrote, which old writers need not have left.",
		Relations: unproved, Mirror: "read-lost",
	},
	{
		ID: "removal-lost-last", On: fact.DropLost, Layer: L2, Class: WireBreak, When: nobodyLooks,
		Says:      "{subject} does not take anything from {old} any more, nor does any other script",
		Explain:   "What writers put there is never picked up.",
		Relations: abandoned, Mirror: "removal-gained",
	},
	{
		ID: "removal-lost", On: fact.DropLost, Layer: L2, Class: NeedsProof, Severity: diag.Warning,
		Says:      "{subject} does not take anything from {old} any more",
		Explain:   "What it took away stays, and others meet it.",
		Relations: unproved, Mirror: "removal-gained",
	},
	{
		ID: "removal-gained", On: fact.DropGained, Layer: L2, Class: NeedsProof, Severity: diag.Warning,
		Says:      "{subject} takes from {new}",
		Explain:   "What it takes away, others may look for.",
		Relations: unproved, Mirror: "removal-lost",
	},
}

// unproved is how old and new meet in a script whose footprint is another.
var unproved = Relations{
	OldReadsNew: no(Unproved, "whether it is content with what the new script leaves is not shown yet: run with --prove"),
	NewReadsOld: no(Unproved, "whether it is content with what the old script left is not shown yet: run with --prove"),
	Together:    no(Unproved, "whether both leave the same state is not shown yet: run with --prove"),
	InFlight:    no(Unproved, "whether the new script takes up what the old one left is not shown yet: run with --prove"),
}

// abandoned is how old and new meet where new speakers no longer look.
var abandoned = Relations{
	OldReadsNew: yes("it looks in {old}, as ever"),
	NewReadsOld: no(NeverClaimed, "none of its scripts looks in {old}"),
	Together:    no(NeverClaimed, "what the old one puts in {old} only the old one picks up"),
	InFlight:    no(NeverClaimed, "what stands in {old} at the switch stays there"),
}

// leavesWorkBehind reports whether a collection is not filled any more in which
// new speakers still look.
func leavesWorkBehind(s *Speakers, c fact.Change) bool {
	return oldLooksThere(s, c) && c.Key.New != nil && s.picksUp(s.New, c.Key.New, nil)
}

func oldLooksThere(s *Speakers, c fact.Change) bool {
	return collection(c.Key.Old) && s.picksUp(s.Old, c.Key.Old, nil)
}

// neededField reports whether every row must hold the field, old or new.
func neededField(_ *Speakers, c fact.Change) bool {
	return c.Field.Both() && !c.Field.Old.Optional && !c.Field.New.Optional
}

// retiredField reports whether every old row must hold the field, and no new one.
func retiredField(_ *Speakers, c fact.Change) bool {
	return c.Field.Old != nil && !c.Field.Old.Optional && c.Field.New == nil
}

// waivedField reports whether every old row must hold the field, and new ones may lack it.
func waivedField(_ *Speakers, c fact.Change) bool {
	return c.Field.Old != nil && !c.Field.Old.Optional && c.Field.New != nil && c.Field.New.Optional
}

// unknownBefore reports whether old speakers know neither the key nor the field.
func unknownBefore(_ *Speakers, c fact.Change) bool {
	return c.Key.Old == nil || c.Field.New != nil && c.Field.Old == nil
}

func nobodyLooks(s *Speakers, c fact.Change) bool {
	return oldLooksThere(s, c) && c.Key.New != nil && !s.picksUp(s.New, c.Key.New, nil) && s.fills(s.Old, c.Key.Old, nil)
}
