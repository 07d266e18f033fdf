package docs

import (
	"fmt"
	"strings"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/protocol"
)

// Diagram draws transitions as Mermaid state diagrams, one for each key; it is
// empty when there are none. What a row does by the same call in several ways
// stands on one arrow.
func Diagram(transitions []conform.Transition) string {
	var b strings.Builder
	var key *protocol.Key
	for _, a := range arrows(transitions) {
		if a.key != key {
			if key != nil {
				b.WriteString("```\n\n")
			}
			key = a.key
			fmt.Fprintf(&b, "What the gates show of `%s`:\n\n```mermaid\nstateDiagram-v2\n", key.Name)
		}
		fmt.Fprintf(&b, "  %s --> %s: %s\n", point(a.from), point(a.to), strings.Join(a.labels, ", "))
	}
	if key != nil {
		b.WriteString("```\n")
	}
	return b.String()
}

// arrow is everything that leads from one state to another.
type arrow struct {
	key      *protocol.Key
	from, to string
	labels   []string
}

func arrows(transitions []conform.Transition) []*arrow {
	var all []*arrow
	for _, t := range transitions {
		label := t.Script.Name
		if branches(transitions, t) {
			label += " (" + t.Answer + ")"
		}
		var found *arrow
		for _, a := range all {
			if a.key == t.Key && a.from == t.From && a.to == t.To {
				found = a
			}
		}
		if found == nil {
			found = &arrow{key: t.Key, from: t.From, to: t.To}
			all = append(all, found)
		}
		found.labels = append(found.labels, label)
	}
	return all
}

// branches reports whether the call leads elsewhere with another answer.
func branches(transitions []conform.Transition, t conform.Transition) bool {
	for _, other := range transitions {
		if other.Script == t.Script && other.Answer != t.Answer {
			return true
		}
	}
	return false
}

// point is a state, or the dot before the first and after the last one.
func point(state string) string {
	if state == "" {
		return "[*]"
	}
	return strings.NewReplacer("-", "_", ".", "_").Replace(state)
}
