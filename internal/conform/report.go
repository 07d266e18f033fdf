package conform

import (
	"time"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
)

// Report is a table of gates and columns.
type Report struct {
	Protocol string
	Engine   string
	Columns  []string
	Rows     []Row
}

// Row is what came of one gate.
type Row struct {
	Gate  *protocol.Gate
	Cells []Cell // one for each column
}

// Result is what came of a gate in a column.
type Result string

// Every cell has one of these.
const (
	Passed  Result = "pass"
	Failed  Result = "fail"
	Skipped Result = "skip" // not run, for a Reason
)

// Cell is what came of one gate in one column.
type Cell struct {
	Result   Result
	Reason   string
	Failure  *Failure
	Duration time.Duration
}

// Failure says what went wrong, in enough detail to see why.
type Failure struct {
	At      diag.Pos   // the step in the spec
	Step    int        // its number, from 1
	Runtime string     // who took it
	Cast    string     // who took which step, when runtimes take turns
	Act     string     // the step in words
	Sent    string     // what the speaker was asked to do, or sent
	Ended   EndingKind // of a speaker's act; empty for what an outsider saw
	Got     string
	Want    string
	Help    string   // the way out, where the server is at fault
	Raw     []string // what the speaker saw, as far as it can tell
	Names   string   // which names of the run stand for those of the gate
	Keys    []KeyState
}

// KeyState is what an outsider found at a key after the failure.
type KeyState struct{ Key, State string }

func newReport(o Options, columns []column) *Report {
	r := &Report{Protocol: o.Protocol.Name + " " + o.Protocol.Version, Engine: o.Engine.Name}
	for _, c := range columns {
		r.Columns = append(r.Columns, c.name)
	}
	for _, g := range o.Gates {
		r.Rows = append(r.Rows, Row{Gate: g, Cells: make([]Cell, len(columns))})
	}
	return r
}

// Count counts the cells of a result.
func (r *Report) Count(result Result) int {
	n := 0
	for _, row := range r.Rows {
		for _, cell := range row.Cells {
			if cell.Result == result {
				n++
			}
		}
	}
	return n
}
