package lua

import (
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/templates/go/runtime"
)

// Origin is how a script came by a key.
type Origin int

const (
	Unclear    Origin = iota // it cannot be told before the script runs
	Declared                 // an entry of KEYS
	Derived                  // a declared root and what fills the holes behind it
	Extended                 // text that starts with a declared key
	Undeclared               // an entry of KEYS beyond those declared
	FromArg                  // built from ARGV
	FromData                 // read out of data
	FixedText                // written in the script
)

var originNames = [...]string{
	Unclear: "unknown", Declared: "declared", Derived: "derived", Extended: "extended", Undeclared: "undeclared",
	FromArg: "from ARGV", FromData: "from data", FixedText: "literal",
}

func (o Origin) String() string { return originNames[o] }

// Provenance is how a script came by a key, and which key of the protocol it is.
type Provenance struct {
	Origin Origin
	Use    *protocol.KeyUse // the entry of KEYS it is, or starts with
	Key    *protocol.Key    // the key of the protocol that stands at the address; nil when none is known to
	Note   string           // for Extended: why it is not Derived
	Loose  bool             // for Extended: whether it keeps the hash tag cannot be told
}

// provenance judges a value that is used as a key.
func (a *Analysis) provenance(v *Value) Provenance {
	switch v.Op {
	case KeyAt:
		if v.N < 1 || v.N > len(a.Script.Keys) {
			return Provenance{Origin: Undeclared}
		}
		use := a.Script.Keys[v.N-1]
		return Provenance{Origin: Declared, Use: use, Key: use.Key}
	case Concat:
		if first := v.X[0]; first.Op == KeyAt && first.N >= 1 && first.N <= len(a.Script.Keys) {
			return a.fromRoot(a.Script.Keys[first.N-1], v.X[1:])
		}
		if use := a.cutFrom(v.X[0]); use != nil {
			return Provenance{Origin: Extended, Use: use, Note: "it is put together from a piece of a declared key"}
		}
	case Apply:
		if use := a.cutFrom(v); use != nil {
			return Provenance{Origin: Extended, Use: use, Note: "it is a piece of a declared key"}
		}
	case Text, Number:
		text, _ := v.Const()
		return Provenance{Origin: FixedText, Key: a.fixedKey(text)}
	}
	if use := a.partOf(v); use != nil {
		return Provenance{Origin: Extended, Use: use, Note: "it is made out of a declared key", Loose: true}
	}
	return Provenance{Origin: origin(v)}
}

// partOf finds the one declared key that went into a value, where nothing in it
// is unknown.
func (a *Analysis) partOf(v *Value) (use *protocol.KeyUse) {
	if v.holdsUnknown() {
		return nil
	}
	for _, leaf := range v.Leaves() {
		switch {
		case leaf.Op == Keys || leaf.Op == KeyAt && (leaf.N < 1 || leaf.N > len(a.Script.Keys)):
			return nil
		case leaf.Op == KeyAt && use == nil:
			use = a.Script.Keys[leaf.N-1]
		}
	}
	return use
}

// origin tells the source of a value that no declared key starts: what it begins
// with counts, since a key begins with what it belongs to.
func origin(v *Value) Origin {
	leaves := v.Leaves()
	if len(leaves) == 0 || v.holdsUnknown() {
		return Unclear
	}
	switch leaves[0].Op {
	case ReplyOf:
		return FromData
	case ArgAt, Args:
		return FromArg
	}
	return Unclear
}

// holdsUnknown reports whether a part of the value could not be followed.
func (v *Value) holdsUnknown() bool {
	return v.Op == Unknown || slices.ContainsFunc(v.X, (*Value).holdsUnknown)
}

// cutFrom finds the declared key that a value is the beginning of, up to its hash
// tag at least.
func (a *Analysis) cutFrom(v *Value) *protocol.KeyUse {
	if v.Op == Elem && len(v.X) > 0 { // a capture
		v = v.X[0]
	}
	if v.Op != Apply || len(v.X) < 2 || v.X[0].Op != KeyAt || v.X[0].N < 1 || v.X[0].N > len(a.Script.Keys) {
		return nil
	}
	use := a.Script.Keys[v.X[0].N-1]
	pattern, known := v.X[1].Const()
	switch v.Str {
	case "string.match":
		if known && strings.HasPrefix(pattern, "^") && strings.Contains(pattern, "}") {
			return use
		}
	case "string.sub":
		if known && pattern == "1" && len(v.X) == 3 && v.X[2].Op == Apply && v.X[2].Str == "string.find" {
			return use
		}
	}
	return nil
}

// fixedKey finds the declared key that a text without holes is.
func (a *Analysis) fixedKey(text string) *protocol.Key {
	for _, key := range a.Protocol.Keys {
		if len(key.Holes()) == 0 && key.At.String() == text {
			return key
		}
	}
	return nil
}

// fromRoot judges KEYS[n] .. rest.
func (a *Analysis) fromRoot(use *protocol.KeyUse, rest []*Value) Provenance {
	root := use.Key
	if root.RootOf == nil {
		return Provenance{Origin: Extended, Use: use, Key: a.extension(root, rest), Note: root.Name + " is not declared as a root"}
	}
	hole := rowHole(root)
	if len(rest) == 1 && fills(hole, rest[0]) {
		return Provenance{Origin: Derived, Use: use, Key: root.RootOf}
	}
	return Provenance{Origin: Extended, Use: use, Note: "a row of " + root.RootOf.Name + " is " + root.Name + " and <" + hole.Name + ">"}
}

// rowHole is what stands behind a root in the addresses of its rows.
func rowHole(root *protocol.Key) *protocol.Param {
	holes := root.RootOf.Holes()
	return holes[len(holes)-1]
}

// fills reports whether a value may stand in a hole: any one that is data, or a
// fixed text that the hole admits.
func fills(hole *protocol.Param, v *Value) bool {
	text, fixed := v.Const()
	switch {
	case !fixed:
		return true
	case text == "" || slices.Contains(hole.Except, text):
		return false
	case hole.Type.Kind == protocol.Enum:
		return slices.Contains(hole.Type.Values, text)
	case hole.Type.Kind == protocol.Branded:
		return runtime.CheckID(runtime.ID(text)) == nil
	}
	return hole.Pattern == nil || hole.Pattern.MatchString(text)
}

// extension finds the key of the protocol whose address is a declared key's with
// a fixed text behind it.
func (a *Analysis) extension(root *protocol.Key, rest []*Value) *protocol.Key {
	if len(rest) != 1 || rest[0].Op != Text {
		return nil
	}
	for _, key := range a.Protocol.Keys {
		if key.At.String() == root.At.String()+rest[0].Str {
			return key
		}
	}
	return nil
}
