package protocol

import "strings"

// Limits says in a sentence or two what a hole admits beyond its type: the
// pattern as the spec has it, and what is reserved. A nil hole has no limits.
func (p *Param) Limits() string {
	if p == nil {
		return ""
	}
	var text []string
	if p.Pattern != nil {
		text = append(text, "It matches "+p.Pattern.Source+".")
	}
	if n := len(p.Except); n > 0 {
		words := strings.Join(p.Except[:n-1], ", ")
		if n > 1 {
			words += " or "
		}
		text = append(text, "It is not "+words+p.Except[n-1]+".")
	}
	return strings.Join(text, " ")
}

// OneLine puts what a spec says on one line, with a blank between words.
func OneLine(said string) string {
	blank := true
	for i := range len(said) {
		c := said[i]
		if c < ' ' || c > '~' || c == ' ' && blank {
			return strings.Join(strings.Fields(said), " ")
		}
		blank = c == ' '
	}
	return strings.TrimSuffix(said, " ")
}

// Sentence ends what a spec says as a sentence does, so that more can follow.
func Sentence(said string) string {
	said = strings.TrimSpace(said)
	if said == "" || strings.ContainsAny(said[len(said)-1:], ".!?:;,") {
		return said
	}
	return said + "."
}
