package lua

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/echomq/emqgen/internal/protocol"
)

// FootprintFormats lists the formats of WriteFootprints.
func FootprintFormats() []string { return []string{"text", "json", "markdown"} }

// CheckFootprintFormat returns an error for a format that WriteFootprints does not
// know.
func CheckFootprintFormat(format string) error {
	if slices.Contains(FootprintFormats(), format) {
		return nil
	}
	return fmt.Errorf("footprints have no format %q: expected one of %s", format, strings.Join(FootprintFormats(), ", "))
}

// WriteFootprints writes what scripts touch, as a table for each of them.
func WriteFootprints(w io.Writer, format string, list []*Footprint) error {
	switch format {
	case "text":
		return writeText(w, list)
	case "markdown":
		return writeMarkdown(w, list)
	case "json":
		return writeJSON(w, list)
	}
	return CheckFootprintFormat(format)
}

// columns are the headings of a footprint's table.
var columns = []string{"key", "as", "reads", "writes", "commands"}

// cells is one row of a footprint's table.
func (area *Area) cells() []string {
	name := area.Origin.String()
	if area.Key != nil {
		name = area.Key.Name
	}
	return []string{name, area.Address, area.reading(), area.writing(), strings.Join(area.Commands, " ")}
}

func (area *Area) reading() string {
	names := area.names(func(f *FieldUse) bool { return f.Reads })
	switch {
	case area.Every:
		return "every field"
	case len(names) > 0:
		return strings.Join(names, " ")
	case area.Reads:
		return "yes"
	}
	return "-"
}

// writing tells what is put and what is dropped.
func (area *Area) writing() string {
	var parts []string
	put := area.names(func(f *FieldUse) bool { return f.Puts })
	switch {
	case len(put) > 0:
		parts = append(parts, strings.Join(put, " "))
	case area.Puts:
		parts = append(parts, "puts")
	}
	if gone := area.names(func(f *FieldUse) bool { return f.Drops }); len(gone) > 0 {
		parts = append(parts, "drops "+strings.Join(gone, " "))
	} else if area.Drops {
		parts = append(parts, "drops")
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, ", ")
}

func (area *Area) names(which func(*FieldUse) bool) []string {
	var names []string
	for _, f := range area.Fields {
		if which(f) {
			names = append(names, f.Name)
		}
	}
	if len(names) > 0 && area.Some {
		names = append(names, "…")
	}
	return names
}

// summary is a sentence about the whole script.
func (f *Footprint) summary() string {
	what := "only reads"
	if f.Writes {
		what = "writes"
	}
	var needs []string
	for _, n := range f.Needs {
		needs = append(needs, n.String())
	}
	s := what + "; " + strings.Join(needs, ", ")
	if !f.Whole {
		s += "; not all of it could be told"
	}
	return s
}

func (n Need) String() string {
	if !n.Version.Known() {
		return "no " + n.Engine.String() + " has " + n.Because
	}
	return fmt.Sprintf("%s %s (%s)", n.Engine, n.Version, n.Because)
}

func writeText(w io.Writer, list []*Footprint) error {
	for i, f := range list {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s: %s\n", f.Script.Name, f.summary())
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		if len(f.Areas) > 0 {
			fmt.Fprintln(t, "  "+strings.ToUpper(strings.Join(columns, "\t")))
		}
		for _, area := range f.Areas {
			fmt.Fprintln(t, "  "+strings.Join(area.cells(), "\t"))
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func writeMarkdown(w io.Writer, list []*Footprint) error {
	var b strings.Builder
	for _, f := range list {
		fmt.Fprintf(&b, "### %s\n\n%s.\n\n", f.Script.Name, capital(f.summary()))
		if len(f.Areas) == 0 {
			continue
		}
		fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(columns, " | "), strings.Repeat(" --- |", len(columns)))
		for _, area := range f.Areas {
			cells := area.cells()
			for i, cell := range cells {
				cells[i] = strings.NewReplacer("|", "\\|", "`", "'", "\n", " ", "<", "&lt;").Replace(cell)
			}
			fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// The JSON form names keys and fields instead of pointing to them.
type (
	jsonFootprint struct {
		Script string     `json:"script"`
		Writes bool       `json:"writes"`
		Whole  bool       `json:"whole"`
		Needs  []jsonNeed `json:"needs"`
		Keys   []jsonArea `json:"keys"`
	}
	jsonNeed struct {
		Engine  string `json:"engine"`
		Version string `json:"version,omitempty"`
		Because string `json:"because"`
	}
	jsonArea struct {
		Key         string      `json:"key,omitempty"`
		Provenance  string      `json:"provenance"`
		Address     string      `json:"address"`
		Reads       bool        `json:"reads"`
		Puts        bool        `json:"puts"`
		Drops       bool        `json:"drops"`
		EveryField  bool        `json:"every_field,omitempty"`
		OtherFields bool        `json:"other_fields,omitempty"`
		Fields      []jsonField `json:"fields,omitempty"`
		Commands    []string    `json:"commands"`
	}
	jsonField struct {
		Name     string `json:"name"`
		Declared bool   `json:"declared"`
		Reads    bool   `json:"reads"`
		Puts     bool   `json:"puts"`
		Drops    bool   `json:"drops"`
	}
)

func writeJSON(w io.Writer, list []*Footprint) error {
	out := make([]jsonFootprint, 0, len(list))
	for _, f := range list {
		j := jsonFootprint{Script: f.Script.Name, Writes: f.Writes, Whole: f.Whole, Keys: []jsonArea{}}
		for _, n := range f.Needs {
			need := jsonNeed{Engine: strings.ToLower(n.Engine.String()), Because: n.Because}
			if n.Version.Known() {
				need.Version = n.Version.String()
			}
			j.Needs = append(j.Needs, need)
		}
		for _, area := range f.Areas {
			j.Keys = append(j.Keys, area.json())
		}
		out = append(out, j)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

func (area *Area) json() jsonArea {
	j := jsonArea{
		Key: keyName(area.Key), Provenance: area.Origin.String(), Address: area.Address, Reads: area.Reads, Puts: area.Puts,
		Drops: area.Drops, EveryField: area.Every, OtherFields: area.Some, Commands: area.Commands,
	}
	for _, f := range area.Fields {
		j.Fields = append(j.Fields, jsonField{f.Name, f.Field != nil, f.Reads, f.Puts, f.Drops})
	}
	return j
}

func keyName(key *protocol.Key) string {
	if key == nil {
		return ""
	}
	return key.Name
}
