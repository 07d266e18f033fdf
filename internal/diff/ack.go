package diff

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff/fact"
	"github.com/echomq/emqgen/internal/diff/judge"
	"github.com/echomq/emqgen/internal/lazy"
)

// Ack is an acknowledgement: somebody knows of one exact change and takes it on
// for a time. A later change of the same thing has other values, and needs an
// acknowledgement of its own.
type Ack struct {
	Pos     diag.Pos `json:"-"`
	Rule    string   `json:"rule"`
	Subject string   `json:"subject"`
	Old     string   `json:"old,omitempty"`
	New     string   `json:"new,omitempty"`
	Reason  string   `json:"reason"`
	// Until is the last day on which it holds, such as 2026-12-31, or the version
	// of the protocol from which it does not hold any more.
	Until string `json:"until"`
}

// RuleAck names what is wrong with a file of acknowledgements.
const RuleAck = "ack-file"

var (
	aDay     = lazy.Regexp(`^\d{4}-\d\d-\d\d$`)
	aVersion = lazy.Regexp(`^\d+\.\d+\.\d+$`)
	// A day written with points reads as a version that never comes.
	aDate = lazy.Regexp(`^\d{1,2}\.\d{1,2}\.\d{4}$|^\d{4}\.\d{1,2}\.\d{1,2}$`)
)

// ParseAcks reads a file of acknowledgements, a list of them in YAML. All that
// is wrong with it is found at once.
func ParseAcks(file string, data []byte) ([]Ack, []diag.Finding) {
	p := ackParser{file: file}
	var doc yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	err := decoder.Decode(&doc)
	switch {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, p.syntax(err)
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		p.list.Errorf(diag.Pos{File: file}, RuleAck, "more than one YAML document").Help = "write one list, without a line of ---"
		return nil, p.list.Sorted()
	}
	list := doc.Content[0]
	if list.Kind != yaml.SequenceNode {
		p.fail(list, "expected a list of acknowledgements").Help = "begin each with `- rule: …`"
		return nil, p.list.Sorted()
	}
	var acks []Ack
	for _, node := range list.Content {
		acks = append(acks, p.ack(node))
	}
	if p.list.Len() > 0 {
		return nil, p.list.Sorted()
	}
	return acks, nil
}

type ackParser struct {
	file string
	list diag.List
}

var yamlLine = lazy.Regexp(`^line (\d+): `)

// syntax is what the YAML reader says, at its line.
func (p *ackParser) syntax(err error) []diag.Finding {
	text, pos := strings.TrimPrefix(err.Error(), "yaml: "), diag.Pos{File: p.file}
	if m := yamlLine().FindStringSubmatch(text); m != nil {
		pos.Line, _ = strconv.Atoi(m[1])
		pos.Col, text = 1, text[len(m[0]):]
	}
	p.list.Errorf(pos, RuleAck, "%s", text)
	return p.list.Sorted()
}

func (p *ackParser) pos(n *yaml.Node) diag.Pos {
	return diag.Pos{File: p.file, Line: n.Line, Col: n.Column}
}

func (p *ackParser) fail(n *yaml.Node, format string, args ...any) *diag.Finding {
	return p.list.Errorf(p.pos(n), RuleAck, format, args...)
}

var ackKeys = []string{"rule", "subject", "old", "new", "reason", "until"}

func (p *ackParser) ack(node *yaml.Node) Ack {
	a := Ack{Pos: p.pos(node)}
	if node.Kind != yaml.MappingNode {
		p.fail(node, "expected an acknowledgement").Help = "write its " + strings.Join(ackKeys, ", ")
		return a
	}
	places := map[string]*string{
		"rule": &a.Rule, "subject": &a.Subject, "old": &a.Old, "new": &a.New, "reason": &a.Reason, "until": &a.Until,
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		place, known := places[key.Value]
		switch {
		case !known:
			f := p.fail(key, "unknown key %q of an acknowledgement", key.Value)
			f.Help = "expected " + strings.Join(ackKeys, ", ")
		case seen[key.Value]:
			p.fail(key, "%q is said twice", key.Value).Help = "keep one of them"
		case value.Kind != yaml.ScalarNode:
			p.fail(value, "%q is one value", key.Value).Help = "write it as a text"
		default:
			*place = value.Value
		}
		seen[key.Value] = true
	}
	for _, name := range []string{"rule", "subject", "reason", "until"} {
		if strings.TrimSpace(*places[name]) == "" {
			p.fail(node, "an acknowledgement without %q", name).Help = "say the " + name
		}
	}
	p.check(node, a)
	return a
}

func (p *ackParser) check(node *yaml.Node, a Ack) {
	if _, known := judge.ByID(a.Rule); a.Rule != "" && !known {
		f := p.fail(node, "%q is no rule of diff", a.Rule)
		f.Help = "copy the rule from the report"
		if near := diag.Nearest(a.Rule, ruleIDs()); near != "" {
			f.Help = fmt.Sprintf("did you mean %q?", near)
		}
	}
	if _, err := time.Parse(time.DateOnly, a.Until); a.Until != "" && err != nil && (!aVersion().MatchString(a.Until) || aDate().MatchString(a.Until)) {
		p.fail(node, "%q is no day and no version", a.Until).Help = "write a day such as 2026-12-31, or the version that ends it, such as 3.0.0"
	}
}

func ruleIDs() []string {
	var ids []string
	for _, r := range judge.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// covers reports whether the acknowledgement is for exactly this change.
func (a *Ack) covers(e *Entry) bool {
	return a.Rule == e.Rule.ID && a.Subject == e.Change.Subject && a.Old == e.Change.Old && a.New == e.Change.New
}

// expired reports whether the acknowledgement has run out, by the day that is
// today or by the version that the protocol has reached.
func (a *Ack) expired(today, version string) bool {
	if aDay().MatchString(a.Until) {
		return today > a.Until
	}
	return fact.CompareVersions(version, a.Until) >= 0
}

// WriteAcks prints what would acknowledge entries, for a file of
// acknowledgements; reason and until are left to be said.
func WriteAcks(w io.Writer, entries []Entry) error {
	var acks []yaml.Node
	for _, e := range entries {
		if strings.HasPrefix(e.Rule.ID, "ack-") {
			continue
		}
		var node yaml.Node
		node.Kind = yaml.MappingNode
		for _, pair := range [][2]string{
			{"rule", e.Rule.ID}, {"subject", e.Change.Subject}, {"old", e.Change.Old}, {"new", e.Change.New}, {"reason", ""}, {"until", ""},
		} {
			if pair[1] == "" && (pair[0] == "old" || pair[0] == "new") {
				continue
			}
			var key, value yaml.Node
			key.SetString(pair[0])
			value.SetString(pair[1])
			node.Content = append(node.Content, &key, &value)
		}
		acks = append(acks, node)
	}
	if len(acks) == 0 {
		return nil
	}
	enc := yaml.NewEncoder(w)
	enc.SetIndent(2)
	if err := enc.Encode(acks); err != nil {
		return err
	}
	return enc.Close()
}
