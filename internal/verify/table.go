package verify

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
)

// Text prints the table: script, bytes and SHA1 of the Lua file, and a column
// for each speaker that says whether it agrees.
func (t *Table) Text(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range t.rows() {
		fmt.Fprintln(tw, strings.Join(row, "\t"))
	}
	return tw.Flush()
}

// Markdown prints the same as a Markdown table.
func (t *Table) Markdown(w io.Writer) error {
	for i, row := range t.rows() {
		if _, err := fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | ")); err != nil {
			return err
		}
		if i == 0 {
			if _, err := fmt.Fprintln(w, "|"+strings.Repeat("---|", len(row))); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintln(w)
	return err
}

func (t *Table) rows() [][]string {
	head := []string{"script", "bytes", "sha1"}
	for _, c := range t.Columns {
		head = append(head, c.Name)
	}
	rows := [][]string{head}
	for _, s := range t.Protocol.Scripts() {
		row := []string{name(s), fmt.Sprint(len(s.Source)), s.SHA1}
		for _, c := range t.Columns {
			row = append(row, c.verdict(s))
		}
		rows = append(rows, row)
	}
	return rows
}

// verdict is the cell of a script and a speaker.
func (c Column) verdict(s *protocol.Script) string {
	h, ok := c.Held[name(s)]
	switch {
	case c.Broken != "":
		return "BROKEN"
	case !ok:
		return "MISSING"
	case h.Refused != "":
		return "REFUSED"
	case Agrees(s, h):
		return "agrees"
	case h.SHA1 == s.SHA1:
		return "RUN BY " + short(h.RunBy)
	}
	return fmt.Sprintf("%d BYTES, %s", h.Bytes, short(h.SHA1))
}

func short(sha1 string) string { return sha1[:min(8, len(sha1))] + "…" }

// Tally counts what was compared, such as "9 in go, 9 in elixir".
func (t *Table) Tally() string {
	var parts []string
	for _, c := range t.Columns {
		parts = append(parts, fmt.Sprintf("%d in %s", len(c.Held), c.Name))
	}
	return strings.Join(parts, ", ")
}

// JSON prints the table and the findings as one object.
func (t *Table) JSON(w io.Writer, findings []diag.Finding) error {
	type script struct {
		Name  string          `json:"name"`
		Bytes int             `json:"bytes"`
		SHA1  string          `json:"sha1"`
		Held  map[string]Held `json:"held"`
	}
	result := struct {
		Scripts  []script       `json:"scripts"`
		Findings []diag.Finding `json:"findings"`
	}{Findings: append([]diag.Finding{}, findings...)}
	for _, s := range t.Protocol.Scripts() {
		row := script{name(s), len(s.Source), s.SHA1, map[string]Held{}}
		for _, c := range t.Columns {
			if h, ok := c.Held[name(s)]; ok {
				row.Held[c.Name] = h
			}
		}
		result.Scripts = append(result.Scripts, row)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(result)
}
