package diag

import (
	"encoding/json"
	"io"
)

// writeJSON prints one object with all findings; `findings` is never null.
func writeJSON(w io.Writer, findings []Finding) error {
	if findings == nil {
		findings = []Finding{}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Findings []Finding `json:"findings"`
	}{findings})
}
