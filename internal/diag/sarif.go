package diag

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"
)

// writeSARIF prints a SARIF 2.1.0 log with one run, and the rules it names.
func writeSARIF(w io.Writer, findings []Finding, o Options) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{
		Name: "emqgen", Version: o.Version, InformationURI: "https://github.com/echomq/emqgen", Rules: []sarifRule{},
	}
	described := map[string]Rule{}
	for _, r := range o.Rules {
		described[r.ID] = r
	}
	index := map[string]int{}
	for _, f := range findings {
		if _, listed := index[f.Rule]; !listed && f.Rule != "" {
			r, ok := described[f.Rule]
			if !ok {
				r = Rule{ID: f.Rule, Severity: f.Severity}
			}
			index[f.Rule] = len(run.Tool.Driver.Rules)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, newSARIFRule(r))
		}
		run.Results = append(run.Results, newSARIFResult(f, index))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string        `json:"id"`
		Short   *sarifMessage `json:"shortDescription,omitempty"`
		Full    *sarifMessage `json:"fullDescription,omitempty"`
		Default sarifConfig   `json:"defaultConfiguration"`
	}
	sarifConfig struct {
		Level string `json:"level"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId,omitempty"`
		RuleIndex *int            `json:"ruleIndex,omitempty"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
	}
	sarifLocation struct {
		ID       *int          `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifMessage `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region *sarifRegion `json:"region,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
)

func newSARIFRule(r Rule) sarifRule {
	rule := sarifRule{ID: r.ID, Default: sarifConfig{sarifLevel(r.Severity)}}
	if r.Sentence != "" {
		rule.Short = &sarifMessage{r.Sentence}
	}
	if r.Doc != "" {
		rule.Full = &sarifMessage{r.Doc}
	}
	return rule
}

func newSARIFResult(f Finding, index map[string]int) sarifResult {
	message := f.Message
	if f.Help != "" {
		message += "\n" + f.Help
	}
	result := sarifResult{
		RuleID: f.Rule, Level: sarifLevel(f.Severity), Message: sarifMessage{message},
		Locations: []sarifLocation{{Physical: newSARIFPhysical(f.Pos)}},
	}
	if i, known := index[f.Rule]; known {
		result.RuleIndex = &i
	}
	for i, r := range f.Related {
		result.Related = append(result.Related, sarifLocation{
			ID: new(i + 1), Physical: newSARIFPhysical(r.Pos), Message: &sarifMessage{r.Message},
		})
	}
	return result
}

func newSARIFPhysical(pos Pos) sarifPhysical {
	var physical sarifPhysical
	physical.Artifact.URI = sarifURI(pos.File)
	if pos.Line > 0 {
		physical.Region = &sarifRegion{StartLine: pos.Line, StartColumn: pos.Col}
	}
	return physical
}

// sarifURI makes a URI reference: relative for relative paths, file: for others.
func sarifURI(file string) string {
	path := filepath.ToSlash(file)
	if strings.HasPrefix(path, "/") {
		return (&url.URL{Scheme: "file", Path: path}).String()
	}
	return (&url.URL{Path: path}).String()
}

func sarifLevel(s Severity) string {
	if s == Info {
		return "note"
	}
	return s.String()
}
