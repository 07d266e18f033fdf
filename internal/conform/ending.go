package conform

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

// EndingKind says how a call, read or connection ended, as its caller saw it.
type EndingKind string

// The kinds carry the words of the driver contract.
const (
	EndedVerdict     EndingKind = "verdict"     // a fixed answer; Name
	EndedValue       EndingKind = "value"       // a reply that carries data; Value
	EndedRefusal     EndingKind = "refusal"     // a typed error; Name and Text
	EndedHost        EndingKind = "host"        // refused before anything was sent; Text
	EndedServer      EndingKind = "server"      // an untyped error reply; Text
	EndedReply       EndingKind = "reply"       // a reply that does not fit the spec; Text
	EndedTransport   EndingKind = "transport"   // a broken connection; Text
	EndedFence       EndingKind = "fence"       // refused by the fence; Text
	EndedUnknown     EndingKind = "unknown"     // sent, and the answer lost; Text
	EndedUnsent      EndingKind = "unsent"      // never sent; Text
	EndedFields      EndingKind = "fields"      // of a read; Value is a Tuple
	EndedAbsent      EndingKind = "absent"      // of a read
	EndedUnsupported EndingKind = "unsupported" // the speaker has no way to do it; Text
	EndedCrash       EndingKind = "crash"       // a bug of the speaker; Text
)

// Ending is what became of one act of a speaker.
type Ending struct {
	Kind  EndingKind
	Name  string
	Text  string
	Value any
	Sent  string   // what the speaker was asked to do
	Raw   []string // what it sent and got, as far as it can tell

	wire func() []string // the same, as it was read along, if it could be
}

// Values of answers are strings, nil for null, []any for lists, Pairs for maps
// and Tuple for tuples and rows.
type (
	// Pairs is a map in the order of the reply.
	Pairs [][2]any
	// Tuple is a list of named values.
	Tuple []Named
	// Named is a value with its name.
	Named struct {
		Name  string
		Value any
	}
)

// get finds a member.
func (t Tuple) get(name string) (any, bool) {
	for _, m := range t {
		if m.Name == name {
			return m.Value, true
		}
	}
	return nil, false
}

// String renders the ending for people.
func (e Ending) String() string {
	switch e.Kind {
	case EndedVerdict:
		return e.Name
	case EndedValue, EndedFields:
		return show(e.Value)
	case EndedRefusal:
		return strings.TrimSpace("refusal " + e.Name + " " + parenthesized(e.Text))
	case EndedAbsent:
		return string(e.Kind)
	case EndedCrash: // how it came to that stands at the end of what it said
		return string(e.Kind) + ": " + e.Text
	}
	return string(e.Kind) + ": " + clip(e.Text)
}

// breaks reports whether the speaker had better not be asked again: it does not
// do what it should, or has lost its connection and may not look for another.
func (e Ending) breaks() bool {
	switch e.Kind {
	case EndedCrash, EndedTransport, EndedUnknown, EndedUnsent:
		return true
	}
	return false
}

// explained is String with the way out, where the server's state is what is told.
func (e Ending) explained() string {
	if help := e.help(); help != "" {
		return e.String() + " (" + help + ")"
	}
	return e.String()
}

// help is the way out of an ending that tells of the server's state, not of the
// speaker.
func (e Ending) help() string {
	if e.Kind != EndedServer {
		return ""
	}
	return engine.Remedy(e.Text)
}

func parenthesized(text string) string {
	if text == "" {
		return ""
	}
	return "(" + clip(text) + ")"
}

// show renders a value for people, in the manner of the gates.
func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return quote(v)
	case bool:
		return strconv.FormatBool(v)
	case []any:
		var items []string
		for _, item := range v {
			items = append(items, show(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case Pairs:
		var items []string
		for _, pair := range v {
			items = append(items, show(pair[0])+": "+show(pair[1]))
		}
		return "{" + strings.Join(items, ", ") + "}"
	case Tuple:
		var items []string
		for _, m := range v {
			items = append(items, quote(m.Name)+": "+show(m.Value))
		}
		return "{" + strings.Join(items, ", ") + "}"
	case protocol.Value:
		return showLiteral(v)
	}
	return clip(fmt.Sprintf("%v", v))
}

// quote shows a text bare where nothing can be mistaken.
func quote(text string) string {
	bare := text != "" && text != "null" && len(text) <= longest
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c > '~' || strings.IndexByte(`"'{}[],:\`, c) >= 0 {
			bare = false
		}
	}
	if bare {
		return text
	}
	return clipQuoted(text)
}

// longest is how much of one text is shown.
const longest = 200

func clip(text string) string {
	if len(text) <= longest {
		return text
	}
	return fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(text[:longest], ""), len(text))
}

func clipQuoted(text string) string {
	if len(text) <= longest {
		return strconv.QuoteToASCII(text)
	}
	return fmt.Sprintf("%s… (%d bytes)", strconv.QuoteToASCII(text[:longest]), len(text))
}
