// Package fact says what differs between two versions of a protocol, as a list
// of typed changes, and passes no judgement on any of them: what a change means
// for the speakers is decided elsewhere, by a table of rules.
//
// Things are paired before they are compared, so that a renamed field is one
// change and not a field lost and another one found.
package fact

import (
	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
)

// Change is one difference between an old and a new version of a protocol.
type Change struct {
	Kind    Kind
	Subject string // the path of the thing, such as keys.job.fields.payload; its old path unless it was added
	Old     string // the old value, empty when there was none
	New     string // the new value, empty when there is none
	Note    string // what the values alone do not show, such as an example that only one side admits

	OldPos diag.Pos // of the thing in the old version, or of what was to hold it
	NewPos diag.Pos // of the thing in the new version, or of what would hold it

	// What the change is about, for whoever judges it. Within a pair, a missing
	// side is nil.
	Key    Pair[protocol.Key]
	Field  Pair[protocol.Field]
	Param  Pair[protocol.Param]
	Script Pair[protocol.Script]
}

// Pair is one thing in both versions; Old is nil for what was added, New for
// what was removed.
type Pair[T any] struct{ Old, New *T }

// Both reports whether the thing stands in both versions.
func (p Pair[T]) Both() bool { return p.Old != nil && p.New != nil }

// Result is what Compare finds.
type Result struct {
	Changes []Change // in the order of the spec: identity, layer 1, layer 2, layer 4
	Pairs   Pairs
}

// Pairs tells which thing of the old version is which thing of the new one.
type Pairs struct {
	Params  Pairing[protocol.Param]
	Keys    Pairing[protocol.Key]
	Fields  Pairing[protocol.Field]
	Errors  Pairing[protocol.Error]
	Brands  Pairing[protocol.Brand]
	Gates   Pairing[protocol.Gate]
	Scripts Pairing[protocol.Script]
	Args    Pairing[protocol.Arg]
	Answers Pairing[protocol.Verdict]
	Members Pairing[protocol.Member]
	Values  []RenamedValue // of enum fields
}

// RenamedValue is a value of an enum field that is another word in the new
// version.
type RenamedValue struct {
	Field    Pair[protocol.Field]
	Old, New string
}

// Compare finds everything that differs. Footprints says what a script touches;
// where it is nil, no change of a footprint is found.
func Compare(old, new *protocol.Protocol, footprints Footprints) Result {
	c := &comparer{old: old, new: new, footprints: footprints}
	c.identity()
	c.ids()
	c.pairParams()
	c.pairKeys()
	c.pairScripts()
	c.params()
	c.keys()
	c.errors()
	c.modules()
	c.scripts()
	c.gates()
	c.law()
	c.names()
	return Result{Changes: c.changes, Pairs: c.pairs}
}

// comparer gathers the changes between two versions.
type comparer struct {
	old, new   *protocol.Protocol
	footprints Footprints
	changes    []Change
	pairs      Pairs
}

func (c *comparer) add(change Change) {
	change.OldPos, change.NewPos = onALine(c.old, change.OldPos), onALine(c.new, change.NewPos)
	c.changes = append(c.changes, change)
}

// onALine gives what the spec does not say a line to be shown at: the first that
// every spec has.
func onALine(p *protocol.Protocol, pos diag.Pos) diag.Pos {
	if pos.Line == 0 {
		return p.Place("protocol")
	}
	return pos
}

// differ adds a change when the two values are not the same.
func (c *comparer) differ(change Change) {
	if change.Old != change.New {
		c.add(change)
	}
}

// builder makes a change of one thing from its kind and its two values.
type builder func(kind Kind, old, new string) Change

func mapped[T any](all []T, text func(T) string) []string {
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = text(one)
	}
	return texts
}
