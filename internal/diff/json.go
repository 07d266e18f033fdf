package diff

import (
	_ "embed"
	"encoding/json"
	"io"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff/judge"
	"github.com/echomq/emqgen/internal/diff/prove"
)

// Schema is the JSON Schema of what WriteJSON prints.
//
//go:embed diff.schema.json
var Schema []byte

type (
	jsonReport struct {
		Format   int                  `json:"format"` // of this document
		Protocol string               `json:"protocol"`
		Old      jsonVersion          `json:"old"`
		New      jsonVersion          `json:"new"`
		Order    judge.Order          `json:"order"`
		Owed     judge.Step           `json:"version_owes"`
		Stepped  judge.Step           `json:"version_takes"`
		Counts   map[string]jsonCount `json:"counts"`
		Entries  []jsonEntry          `json:"entries"`
		Proof    *jsonProof           `json:"proof,omitempty"`
	}
	jsonProof struct {
		Engine string     `json:"engine"`
		Bound  int        `json:"bound"`
		Ran    int        `json:"ran"`
		Held   int        `json:"held"`
		Gates  []jsonGate `json:"gates"`
	}
	jsonGate struct {
		Name     string        `json:"name"`
		Home     prove.Version `json:"home"`
		Differ   int           `json:"differ"`
		All      int           `json:"all"`
		Ran      int           `json:"ran"`
		Held     int           `json:"held"`
		Skipped  string        `json:"skipped,omitempty"`
		Failures []jsonFailure `json:"failures,omitempty"`
	}
	jsonFailure struct {
		Relation prove.Relation `json:"relation"`
		Harm     prove.Harm     `json:"harm"`
		Story    []string       `json:"story"`
	}
	jsonVersion struct {
		Label   string `json:"label"`
		Commit  string `json:"commit,omitempty"`
		Version string `json:"version"`
		Wire    string `json:"wire,omitempty"`
	}
	jsonCount struct {
		All          int `json:"all"`
		Acknowledged int `json:"acknowledged"`
	}
	jsonEntry struct {
		Rule      string         `json:"rule"`
		Kind      string         `json:"kind,omitempty"`
		Subject   string         `json:"subject"`
		Old       string         `json:"old,omitempty"`
		New       string         `json:"new,omitempty"`
		Note      string         `json:"note,omitempty"`
		Layer     judge.Layer    `json:"layer"`
		Class     judge.Class    `json:"class"`
		Severity  diag.Severity  `json:"severity"`
		Says      string         `json:"says"`
		Explain   string         `json:"explain"`
		Relations *jsonRelations `json:"relations,omitempty"`
		Order     judge.Order    `json:"order"`
		Step      judge.Step     `json:"step"`
		At        diag.Pos       `json:"at"`
		Was       diag.Pos       `json:"was"`
		Help      string         `json:"help,omitempty"`
		Ack       *Ack           `json:"acknowledged,omitempty"`
		Proved    int            `json:"proved_by,omitempty"`
		Story     []string       `json:"story,omitempty"`
	}
	jsonRelations struct {
		OldReadsNew jsonAnswer `json:"old_reader_on_new_rows"`
		NewReadsOld jsonAnswer `json:"new_reader_on_old_rows"`
		Together    jsonAnswer `json:"writers_side_by_side"`
		InFlight    jsonAnswer `json:"rows_in_flight"`
	}
	jsonAnswer struct {
		Yes  bool       `json:"yes"`
		Harm judge.Harm `json:"harm,omitempty"`
		Why  string     `json:"why"`
	}
)

// WriteJSON prints the report for machines, as Schema describes it.
func (r *Report) WriteJSON(w io.Writer) error {
	report := jsonReport{
		Format: 1, Protocol: r.New.Protocol.Name,
		Old: newJSONVersion(r.Old), New: newJSONVersion(r.New),
		Order: r.Order, Owed: r.Owed, Stepped: r.Stepped,
		Counts: map[string]jsonCount{}, Entries: []jsonEntry{},
	}
	for _, class := range judge.Classes() {
		all, acknowledged := r.Count(class)
		report.Counts[strings.ReplaceAll(strings.ToLower(string(class)), " ", "_")] = jsonCount{all, acknowledged}
	}
	for i := range r.Entries {
		report.Entries = append(report.Entries, newJSONEntry(&r.Entries[i]))
	}
	report.Proof = newJSONProof(r.Proof)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(report)
}

func newJSONProof(p *prove.Proof) *jsonProof {
	if p == nil {
		return nil
	}
	proof := jsonProof{Engine: p.Engine, Bound: p.Most, Gates: []jsonGate{}}
	proof.Ran, proof.Held = p.Mixtures()
	for _, g := range p.Gates {
		gate := jsonGate{Name: g.Name, Home: g.Home, Differ: g.Differ, All: g.All, Ran: g.Ran, Held: g.Held, Skipped: g.Skipped}
		for _, f := range g.Failures {
			failure := jsonFailure{Relation: f.Relation, Harm: f.Harm}
			for _, line := range f.Story {
				failure.Story = append(failure.Story, line.String())
			}
			gate.Failures = append(gate.Failures, failure)
		}
		proof.Gates = append(proof.Gates, gate)
	}
	return &proof
}

func newJSONVersion(v Version) jsonVersion {
	return jsonVersion{Label: v.Label, Commit: v.Commit, Version: v.Protocol.Version, Wire: v.Protocol.Wire}
}

func newJSONEntry(e *Entry) jsonEntry {
	entry := jsonEntry{
		Rule: e.Rule.ID, Kind: string(e.Change.Kind), Subject: e.Change.Subject, Old: e.Change.Old, New: e.Change.New,
		Note: e.Change.Note, Layer: e.Rule.Layer, Class: e.Class, Severity: e.Rule.Severity, Says: e.Says,
		Explain: e.Rule.Explain, Order: e.Order, Step: e.Step, At: e.Change.NewPos, Was: e.Change.OldPos, Help: e.Help, Ack: e.Ack,
		Proved: e.Proved, Story: e.Story,
	}
	if !e.Whole() {
		entry.Relations = &jsonRelations{
			newJSONAnswer(e.OldReadsNew), newJSONAnswer(e.NewReadsOld), newJSONAnswer(e.Together), newJSONAnswer(e.InFlight),
		}
	}
	return entry
}

func newJSONAnswer(a judge.Answer) jsonAnswer { return jsonAnswer{a.Yes, a.Harm, a.Why} }
