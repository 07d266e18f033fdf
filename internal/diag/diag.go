// Package diag holds what emqgen has to say about its inputs: a position, a
// finding, a sorted list of findings, and the printers that show them.
//
// Spec errors, lint and diff share this one type, so they share one order, one
// set of output formats and one look.
package diag

import "fmt"

// Pos is a place in an input file. Line and Col count from 1; Col counts
// Unicode code points, as editors do. A zero Line means the file as a whole.
type Pos struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	Col  int    `json:"column,omitempty"`
}

// String renders the position as file:line:col, leaving out what is unknown.
func (p Pos) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Less orders positions by file, then line, then column.
func (p Pos) Less(q Pos) bool {
	if p.File != q.File {
		return p.File < q.File
	}
	if p.Line != q.Line {
		return p.Line < q.Line
	}
	return p.Col < q.Col
}

// Severity says how much a finding weighs.
type Severity int

const (
	Error   Severity = iota // the input breaks a law; the run fails
	Warning                 // legal but suspect; the run fails as well
	Info                    // worth knowing; never fails a run
)

// String gives the word printed for the severity.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	}
	return "info"
}

// MarshalText lets the JSON printers write the word instead of a number.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Related is a second place that explains a finding: the other half of a
// duplicate, or one link of a provenance chain.
type Related struct {
	Pos     Pos    `json:"at"`
	Message string `json:"message"`
}

// Finding is one thing to report about one place.
type Finding struct {
	Pos      Pos       `json:"at"`
	Rule     string    `json:"rule"`
	Severity Severity  `json:"severity"`
	Message  string    `json:"message"`        // lower case, quotes the offender, says what was expected
	Help     string    `json:"help,omitempty"` // the way out: what to write instead
	Related  []Related `json:"related,omitempty"`
}

// Error makes a single finding usable as a Go error.
func (f Finding) Error() string {
	if f.Rule == "" {
		return fmt.Sprintf("%s: %s", f.Pos, f.Message)
	}
	return fmt.Sprintf("%s: %s (%s)", f.Pos, f.Message, f.Rule)
}
