package lua

import (
	"errors"
	"slices"
	"strconv"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lua/command"
	"github.com/echomq/emqgen/internal/lua/syntax"
	"github.com/echomq/emqgen/internal/protocol"
)

// Analysis is what was found out about one script.
type Analysis struct {
	Protocol *protocol.Protocol
	Script   *protocol.Script
	File     *syntax.File  // nil when the script does not parse
	Err      *syntax.Error // why it does not
	Calls    []*Call       // in the order of the text; one for each way a helper was reached
	Events   []*Event      // in the order of the text
	byKind   []*Event      // the same, one kind after the other
	KeysUsed []bool        // by entry of KEYS: whether its value is taken
	ArgsUsed []bool
	Limit    string // why the script was not followed to its end, or nothing
	RESP3    bool   // the script switches to RESP3, so replies have other shapes
}

// Call is a command the script issues at one place.
type Call struct {
	At        syntax.Span      // of the whole call
	Name      string           // upper case; empty when it is not known before the script runs
	Command   *command.Command // nil when the name is not known or no engine has it
	Words     []*Value         // the name and the arguments, each as any path gives it
	Spans     []syntax.Span    // where the words stand
	Open      bool             // more words follow, whose number is not known
	Keys      []*Touch
	KeysKnown bool // Keys has all of them
	Fields    []*FieldTouch
	AllFields bool // every field is read
	Dynamic   bool // fields whose names are not known are touched as well
	Protected bool // redis.pcall, or within a pcall
	Looked    bool // the script looks at what a protected call answered
	Before    []*Call
	Ungrouped string // what is wrong on some path with words that come in pairs or triples
	Reply     command.Reply
	Needs     [2]command.Version // least version by engine; zero when the engine has no such command
	Because   [2]string          // what asks for it

	words []command.Word // as last met
	sym   int
}

// Touch is a key argument of a call.
type Touch struct {
	Index   int
	At      syntax.Span
	Value   *Value
	Reads   bool
	Writes  bool
	Drops   bool // the write takes something away
	Puts    bool // the write puts something there
	Pattern bool // a pattern from which the command makes keys
	Written bool // spelled KEYS[n] in the call itself
	From    Provenance
}

// FieldTouch is a field argument of a call, or a field that is not named there.
type FieldTouch struct {
	At     syntax.Span
	Key    *Touch
	Field  *Value
	Value  *Value // what is written; nil when the field is only read or deleted
	ValAt  syntax.Span
	Reads  bool
	Writes bool
	Drops  bool
}

// Kind is what an Event is about.
type Kind int

const (
	Tested         Kind = iota // X is used as a condition
	Compared                   // X Text Y
	Calculated                 // X Text Y
	NumberAsText               // the number X is turned into text
	MissingUsed                // X, which may be missing, is joined to a text or calculated with: Text
	KeyIndexed                 // KEYS[X], beyond what is declared
	ArgIndexed                 // ARGV[X], beyond what is declared
	Unpacked                   // unpack(X); Bounded
	Looped                     // a while or repeat; Bounded
	GlobalSet                  // Text is assigned
	GlobalRead                 // Text is read, which nobody defined
	MemberRead                 // Text is no member of a library of every engine
	ErrorDropped               // what redis.pcall or pcall caught is not looked at; Text names it
	RefusalDropped             // redis.error_reply(X) is not returned
	Named                      // a command whose name is X, not known before the script runs
	Compiled                   // loadstring
	Called                     // an engine function Text that is no command
	Refused                    // an error with the text X is answered; Text says how it is made
	Raised                     // error(X) or assert, Text
	Returned                   // the script answers X
	Uncalled                   // a function that nobody calls
	Encoded                    // X is encoded by cjson, within a table as its field Text
)

// Event is something a rule may have an opinion on.
type Event struct {
	Kind    Kind
	At      syntax.Span
	Text    string
	X, Y    *Value
	XAt     syntax.Span // of a calculation: where its operands stand
	YAt     syntax.Span
	Tab     *Table  // the content of X, when it is a table
	Bounded bool    // of a loop or an unpack; of an encoded list: it is not empty
	Before  []*Call // writes on the way there, which had or may have had an effect
	Guard   *Guard  // the innermost branch it stands in, as one path enters it
	Sure    bool    // X is neither nil nor false on any path there
}

// Table is what is known about a table when it is returned or encoded.
type Table struct {
	List  []*Value
	Named map[string]*Value
	Rest  *Value
	Open  bool
	Sub   map[*Value]*Table // the tables among the values
}

// Pos is the place of a span in the script's file.
func (a *Analysis) Pos(at syntax.Span) diag.Pos {
	line, col := a.File.Position(at.Start)
	return diag.Pos{File: a.Script.File, Line: line, Col: col}
}

// ErrPos is the place of a syntax error.
func (a *Analysis) ErrPos() diag.Pos {
	line, col := syntax.NewSource(string(a.Script.Source)).Position(a.Err.At.Start)
	return diag.Pos{File: a.Script.File, Line: line, Col: col}
}

// Of lists the events of one kind.
func (a *Analysis) Of(kind Kind) []*Event {
	from, _ := slices.BinarySearchFunc(a.byKind, kind, compareKind)
	to, _ := slices.BinarySearchFunc(a.byKind, kind+1, compareKind)
	return a.byKind[from:to:to]
}

func compareKind(e *Event, kind Kind) int { return int(e.Kind - kind) }

// Analyze follows a script of a protocol. It always comes to an end, and always
// with an analysis: of a script that does not parse, Err is all of it.
func Analyze(p *protocol.Protocol, s *protocol.Script) *Analysis {
	a := &Analysis{Protocol: p, Script: s, KeysUsed: make([]bool, len(s.Keys)), ArgsUsed: make([]bool, len(s.Args))}
	file, err := syntax.Parse(string(s.Source))
	if err != nil {
		errors.As(err, &a.Err)
		return a
	}
	a.File = file
	a.Events = make([]*Event, 0, 16)
	m := newMachine(a)
	m.run()
	m.finish()
	return a
}

// finish puts what was gathered in the order of the text.
func (m *machine) finish() {
	a := m.a
	a.Calls = make([]*Call, 0, len(m.calls))
	for _, c := range m.calls {
		a.Calls = append(a.Calls, c)
	}
	slices.SortFunc(a.Calls, func(x, y *Call) int {
		if x.At.Start != y.At.Start {
			return x.At.Start - y.At.Start
		}
		return x.sym - y.sym
	})
	for _, c := range a.Calls {
		for _, t := range c.Keys {
			t.From = a.provenance(t.Value)
		}
		if c.Protected && !c.Looked {
			m.event(&Event{Kind: ErrorDropped, At: c.At, Text: c.Name})
		}
	}
	slices.SortStableFunc(a.Events, func(x, y *Event) int { return x.At.Start - y.At.Start })
	a.byKind = slices.Clone(a.Events)
	slices.SortStableFunc(a.byKind, func(x, y *Event) int { return int(x.Kind - y.Kind) })
}

func merged(calls, more []*Call) []*Call {
	calls = slices.Clip(calls)
	for _, c := range more {
		if !slices.Contains(calls, c) {
			calls = append(calls, c)
		}
	}
	return calls
}

// spot is where something of a kind happens.
type spot struct {
	kind Kind
	at   syntax.Span
}

// again reports whether an event has what tells it apart from others at its place:
// text, values and the way there.
func (e *Event) again(f *Event) bool {
	return e.Text == f.Text && sameOrNone(e.X, f.X) && sameOrNone(e.Y, f.Y) && e.Guard.again(f.Guard)
}

func sameOrNone(a, b *Value) bool { return a == b || a != nil && b != nil && same(a, b) }

func (g *Guard) again(h *Guard) bool {
	return g == h || g != nil && h != nil && g.At.Start == h.At.Start && slices.EqualFunc(g.Tests, h.Tests, func(t, u Test) bool {
		return t.Holds == u.Holds && same(t.Value, u.Value)
	})
}

// eventKey is the same for an event that comes again at its place. It is written
// only where there are several.
type eventKey struct {
	spot
	text, x, y, guard string
}

func (e *Event) key() eventKey {
	key := eventKey{spot: spot{e.Kind, e.At}, text: e.Text}
	if e.X != nil {
		key.x = e.X.id()
	}
	if e.Y != nil {
		key.y = e.Y.id()
	}
	if e.Guard == nil {
		return key
	}
	guard := strconv.AppendInt(nil, int64(e.Guard.At.Start), 10)
	for _, t := range e.Guard.Tests {
		guard = append(append(guard, ':'), t.Value.id()...)
		guard = strconv.AppendBool(append(guard, '='), t.Holds)
	}
	key.guard = string(guard)
	return key
}

// event records what happened, once for each place and set of values.
func (m *machine) event(e *Event) {
	at := spot{e.Kind, e.At}
	first := m.first[at]
	switch {
	case first == nil:
		m.first[at] = e
		m.a.Events = append(m.a.Events, e)
		return
	case !first.again(e):
		key := e.key()
		if first = m.others[key]; first == nil {
			if m.others == nil {
				m.others = map[eventKey]*Event{}
			}
			m.others[key] = e
			m.a.Events = append(m.a.Events, e)
			return
		}
	}
	first.Bounded = first.Bounded && e.Bounded
	first.Sure = first.Sure && e.Sure
	first.Before = merged(first.Before, e.Before)
	if e.Guard != nil && e.Guard != first.Guard {
		guard := *first.Guard // which its paths share
		guard.Before = merged(guard.Before, e.Guard.Before)
		first.Guard = &guard
	}
	if first.Tab != nil && e.Tab != nil {
		first.Tab = first.Tab.join(e.Tab)
	}
}
