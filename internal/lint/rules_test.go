package lint

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/diag"
)

// Every rule's example breaks it, and the counter-example does not.
func TestExamples(t *testing.T) {
	for _, r := range table {
		t.Run(r.ID, func(t *testing.T) {
			if bad := Run(sample(t, r.Bad)); !broken(bad, r.ID) {
				t.Errorf("the example does not break the rule; found: %s", shown(bad))
			}
			if good := Run(sample(t, r.Good)); broken(good, r.ID) {
				t.Errorf("the counter-example breaks the rule: %s", shown(good))
			}
		})
	}
}

func broken(findings []diag.Finding, id string) bool {
	return slices.ContainsFunc(findings, func(f diag.Finding) bool { return f.Rule == id })
}

func shown(findings []diag.Finding) string {
	var lines []string
	for _, f := range findings {
		lines = append(lines, f.Error())
	}
	return strings.Join(lines, "\n")
}

func TestRulesAreWritten(t *testing.T) {
	id := regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)+$`)
	seen := map[string]bool{}
	for _, r := range Rules() {
		switch {
		case !id.MatchString(r.ID), seen[r.ID]:
			t.Errorf("%q is no good id, or is there twice", r.ID)
		case r.Sentence == "" || strings.HasSuffix(r.Sentence, ".") || strings.ToLower(r.Sentence[:1]) != r.Sentence[:1]:
			t.Errorf("%s: the sentence %q is no sentence in lower case without a full stop", r.ID, r.Sentence)
		case !strings.HasSuffix(r.Doc, "."):
			t.Errorf("%s: the explanation does not end", r.ID)
		}
		seen[r.ID] = true
	}
}
