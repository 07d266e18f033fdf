package cli

import (
	"context"
	"errors"
)

// The exit codes of every verb.
const (
	clean       = 0
	found       = 1 // findings were printed
	unusable    = 2 // usage, spec or file
	environment = 3 // no engine, no toolchain, no disk
)

// exitError ends a run with a code; without an error everything was said.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return "see above"
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// unusableInput marks an error as one of the input.
func unusableInput(err error) error { return &exitError{unusable, err} }

// environmentFailed marks an error as one of the environment, unless it says
// otherwise itself.
func environmentFailed(err error) error {
	var exit *exitError
	switch {
	case err == nil || errors.As(err, &exit):
		return err
	case errors.Is(err, context.Canceled):
		err = errors.New("interrupted")
	}
	return &exitError{environment, err}
}
