package fact

import (
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

var kindNames = map[protocol.Kind]string{
	protocol.Text: "text", protocol.Bytes: "bytes", protocol.Int: "int", protocol.Float: "float", protocol.Bool: "bool",
	protocol.Branded: "branded", protocol.Enum: "enum", protocol.Count: "count", protocol.Status: "status",
}

func kindName(k protocol.Kind) string { return kindNames[k] }

// typeName renders a type as the spec writes it, without its unit and name.
func typeName(t protocol.Type) string {
	if t.Kind == protocol.Enum {
		return "enum [" + strings.Join(t.Values, ", ") + "]"
	}
	return kindName(t.Kind)
}

var unitNames = map[protocol.Unit]string{protocol.NoUnit: "a plain number", protocol.Millis: "milliseconds", protocol.UnixMs: "unix milliseconds"}

// wider lists, for each kind, the kinds whose values include all of its values.
var wider = map[protocol.Kind][]protocol.Kind{
	protocol.Bool:    {protocol.Count, protocol.Int, protocol.Float, protocol.Text, protocol.Bytes},
	protocol.Count:   {protocol.Int, protocol.Float, protocol.Text, protocol.Bytes},
	protocol.Int:     {protocol.Float, protocol.Text, protocol.Bytes},
	protocol.Float:   {protocol.Text, protocol.Bytes},
	protocol.Branded: {protocol.Text, protocol.Bytes},
	protocol.Enum:    {protocol.Text, protocol.Bytes},
	protocol.Status:  {protocol.Text, protocol.Bytes},
	protocol.Text:    {protocol.Bytes},
}

func includes(wide, narrow protocol.Kind) bool { return slices.Contains(wider[narrow], wide) }

// values is how the values of an enum changed.
type values struct {
	added, removed []string
	renamed        []Pair[string]
	reordered      bool
}

// compareValues pairs a value lost with a value found in the same place of the
// list; likely, which may be nil, knows better evidence than the place.
func compareValues(old, new []string, likely func(o, n string) bool) values {
	var v values
	gone := func(o string) bool { return !slices.Contains(new, o) }
	fresh := func(n string) bool { return !slices.Contains(old, n) }
	for i, o := range old {
		if !gone(o) {
			continue
		}
		at := -1
		if likely != nil {
			at = slices.IndexFunc(new, func(n string) bool { return fresh(n) && likely(o, n) })
		}
		if at < 0 && len(old) == len(new) && fresh(new[i]) {
			at = i
		}
		if at < 0 || slices.ContainsFunc(v.renamed, func(p Pair[string]) bool { return *p.New == new[at] }) {
			v.removed = append(v.removed, o)
			continue
		}
		v.renamed = append(v.renamed, Pair[string]{&o, &new[at]})
	}
	for _, n := range new {
		if fresh(n) && !slices.ContainsFunc(v.renamed, func(p Pair[string]) bool { return *p.New == n }) {
			v.added = append(v.added, n)
		}
	}
	kept := func(all, others []string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return !slices.Contains(others, s) })
	}
	v.reordered = !slices.Equal(kept(old, new), kept(new, old))
	return v
}
