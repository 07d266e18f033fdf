package protocol

import "github.com/echomq/emqgen/internal/diag"

// Error is an error a caller can meet: a wire class that scripts refuse with,
// or (Class empty) a reply value that the spec names as an error.
type Error struct {
	Pos   diag.Pos
	Class string // first word on the wire, such as EMQKIND
	Name  string // lower_snake, such as kind
	Doc   string
}

// Module groups scripts that belong together.
type Module struct {
	Pos     diag.Pos
	Name    string
	Doc     string
	Scripts []*Script
}

// Script is one Lua script and the call it makes possible.
type Script struct {
	Pos    diag.Pos
	Module *Module
	Name   string
	Doc    string

	Path   string   // as the spec writes it, slash-separated, relative to the spec
	File   string   // the same file, relative to where the tool runs
	Source []byte   // the bytes, never altered
	SHA1   string   // of Source, lower-case hex
	Pin    string   // what the spec says SHA1 is; empty when not pinned
	PinPos diag.Pos // where the spec says it

	Keys    []*KeyUse // KEYS[1..]
	Args    []*Arg    // ARGV[1..]
	Reply   *Reply
	Refuses []*Error
	Refused []diag.Pos // where the spec names each of them
	Many    bool       // callers may send many calls in one round trip

	// Call is what a caller passes, in this order: the holes of Keys, each
	// once, then the arguments that no hole already gives.
	Call []*CallParam
}

// KeyUse is one entry of a script's KEYS. Optional entries may only stand at
// the end; a variadic one is last and stands for one key or more (with Optional:
// none or more).
type KeyUse struct {
	Pos      diag.Pos
	Key      *Key
	As       string // the role when one key is used twice; empty otherwise
	Optional bool
	Variadic bool
	// Holes gives, for each of Key.Holes(), the call parameter that fills it.
	// For a variadic key, at least one of them is variadic; the n-th key takes
	// the n-th element of each variadic parameter.
	Holes []*CallParam
	// Given is the Flag parameter that says whether an optional key without
	// holes of its own is passed; nil for all others.
	Given *CallParam
}

// Name is the role of the key in this script.
func (u *KeyUse) Name() string {
	if u.As != "" {
		return u.As
	}
	return u.Key.Name
}

// Arg is one entry of a script's ARGV. Optional entries may only stand at the
// end; a variadic one is last and stands for one value or more (with Optional:
// none or more).
type Arg struct {
	Pos      diag.Pos
	Name     string
	Type     Type
	Optional bool
	Variadic bool
	Doc      string
	Param    *CallParam // what the caller passes for it
}

// CallParam is one value, or list of values, that the caller of a script passes.
type CallParam struct {
	Pos  diag.Pos
	Name string // lower_snake
	Type Type
	Hole *Param // the key hole it fills (and whose gate it must pass), or nil
	Doc  string
	// Optional parameters may be absent. If one is present, so must be every
	// optional parameter before it that belongs to the same list (KEYS or ARGV).
	Optional bool
	// Variadic parameters are lists; they need one element at least, unless
	// Optional.
	Variadic bool
	// Flag marks a yes/no parameter that says whether an optional key is passed.
	Flag bool
}
