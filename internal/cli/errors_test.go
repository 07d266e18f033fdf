package cli

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/echomq/emqgen/internal/spec"
)

// What YAML has and specs do not is refused where it stands, and nothing else is:
// whichever value or key has a tag or an anchor, is not closed or not quoted.
func TestOneErrorIsNoReasonForOthers(t *testing.T) {
	for _, at := range regexp.MustCompile(`[A-Za-z0-9_.-]+`).FindAllStringIndex(renamed, -1) {
		word := renamed[at[0]:at[1]]
		line := 1 + strings.Count(renamed[:at[0]], "\n")
		for _, instead := range []string{"!x " + word, "!!str [" + word + "]", "{<<: " + word + "}", "\"" + word, "[" + word, word + "{"} {
			_, findings := loadText(renamed[:at[0]] + instead + renamed[at[1]:])
			for _, f := range findings {
				if f.Pos.Line != line && f.Rule != spec.RuleSyntax && len(f.Related) == 0 {
					t.Errorf("%s on line %d: %v\namong %v", instead, line, f, findings)
				}
			}
		}
	}
}

// Errors of every kind are told at once, wherever they stand.
func TestAllErrorsAtOnce(t *testing.T) {
	const text = `emqgen: 1
protocol: !!str small
version: !tag 1.0.0
wire: "small
doc: a: b
ids: &ids {epoch: 2024-01-01T00:00:00Z, bits: {time: 41, node: 10, seq: 12}, brand: {}}
&x params: {q: txt}
keys:
  a: {at: "a:<q>", <<: *ids, tpye: hash}
  b: !!map {at: "b:<z>", &y type: string}
  a: {at: c}
errors:
  BAD: {name: [}
modules:
  m:
    scripts:
      foo_3_3: {lua: s.lua, sha1: , args: [{x: itn}], refuses: [BAD]}
      foo_33: {lua: t.lua, keys: [c]}
gates: nothing
	allow: []
`
	_, findings := loadText(text)
	var got []string
	for _, f := range findings {
		got = append(got, fmt.Sprintf("%d:%d %s", f.Pos.Line, f.Pos.Col, f.Rule))
	}
	want := []string{
		"3:10 yaml-feature", "4:7 yaml-syntax", "5:7 yaml-syntax", "6:78 unknown-key", "7:1 yaml-feature", "7:16 bad-value",
		"9:20 yaml-feature", "9:30 unknown-key", "10:6 yaml-feature", "10:20 undeclared-hole", "10:29 yaml-feature",
		"11:3 duplicate-key", "13:16 yaml-syntax", "17:29 bad-pin", "17:48 bad-value", "18:21 script-file",
		"18:35 unknown-reference", "20:1 yaml-syntax",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
