package protocol

// Kind is the wire type of an argument, field, member, parameter or value.
type Kind int

const (
	Text    Kind = iota // valid UTF-8
	Bytes               // any bytes, kept exactly
	Int                 // signed 64-bit, decimal on the wire
	Float               // 64-bit binary, shortest decimal on the wire
	Bool                // 1 or 0 on the wire
	Branded             // a branded id; needs Protocol.IDs
	Enum                // one of Type.Values
	Count               // replies only: an integer that is never negative
	Status              // replies only: a status line such as +OK
)

// Unit says what an Int measures, so that each language can use its own type
// for it.
type Unit int

const (
	NoUnit Unit = iota
	Millis      // a length of time in milliseconds
	UnixMs      // an instant in milliseconds since 1970-01-01T00:00:00Z
)

// Type is a kind with what narrows it down.
type Type struct {
	Kind   Kind
	Values []string // of an Enum, in spec order
	Unit   Unit     // of an Int
	// Named is a lower_snake name when the spec gives the type one of its own
	// (`is: token`): languages that can, make it a distinct type.
	Named string
}
