package runtime

import "fmt"

// InputError says that a value was refused before anything was sent: it cannot
// stand in a key or be carried as an argument.
type InputError struct {
	Name   string // the parameter, as the protocol calls it
	Reason string // what is wrong with its value, and what was expected
}

// Error says which value was refused and why.
func (e *InputError) Error() string { return e.Name + " " + e.Reason + "; nothing was sent" }

// refuse refuses a value.
func refuse(name string, value any, format string, args ...any) error {
	return &InputError{Name: name, Reason: quoted(value) + " " + fmt.Sprintf(format, args...)}
}
