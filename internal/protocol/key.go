package protocol

import (
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
)

// Param is what may stand in a <hole> of a key.
type Param struct {
	Pos     diag.Pos
	Name    string
	Type    Type     // Text, Branded, Int, Enum or Bytes
	Pattern *Pattern // of Text: the whole value must match; nil admits any text
	Except  []string // values refused although they match
	Doc     string
}

// KeyType is the Redis type of a key's value.
type KeyType string

const (
	AnyKey KeyType = "" // not said, or a root from which other keys are derived
	String KeyType = "string"
	Hash   KeyType = "hash"
	ListOf KeyType = "list"
	Set    KeyType = "set"
	ZSet   KeyType = "zset"
	Stream KeyType = "stream"
)

// Key is one address of the keyspace and what lives there.
type Key struct {
	Pos    diag.Pos
	Name   string
	At     Template
	Type   KeyType
	Fields []*Field // of a Hash; nil for a free map, whose fields are data
	RootOf *Key     // set when the key is the declared root of another key's rows
	Fence  bool     // holds the wire identity
	Doc    string
}

// IsRecord reports whether the key is a hash with declared fields.
func (k *Key) IsRecord() bool { return k.Type == Hash && len(k.Fields) > 0 }

// Holes lists the parameters of the address, each once, in order.
func (k *Key) Holes() []*Param { return k.At.Holes() }

// Field is one named value of a record.
type Field struct {
	Pos      diag.Pos
	Name     string // the exact bytes on the wire
	Type     Type
	Optional bool
	Doc      string
}

// Template is a key's address: literal text and holes, alternating as written.
type Template []Segment

// Segment is a piece of a template: literal text, or a hole when Hole is set.
type Segment struct {
	Text string
	Hole *Param
}

// Holes lists the parameters of the template, each once, in order.
func (t Template) Holes() []*Param {
	holes := make([]*Param, 0, len(t)/2+1)
	for _, s := range t {
		if s.Hole != nil && !slices.Contains(holes, s.Hole) {
			holes = append(holes, s.Hole)
		}
	}
	return holes
}

// String renders the template as the spec writes it.
func (t Template) String() string {
	var text string
	for _, s := range t {
		if s.Hole != nil {
			text += "<" + s.Hole.Name + ">"
		} else {
			text += strings.ReplaceAll(s.Text, "<", "<<")
		}
	}
	return text
}
