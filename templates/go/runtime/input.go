package runtime

import "fmt"

// InputError says that a value was refused before anything was sent: it cannot
// stand in a key or be carried as an argument.
type InputError struct {
	Name   string // the parameter, as the protocol calls it
	Value  string // the value, quoted and shortened
	Reason string // what is wrong, and what was expected
}

// Error says which value was refused and why.
func (e *InputError) Error() string {
	return fmt.Sprintf("%s %s %s; nothing was sent", e.Name, e.Value, e.Reason)
}

func refuse(name string, value any, format string, args ...any) error {
	return &InputError{Name: name, Value: quoted(value), Reason: fmt.Sprintf(format, args...)}
}
