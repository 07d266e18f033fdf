package golang

import (
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// callDoc tells what a call does, takes and gives.
func (n *names) callDoc(s *protocol.Script) []string {
	doc := []string{n.scriptOf[s].method + " runs the script " + s.Module.Name + "." + s.Name + ".", s.Doc}
	for _, cp := range s.Call {
		if text := paramDoc(cp); text != "" {
			doc = append(doc, item(n.localOf[cp]+": "+text))
		}
	}
	return append(doc, n.resultDoc(s)+" "+n.errorDoc(s))
}

// paramDoc tells what a parameter is for, and what may be passed.
func paramDoc(cp *protocol.CallParam) string {
	text := []string{protocol.Sentence(cp.Doc), cp.Hole.Limits()}
	switch {
	case cp.Flag:
	case cp.Variadic && cp.Optional:
		text = append(text, "It may be empty.")
	case cp.Variadic:
		text = append(text, "One at least.")
	case cp.Optional:
		text = append(text, "Nil leaves it out.")
	}
	switch cp.Type.Unit {
	case protocol.Millis:
		text = append(text, "Sent in milliseconds, rounded up.")
	case protocol.UnixMs:
		text = append(text, "Sent to the millisecond; what is finer is dropped.")
	}
	return protocol.OneLine(strings.Join(text, " "))
}

func (n *names) resultDoc(s *protocol.Script) string {
	answers := s.Reply.Answers()
	switch formOf(s.Reply) {
	case anyForm:
		return "It returns the reply as go-redis reads it, since the protocol does not describe it."
	case answerForm:
		var all []string
		for _, v := range answers {
			all = append(all, n.answerOf[v])
		}
		return "It returns " + or(all) + "."
	case optionalForm:
		return `It returns nil when there is nothing: "` + answers[0].Name + `".`
	}
	return ""
}

func (n *names) errorDoc(s *protocol.Script) string {
	var all []string
	for _, e := range s.Refuses {
		all = append(all, n.errorOf[e])
	}
	for _, v := range append([]*protocol.Verdict{s.Reply.None}, s.Reply.Verdicts...) {
		if v != nil && v.Error != nil {
			all = append(all, n.errorOf[v.Error])
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "It fails with " + or(all) + "."
}

// or lists alternatives.
func or(all []string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:len(all)-1], ", ") + " or " + all[len(all)-1]
}
