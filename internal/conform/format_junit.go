package conform

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Time    string        `xml:"time,attr"`
	Failure *junitMessage `xml:"failure"`
	Skipped *junitMessage `xml:"skipped"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit prints one suite a runtime, one case a gate.
func writeJUnit(w io.Writer, r *Report) error {
	suites := junitSuites{
		Tests: len(r.Rows) * len(r.Columns), Failures: r.Count(Failed), Skipped: r.Count(Skipped),
	}
	for col, name := range r.Columns {
		suite := junitSuite{Name: fmt.Sprintf("%s on %s: %s", r.Protocol, r.Engine, name), Tests: len(r.Rows)}
		var total time.Duration
		for _, row := range r.Rows {
			cell := row.Cells[col]
			total += cell.Duration
			c := junitCase{Class: name, Name: row.Gate.Name, Time: seconds(cell.Duration)}
			switch cell.Result {
			case Failed:
				suite.Failures++
				c.Failure = &junitMessage{
					Message: fmt.Sprintf("got %s, expected %s", cell.Failure.Got, cell.Failure.Want),
					Text:    strings.Join(cell.Failure.lines(row), "\n"),
				}
			case Skipped:
				suite.Skipped++
				c.Skipped = &junitMessage{Message: cell.Reason}
			}
			suite.Cases = append(suite.Cases, c)
		}
		suite.Time = seconds(total)
		suites.Suites = append(suites.Suites, suite)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(suites); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
