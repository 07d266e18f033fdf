package conform

import (
	"encoding/json"
	"io"
)

type jsonReport struct {
	Protocol string     `json:"protocol"`
	Engine   string     `json:"engine"`
	Passed   int        `json:"passed"`
	Failed   int        `json:"failed"`
	Skipped  int        `json:"skipped"`
	Results  []jsonCell `json:"results"`
}

type jsonCell struct {
	Gate    string       `json:"gate"`
	Law     string       `json:"law,omitempty"`
	Runtime string       `json:"runtime"`
	Result  Result       `json:"result"`
	Reason  string       `json:"reason,omitempty"`
	Millis  int64        `json:"ms"`
	Failure *jsonFailure `json:"failure,omitempty"`
}

type jsonFailure struct {
	At       string            `json:"at"`
	Step     int               `json:"step"`
	Act      string            `json:"act"`
	By       string            `json:"by,omitempty"`
	Cast     string            `json:"cast,omitempty"`
	Sent     string            `json:"sent,omitempty"`
	Got      string            `json:"got"`
	Expected string            `json:"expected"`
	Help     string            `json:"help,omitempty"`
	Raw      []string          `json:"raw,omitempty"`
	Names    string            `json:"names,omitempty"`
	Keys     map[string]string `json:"keys,omitempty"`
}

// writeJSON prints one object; results has one entry a cell, gate by gate.
func writeJSON(w io.Writer, r *Report) error {
	out := jsonReport{
		Protocol: r.Protocol, Engine: r.Engine,
		Passed: r.Count(Passed), Failed: r.Count(Failed), Skipped: r.Count(Skipped),
		Results: []jsonCell{},
	}
	for _, row := range r.Rows {
		for col, cell := range row.Cells {
			out.Results = append(out.Results, jsonCell{
				Gate: row.Gate.Name, Law: row.Gate.Law, Runtime: r.Columns[col],
				Result: cell.Result, Reason: cell.Reason, Millis: millis(cell.Duration),
				Failure: newJSONFailure(cell.Failure),
			})
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func newJSONFailure(f *Failure) *jsonFailure {
	if f == nil {
		return nil
	}
	keys := map[string]string{}
	for _, key := range f.Keys {
		keys[key.Key] = key.State
	}
	return &jsonFailure{
		At: f.At.String(), Step: f.Step, Act: f.Act, By: f.Runtime, Cast: f.Cast, Sent: f.Sent,
		Got: f.Got, Expected: f.Want, Help: f.Help, Raw: f.Raw, Names: f.Names, Keys: keys,
	}
}
