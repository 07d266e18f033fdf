package lint

import (
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lazy"
	"github.com/echomq/emqgen/internal/lua/syntax"
)

// The rules on allowances are about the judgement itself, so that no allowance
// silences them, and they are judged last.
var allowRules = []*Rule{allowUnused, allowReason, allowRule}

var allowUnused = &Rule{
	ID: "allow-unused", Severity: diag.Warning,
	Sentence: "an allowance silences nothing",
	Why:      `What it allowed is gone. Left standing, it would silence the next breach without anybody having thought of it.`,
	Bad: `-- keys: [pending]
return redis.call('ZCARD', KEYS[1]) -- emqgen:allow key-argv ids are checked by the caller`,
	Good: `-- keys: [pending]
-- args: [{id: text}]
return redis.call('ZCARD', KEYS[1] .. ARGV[1]) -- emqgen:allow key-extended ids are checked by the caller`,
}

var allowReason = &Rule{
	ID: "allow-reason", Severity: diag.Warning,
	Sentence: "an allowance gives no reason",
	Why:      `Whoever reads the script next has to know why the rule does not hold here.`,
	Bad: `-- keys: [pending]
-- args: [{id: text}]
return redis.call('ZCARD', KEYS[1] .. ARGV[1]) -- emqgen:allow key-extended`,
	Good: `-- keys: [pending]
-- args: [{id: text}]
return redis.call('ZCARD', KEYS[1] .. ARGV[1]) -- emqgen:allow key-extended the suffix is fixed by the host`,
}

var allowRule = &Rule{
	ID: "allow-rule", Severity: diag.Warning,
	Sentence: "an allowance names a rule that does not exist",
	Why:      `It silences nothing, and what it was meant to silence is reported.`,
	Bad: `-- keys: [pending]
return redis.call('ZCARD', KEYS[1]) -- emqgen:allow key-argz ids are checked by the caller`,
	Good: `-- keys: [pending]
-- args: [{id: text}]
return redis.call('ZCARD', KEYS[1] .. ARGV[1]) -- emqgen:allow key-extended ids are checked by the caller`,
}

// allowance is one rule silenced at one place, or for one subject.
type allowance struct {
	pos      diag.Pos
	rule     string
	reason   string
	from, to int    // the lines of the script, when it stands in one
	on       string // the subject, when it stands in the spec; empty for all
	subjects []string
	used     bool
}

func (a *allowance) silences(f *finding) bool {
	switch {
	case a.rule != f.Rule:
		return false
	case a.from > 0:
		return a.pos.File == f.Pos.File && a.from <= f.Pos.Line && f.Pos.Line <= a.to
	}
	return a.on == "" || slices.Contains(f.subjects, a.on)
}

// allowed leaves out what an allowance silences, and adds what is wrong with the
// allowances.
func (w *whole) allowed() []*finding {
	allowances := w.fromSpec()
	for _, s := range w.scripts {
		if s.File != nil {
			allowances = append(allowances, s.fromComments()...)
		}
	}
	var kept []*finding
	for _, f := range w.findings {
		silenced := false
		for _, a := range allowances {
			if a.silences(f) {
				a.used, silenced = true, true
			}
		}
		if !silenced {
			kept = append(kept, f)
		}
	}
	w.findings = kept
	for _, a := range allowances {
		w.judge(a)
	}
	return w.findings
}

func (w *whole) judge(a *allowance) {
	known := slices.Contains(ruleIDs(), a.rule)
	switch {
	case !known:
		w.rule = allowRule
		f := w.report(a.pos, a.subjects, "there is no rule %q", a.rule)
		if near := diag.Nearest(a.rule, ruleIDs()); near != "" {
			f.help("did you mean %q?", near)
		}
	case !a.used:
		w.rule = allowUnused
		w.report(a.pos, a.subjects, "this allows %s, and nothing breaks it here", a.rule).help("remove it")
	}
	if known && a.reason == "" {
		w.rule = allowReason
		w.report(a.pos, a.subjects, "this allows %s without a reason", a.rule).help("write the reason behind the rule")
	}
}

func (w *whole) fromSpec() (found []*allowance) {
	for _, a := range w.Allow {
		found = append(found, &allowance{pos: a.Pos, rule: a.Rule, reason: strings.TrimSpace(a.Reason), on: a.On, subjects: []string{a.On}})
	}
	return found
}

var allowComment = lazy.Regexp(`^--(?:\[=*\[)?\s*emqgen:allow\b[ \t]*(\S*)[ \t]*([^\r\n]*)`)

// fromComments reads the allowances of a script. One that stands behind code
// holds for its line, one on a line of its own for the next line with code.
func (s *script) fromComments() (found []*allowance) {
	for _, c := range s.File.Comments {
		if !strings.Contains(c.Text, "emqgen:allow") {
			continue
		}
		m := allowComment().FindStringSubmatch(c.Text)
		if m == nil {
			continue
		}
		reason := strings.TrimSpace(m[2])
		if strings.HasPrefix(c.Text, "--[") {
			reason = strings.TrimSpace(strings.TrimRight(reason, "]="))
		}
		from, to := s.statementAt(s.lineOf(c))
		found = append(found, &allowance{pos: s.Pos(c.Span), rule: m[1], reason: reason, from: from, to: to, subjects: s.subjects()})
	}
	return found
}

// statementAt gives the lines of the statement that a line belongs to, when it is a
// simple one: a call may take several lines, and has no room for a comment between
// them.
func (s *script) statementAt(line int) (from, to int) {
	from, to = line, line
	syntax.Walk(s.File.Body, func(n any) {
		var at syntax.Span
		switch n := n.(type) {
		case *syntax.Local:
			at = n.Span
		case *syntax.Assign:
			at = n.Span
		case *syntax.CallStmt:
			at = n.Span
		case *syntax.Return:
			at = n.Span
		default:
			return
		}
		first, last := s.File.Line(at.Start), s.File.Line(max(at.Start, at.End-1))
		if line < first || last < line || slices.ContainsFunc(s.File.Functions, func(fn *syntax.Function) bool { return fn.Start >= at.Start && fn.End <= at.End }) {
			return
		}
		from, to = min(from, first), max(to, last)
	})
	return from, to
}

func (s *script) lineOf(c syntax.Comment) int {
	line := s.File.Line(c.Start)
	text := s.File.Text
	before := text[:c.Start]
	if i := strings.LastIndexAny(before, "\r\n"); strings.TrimSpace(before[i+1:]) != "" {
		return line
	}
	at := c.End
	for at < len(text) {
		if strings.IndexByte(" \t\r\n\f\v", text[at]) >= 0 {
			at++
			continue
		}
		next := slices.IndexFunc(s.File.Comments, func(other syntax.Comment) bool { return other.Start == at })
		if next < 0 {
			break
		}
		at = s.File.Comments[next].End
	}
	return s.File.Line(at)
}
