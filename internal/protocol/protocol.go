// Package protocol is the model of one wire protocol: resolved, validated,
// language-neutral and in the order of the spec.
//
// References are pointers, resolved once when the model is built; whoever reads
// the model (emitters, lint, diff, conform) looks nothing up. A model is never
// changed after it was built.
package protocol

import (
	"time"

	"github.com/echomq/emqgen/internal/diag"
)

// Protocol is everything the speakers of one wire must agree on.
type Protocol struct {
	Pos      diag.Pos // the spec file; Pos.File is the path as the user gave it
	SpecName string   // base name of the spec file, the only path emitted code may show

	Name    string // lower_snake
	Version string // semantic version of the protocol
	Wire    string // what the version fence claims; may be said without a fence
	Doc     string
	Places  map[string]diag.Pos // where the spec says the values that have no position of their own; see Place

	// Incomplete says that the spec has errors and this is what could be made of it;
	// only a Speller ever sees that.
	Incomplete bool

	IDs     *IDs // nil when the protocol has no branded ids
	Params  []*Param
	Keys    []*Key
	Fence   *Key     // the key marked `fence: true`, or nil
	Errors  []*Error // wire classes in spec order, then errors named only by replies
	Modules []*Module
	Gates   []*Gate

	Profile Profile
	Engines Engines
	Allow   []*Allow
	Names   Names
}

// Scripts lists the scripts of all modules in spec order.
func (p *Protocol) Scripts() []*Script {
	var all []*Script
	for _, m := range p.Modules {
		all = append(all, m.Scripts...)
	}
	return all
}

// IDs is the layout of branded ids: a brand of three upper-case letters and
// eleven base62 digits that hold time, node and sequence, in this order.
type IDs struct {
	Pos      diag.Pos
	Epoch    time.Time // millisecond 0 of the time bits, UTC
	TimeBits int
	NodeBits int
	SeqBits  int
	Brands   []*Brand
}

// Brand is a kind of thing that ids name.
type Brand struct {
	Pos  diag.Pos
	Name string // three upper-case ASCII letters
	Doc  string
}

// Profile says how strict the key law is. The constants are named as the spec
// spells them.
type Profile int

const (
	Declared Profile = iota // the default: KEYS, or a declared root plus an id
	Literal                 // KEYS[n] written out
	Derived                 // also text that starts with a declared key up to its hash tag
	Open                    // anything
)

// Engines holds the least engine versions the protocol supports.
type Engines struct {
	Redis  string // "7.0"
	Valkey string // "8.0"
}

// Allow silences one lint rule, with the reason why.
type Allow struct {
	Pos    diag.Pos
	Rule   string
	On     string // the subject (a script, a key), or empty for the whole protocol
	Reason string
}
