package protocol

import "github.com/echomq/emqgen/internal/diag"

// Gate is a small story that an outside observer must see come true.
type Gate struct {
	Pos   diag.Pos
	Name  string
	Law   string // the law of the protocol that it proves
	Doc   string
	Steps []*Step
}

// Step is one act of a gate, and what must come of it. Exactly one of Call, Read,
// Write, Connect, Wait, Forget, Together and Many says what the act is.
type Step struct {
	Pos      diag.Pos
	Call     *Script // a call, with the parameters With
	Read     *Key    // what stands at a key, read by an outsider
	Write    *Key    // what stands at a key, planted by an outsider
	Connect  bool    // one more connection, through the fence
	Overtake *Value  // of Connect: what another claims the fence with, just before the speaker does
	Wait     int64   // milliseconds that pass on the server's clock
	Forget   bool    // the server loses its script cache, as in a restart
	Together []*Step // calls and connections made at the same time
	Many     []*Step // calls of one script, sent in one round trip

	With  []Binding
	Times int    // within Together: how many calls of it are made; 1 elsewhere
	Bind  []Bind // of a call: what later steps may use as $name
	Want  Want
}

// Binding gives a call parameter or key hole its value.
type Binding struct {
	Pos   diag.Pos
	Name  string
	Value Value
}

// Bind gives a part of an answer a name.
type Bind struct {
	Pos    diag.Pos
	Name   string
	Member string // of the answered tuple; empty for the whole answer
}

// Want is what a step expects. Of a call at most one of Answer, Refusal and Error
// is set; of a read, and as what a write plants, one of the others or more.
type Want struct {
	Answer   *Value    // of a call: a verdict's name, or a value
	Refusal  *Error    // of a call: a declared class, or a reply named as an error
	Error    string    // of a call: HostError and its kin, or a part of the text
	Fields   []Binding // of a hash: it has exactly these fields
	Size     *int64    // the number of members, fields or bytes
	Members  []Value   // exactly these members, in order
	Scores   []Score   // of a sorted set: exactly these members and scores
	Value    *Value    // the value of a string key
	Absent   bool      // there is no such key
	Refused  bool      // of Connect: the fence does not let it through
	Outcomes []Outcome // of Together: what the calls end with, in any order
}

// The errors of a call that carry no wire class, by where they arise.
const (
	HostError      = "host"      // in the SDK, before anything is sent
	ServerError    = "server"    // an error reply that has no type
	ReplyError     = "reply"     // a reply that does not fit the spec
	TransportError = "transport" // a connection that broke
	FenceError     = "fence"     // a connection that the fence refused
)

// Outcome is one way for a call to end, and how many calls end so.
type Outcome struct {
	Pos   diag.Pos
	Want  Want // Answer, Refusal or Error
	Times int
}

// Score is a member of a sorted set and its place.
type Score struct {
	Pos     diag.Pos
	Member  Value
	At      string // decimal; a distance in milliseconds when FromNow is set
	FromNow bool   // At counts from the server's clock at the latest call
}

// Value is a literal of a gate: text or bytes, the name of a bound value, or a
// list or map of values.
type Value struct {
	Pos  diag.Pos
	Text string // scalars, as the wire would carry them; the name of a bound value
	List []Value
	Map  []Binding
	Kind ValueKind
}

// ValueKind is the form of a gate value.
type ValueKind int

const (
	ScalarValue ValueKind = iota
	ListValue
	MapValue
	BoundValue
	NullValue // of an answer: it has none
)
