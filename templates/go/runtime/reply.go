package runtime

import (
	"errors"
	"fmt"
)

// ReplyError says that a script answered something the protocol does not
// declare. The script has run; what its answer means is not known.
type ReplyError struct {
	Script string // module and name, joined by a dot
	Reply  any    // as go-redis read it
	Reason string // what was expected
}

// Error names the script, the reply and what was expected instead.
func (e *ReplyError) Error() string {
	return fmt.Sprintf("%s: undeclared reply %s: %s", e.Script, quoted(e.Reply), e.Reason)
}

// misread completes the error of a reader: a declared error reply gains the
// name of its script, everything else is a reply that nobody declared.
func misread(s Script, reply any, err error) error {
	var declared *Error
	if errors.As(err, &declared) {
		declared.Script = s.String()
		return declared
	}
	return &ReplyError{Script: s.String(), Reply: reply, Reason: err.Error()}
}
