package docs

import (
	"fmt"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

var kinds = map[protocol.Kind]string{
	protocol.Text: "text", protocol.Bytes: "bytes", protocol.Int: "int", protocol.Float: "float",
	protocol.Bool: "bool", protocol.Branded: "branded id", protocol.Count: "count", protocol.Status: "status",
}

// typeName says what a value is.
func typeName(t protocol.Type) string {
	name := kinds[t.Kind]
	if t.Kind == protocol.Enum {
		name = "one of " + strings.Join(t.Values, ", ")
	}
	switch t.Unit {
	case protocol.Millis:
		name += ", milliseconds"
	case protocol.UnixMs:
		name += ", unix milliseconds"
	}
	if t.Named != "" {
		name += " (" + t.Named + ")"
	}
	return name
}

// shape says what a reply with data looks like.
func shape(s *protocol.Shape) string {
	switch s.Kind {
	case protocol.Tuple:
		var members []string
		for _, m := range s.Members {
			member := m.Name + ": " + shape(m.Shape)
			if m.Optional {
				member += " or nil"
			}
			members = append(members, member)
		}
		return "[" + strings.Join(members, ", ") + "]"
	case protocol.List:
		return "list of " + shape(s.Elem)
	case protocol.Map:
		return "map of " + typeName(s.Key) + " to " + shape(s.Elem)
	}
	return typeName(s.Type)
}

// gate says what may stand in a hole.
func gate(p *protocol.Param) string {
	text := typeName(p.Type)
	if p.Pattern != nil {
		text = code(p.Pattern.Source)
	}
	for _, word := range p.Except {
		text += ", not " + code(word)
	}
	return text
}

func must(required bool) string {
	if required {
		return ""
	}
	return "may be absent"
}

func options(optional, variadic bool, doc string) string {
	var parts []string
	if doc != "" {
		parts = append(parts, line(doc))
	}
	if variadic {
		parts = append(parts, "One or more.")
	}
	if optional {
		parts = append(parts, "May be left out.")
	}
	return strings.Join(parts, " ")
}

func position(list string, i int, variadic bool) string {
	text := fmt.Sprintf("%s[%d]", list, i+1)
	if variadic {
		text += "…"
	}
	return text
}

// line makes one line of a doc, which may not be taken for HTML.
func line(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "<", "&lt;")
}

// table writes a table; cells hold Markdown.
func table(head []string, rows [][]string) string {
	var b strings.Builder
	write := func(cells []string) {
		b.WriteString("|")
		for _, cell := range cells {
			b.WriteString(" " + strings.ReplaceAll(cell, "|", `\|`) + " |")
		}
		b.WriteString("\n")
	}
	write(head)
	b.WriteString("|" + strings.Repeat("---|", len(head)) + "\n")
	for _, row := range rows {
		write(row)
	}
	return b.String()
}

// code shows text as it stands in a file.
func code(text string) string {
	if strings.Contains(text, "`") {
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}
