// Package spec reads the YAML of a protocol into a syntax tree in which every
// part knows its line and column.
//
// It is strict about what can be judged without looking anything up: syntax,
// encoding, unknown and duplicate keys, the kind of every node and the look of
// every scalar. What refers to what is the business of package protocol.
package spec

import (
	"unicode/utf8"

	"github.com/echomq/emqgen/internal/diag"
)

// File is the syntax tree of one spec, in the order of the file.
type File struct {
	Path   string // as it appears in positions
	Source []byte
	Broken bool // some part could not be read

	Format   Int // version of the format itself
	Protocol Text
	Version  Text
	Wire     Text
	Doc      Text
	Engines  Engines
	Profile  Text
	IDs      *IDs
	Params   Map[Param]
	Keys     Map[Key]
	Errors   Map[Error]
	Modules  Map[Module]
	Gates    List[Gate]
	Allow    List[Allow]
	Names    Names
}

// Text is a scalar as written, without its quotes.
type Text struct {
	Pos    diag.Pos
	Value  string
	Quoted bool // quoted or a block scalar, so never a number or a keyword
	inner  int  // columns before Value where it stands in the source as it is; -1 elsewhere
}

// At is the place of a byte of Value in the file, or where the scalar begins when
// escapes or line breaks make that hard to tell.
func (t Text) At(off int) diag.Pos {
	pos := t.Pos
	if t.inner >= 0 {
		pos.Col += t.inner + utf8.RuneCountInString(t.Value[:off])
	}
	return pos
}

// Given reports whether the scalar stands in the file.
func (t Text) Given() bool { return t.Pos.Line != 0 }

// Int is an integer.
type Int struct {
	Pos   diag.Pos
	Value int64
}

// Given reports whether the integer stands in the file.
func (i Int) Given() bool { return i.Pos.Line != 0 }

// Bool is true or false.
type Bool struct {
	Pos   diag.Pos
	Value bool
}

// Map is a mapping whose keys are names, in the order of the file.
type Map[V any] struct {
	Pos     diag.Pos
	Entries []Entry[V]
	Broken  bool // some entry could not be read, perhaps not even its name
}

// Entry is one pair of a Map.
type Entry[V any] struct {
	Key    Text
	Value  V
	Broken bool // Value is incomplete; what is wrong with it has been reported
	NoName bool // Key is not what a key may be there
}

// List is a sequence.
type List[V any] struct {
	Pos    diag.Pos
	Items  []V
	Broken bool // some item could not be read and is left out
}

// Engines holds the least engine versions.
type Engines struct{ Redis, Valkey Text }

// IDs is the layout of branded ids.
type IDs struct {
	Pos    diag.Pos
	Epoch  Text
	Bits   Bits
	Brands Map[Text]
}

// Bits is how the 63 bits of an id are shared out.
type Bits struct {
	Pos             diag.Pos
	Time, Node, Seq Int
}

// Type is a scalar type and what narrows it down.
type Type struct {
	Name   Text // such as int; not given when the format has a default
	Values List[Text]
	Unit   Text
	Is     Text
}

// Param is what may stand in a hole.
type Param struct {
	Type   Type
	Match  Text
	Except List[Text]
	Doc    Text
}

// Key is an address and what lives there.
type Key struct {
	At     Text
	Type   Text
	Fields Map[Field]
	RootOf Text
	Fence  Bool
	Doc    Text
}

// Field is one value of a record.
type Field struct {
	Type     Type
	Optional Bool
	Doc      Text
}

// Error is a wire class.
type Error struct{ Name, Doc Text }

// Module is a group of scripts.
type Module struct {
	Doc     Text
	Scripts Map[Script]
}

// Script is one Lua file and its call.
type Script struct {
	Doc     Text
	Lua     Text
	SHA1    Text
	Keys    List[KeyUse]
	Args    List[Arg]
	Returns *Returns
	Refuses List[Text]
	Many    Bool
}

// KeyUse is one of a script's KEYS.
type KeyUse struct {
	Key      Text
	As       Text
	Optional Bool
	Variadic Bool
}

// Arg is one of a script's ARGV.
type Arg struct {
	Name     Text
	Type     Type
	Optional Bool
	Variadic Bool
	Doc      Text
}

// Returns says how a reply is understood.
type Returns struct {
	Pos      diag.Pos
	Broken   bool // some part could not be read
	None     *Outcome
	Verdicts []Verdict
	Shape    *Shape
}

// Verdict is one fixed reply: an integer or, when quoted, a string.
type Verdict struct {
	Reply   Text
	Outcome Outcome
}

// Outcome is a verdict's name, or the name of an error.
type Outcome struct {
	Name  Text
	Error bool
}

// Shape is the form of a reply that carries data; exactly one of Type, Tuple,
// List and Map is set.
type Shape struct {
	Pos   diag.Pos
	Type  *Type
	Tuple *List[Member]
	List  *Shape
	Map   *MapShape
}

// MapShape is a mapping reply of any size.
type MapShape struct {
	Key  Type
	Elem Shape
}

// Member is one named value of a tuple.
type Member struct {
	Name     Text
	Shape    Shape
	Optional Bool
	Doc      Text
}

// Allow silences one lint rule.
type Allow struct{ Rule, On, Reason Text }

// Names holds spellings per language.
type Names struct {
	Broken bool // some part could not be read, perhaps not even for which language
	Go     GoNames
	Elixir ElixirNames
	Python PythonNames
}

// GoNames are the names of the Go SDK.
type GoNames struct {
	Pos             diag.Pos
	Broken          bool
	Package, Module Text
	Rename          Map[Text]
}

// ElixirNames are the names of the Elixir SDK.
type ElixirNames struct {
	Pos                                diag.Pos
	Broken                             bool
	App, Module, Connector, Script, ID Text
	Rename                             Map[Text]
}

// PythonNames are the names of the Python SDK.
type PythonNames struct {
	Pos                   diag.Pos
	Broken                bool
	Package, Distribution Text
	Rename                Map[Text]
}
