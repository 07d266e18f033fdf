// Package lint holds the scripts of a protocol, and the protocol itself, to the
// laws that keep a wire sound: which keys may be touched, in which order, how a
// script refuses and answers, and what a script should never do.
//
// A rule is a row of one table: its sentence, why it exists, an example that
// breaks it and the same put right, and the function that finds the breaches.
// `emqgen explain`, the documentation and the tests read the same rows. What the
// scripts do is found out by package lua; here it is only judged.
package lint

import (
	"fmt"
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/lua/command"
	"github.com/echomq/emqgen/internal/lua/syntax"
	"github.com/echomq/emqgen/internal/parallel"
	"github.com/echomq/emqgen/internal/protocol"
)

// Rule is one law and how its breaches are found.
type Rule struct {
	ID       string
	Severity diag.Severity
	Sentence string // what is wrong, in one sentence
	Why      string
	Bad      string // a script, or a piece of a spec, that breaks the rule
	Good     string // the same, put right

	script func(*script) // finds the breaches in a script
	whole  func(*whole)  // finds them in the protocol
}

// Run judges a protocol and all of its scripts. The findings are sorted; those
// that an allowance silences are left out.
func Run(p *protocol.Protocol) []diag.Finding { return run(p, table) }

// run judges by some of the rules, the scripts side by side.
func run(p *protocol.Protocol, rules []*Rule) []diag.Finding {
	all := p.Scripts()
	w := &whole{Protocol: p, scripts: make([]*script, len(all))}
	least := leastOf(p)
	parallel.Each(len(all), func(i int) {
		w.scripts[i] = &script{Analysis: lua.Analyze(p, all[i]), least: least}
		w.scripts[i].judge(rules)
	})
	for _, w.rule = range rules {
		if w.rule.whole != nil {
			w.rule.whole(w)
		}
	}
	for _, s := range w.scripts {
		w.findings = append(w.findings, s.findings...)
	}
	var list diag.List
	for _, f := range w.allowed() {
		list.Add(f.Finding)
	}
	return list.Sorted()
}

// judgement is what was found by judging one thing.
type judgement struct {
	rule     *Rule // the one that is judged by
	findings []*finding
}

// whole is the protocol under judgement.
type whole struct {
	judgement
	*protocol.Protocol
	scripts []*script
}

// script is one script under judgement.
type script struct {
	judgement
	*lua.Analysis
	least   [2]command.Version // of the engines that the spec supports
	refused []refusal          // what several rules look at, found out once
	splits  []split
	known   bool
}

func (s *script) judge(rules []*Rule) {
	s.refused, s.splits, s.known = s.refusals(), splits(s.Script), s.allKnown()
	for _, s.rule = range rules {
		if s.rule.script != nil && (s.File != nil || s.rule == luaSyntax) {
			s.rule.script(s)
		}
	}
}

// finding is a finding and what it is about: the names by which an allowance in
// the spec can mean it.
type finding struct {
	diag.Finding
	subjects []string
}

// report adds a finding about a place of the spec.
func (j *judgement) report(pos diag.Pos, subjects []string, format string, args ...any) *finding {
	f := &finding{subjects: subjects}
	f.Pos, f.Rule, f.Severity = pos, j.rule.ID, j.rule.Severity
	f.Message = fmt.Sprintf(format, args...)
	j.findings = append(j.findings, f)
	return f
}

// report adds a finding about a place of the script.
func (s *script) report(at syntax.Span, format string, args ...any) *finding {
	return s.inSpec(s.Pos(at), format, args...)
}

// once is report for what may be found on several paths: of one rule a place has
// one finding.
func (s *script) once(at syntax.Span, format string, args ...any) *finding {
	pos := s.Pos(at)
	for _, f := range s.findings {
		if f.Rule == s.rule.ID && f.Pos == pos {
			return &finding{}
		}
	}
	return s.report(at, format, args...)
}

// inSpec adds a finding about the script at another place, such as where the spec
// speaks of it.
func (s *script) inSpec(pos diag.Pos, format string, args ...any) *finding {
	return s.judgement.report(pos, s.subjects(), format, args...)
}

func (s *script) subjects() []string {
	return []string{s.Script.Name, s.Script.Module.Name + "." + s.Script.Name, s.Script.Module.Name}
}

// complete reports whether everything the script does is known: then what was
// not seen does not happen.
func (s *script) complete() bool { return s.File != nil && s.Limit == "" }

// help says the way out.
func (f *finding) help(format string, args ...any) *finding {
	f.Help = fmt.Sprintf(format, args...)
	return f
}

// about adds a name by which an allowance can mean the finding.
func (f *finding) about(subjects ...string) *finding {
	f.subjects = append(slices.Clip(f.subjects), subjects...)
	return f
}

// see adds a place that explains the finding.
func (f *finding) see(pos diag.Pos, format string, args ...any) *finding {
	f.Related = append(f.Related, diag.Related{Pos: pos, Message: fmt.Sprintf(format, args...)})
	return f
}

// chain adds the way a value took through the script, as far as the line of the
// finding does not show it.
func (f *finding) chain(s *script, v *lua.Value) *finding {
	for _, step := range v.Trace().Steps() {
		if pos := s.Pos(step.At); pos.Line != f.Pos.Line {
			f.see(pos, "%s", step.Text())
		}
	}
	return f
}

// Rules describes all rules, in the order of the table.
func Rules() []diag.Rule {
	var all []diag.Rule
	for _, r := range table {
		all = append(all, diag.Rule{ID: r.ID, Severity: r.Severity, Sentence: r.Sentence, Doc: r.Why, Bad: r.Bad, Good: r.Good})
	}
	return all
}

func ruleIDs() []string {
	var all []string
	for _, r := range table {
		all = append(all, r.ID)
	}
	return all
}

// table is every rule.
var table []*Rule

func init() {
	table = slices.Concat(keyRules, slotRules, recordRules, orderRules, refusalRules, replyRules, compareRules, numberRules, runRules, engineRules, allowRules)
}

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
