package judge_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff/fact"
	"github.com/echomq/emqgen/internal/diff/judge"
)

// kinds reads the constants of type Kind from the source, so that none can be
// forgotten.
func kinds(t *testing.T) []fact.Kind {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../fact/kind.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var all []fact.Kind
	ast.Inspect(file, func(n ast.Node) bool {
		if value, ok := n.(*ast.ValueSpec); ok {
			text, err := strconv.Unquote(value.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, fact.Kind(text))
		}
		return true
	})
	return all
}

func TestEveryKindOfChangeHasARuleThatAlwaysHolds(t *testing.T) {
	unconditional := map[fact.Kind]bool{}
	for _, r := range judge.Rules() {
		if unconditional[r.On] && r.On != "" && r.ID != "fence-without-break" {
			t.Errorf("rule %s comes after one of its kind that always holds", r.ID)
		}
		unconditional[r.On] = unconditional[r.On] || r.When == nil
	}
	for _, kind := range kinds(t) {
		if !unconditional[kind] {
			t.Errorf("no rule judges every change of kind %s", kind)
		}
	}
}

func TestEveryRuleHasAMirrorOrSaysWhyNot(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range judge.Rules() {
		if seen[r.ID] {
			t.Errorf("rule %s stands in the table twice", r.ID)
		}
		seen[r.ID] = true
		if (r.Mirror == "") == (r.NoMirror == "") {
			t.Errorf("rule %s must have a mirror or a reason for having none, and not both", r.ID)
		}
		if _, known := judge.ByID(r.Mirror); r.Mirror != "" && !known {
			t.Errorf("rule %s has the mirror %s, which is no rule", r.ID, r.Mirror)
		}
		if r.Says == "" || r.Explain == "" || r.Layer == "" || r.Class == "" {
			t.Errorf("rule %s lacks a sentence, an explanation, a layer or a class", r.ID)
		}
	}
}

// The class of a rule and its four answers say one thing in two ways.
func TestClassesAgreeWithRelations(t *testing.T) {
	for _, r := range judge.Rules() {
		if r.On == "" {
			continue
		}
		hurt := map[string]judge.Harm{}
		for _, relation := range r.Each() {
			if relation.Why == "" {
				t.Errorf("rule %s: %s: no reason", r.ID, relation.Name)
			}
			if !relation.Yes {
				hurt[relation.Name] = relation.Harm
			}
		}
		switch r.Class {
		case judge.Free, judge.APIOnly:
			if len(hurt) > 0 {
				t.Errorf("rule %s is %s and hurts %v", r.ID, r.Class, hurt)
			}
		case judge.Additive:
			delete(hurt, "old reader on new rows")
			if len(hurt) > 0 {
				t.Errorf("rule %s is additive and hurts more than old readers: %v", r.ID, hurt)
			}
		case judge.WireBreak:
			if len(hurt) == 0 {
				t.Errorf("rule %s is a wire break and hurts nobody", r.ID)
			}
			if r.Severity != diag.Error {
				t.Errorf("rule %s is a wire break and no error", r.ID)
			}
		case judge.NeedsProof:
			for name, harm := range hurt {
				if harm != judge.Unproved {
					t.Errorf("rule %s needs proof and says %q of the %s", r.ID, harm, name)
				}
			}
			if len(hurt) == 0 {
				t.Errorf("rule %s needs proof and leaves nothing to prove", r.ID)
			}
		}
	}
}

func TestTextsOfRulesReadWell(t *testing.T) {
	for _, r := range judge.Rules() {
		if strings.HasSuffix(r.Says, ".") || strings.ToLower(r.Says[:1]) != r.Says[:1] && !strings.HasPrefix(r.Says, "{") {
			t.Errorf("rule %s: the sentence starts lower case and has no full stop: %q", r.ID, r.Says)
		}
		if !strings.HasSuffix(r.Explain, ".") {
			t.Errorf("rule %s: the explanation ends with a full stop: %q", r.ID, r.Explain)
		}
	}
}
