package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
)

// renamed has two scripts, fields, answers, arguments and enum values that every
// language would spell alike, but for the overrides.
const renamed = `emqgen: 1
protocol: small
version: 1.0.0
wire: small:1
ids: {epoch: 2024-01-01T00:00:00Z, bits: {time: 41, node: 10, seq: 12}, brands: {JOB: work, ORD: an order}}
params:
  queue: {match: "[a-z]+", except: [small]}
  id: {type: branded}
  kind: {type: enum, values: [new, old]}
keys:
  job: {at: "s:{<queue>}:job:<id>", type: hash, fields: {state: {type: enum, values: [on, off]}, ttl_ms: {type: int, unit: ms}, a_1: text, a1: text}}
  pending: {at: "s:{<queue>}:pending", type: zset}
  typed: {at: "s:{<queue>}:<kind>:x"}
  root: {at: "s:{<queue>}:job:", root_of: job}
  version: {at: "s:version", type: string, fence: true}
errors:
  SMALLKIND: {name: kind}
  SMALLGONE: {name: lost}
modules:
  jobs:
    doc: what is done to jobs
    scripts:
      add: {lua: s.lua, keys: [job, pending], args: [{id: branded}, {token: int, is: token}], returns: {1: added, 0: there}, refuses: [SMALLKIND], many: true}
      move: {lua: s.lua, keys: [{key: pending, as: from}, {key: typed, optional: true}], args: [{more: text, variadic: true, optional: true}], returns: {none: nothing, tuple: [{id: branded}, {n: int, optional: true}]}}
      foo_3_3: {lua: s.lua, returns: {1: a_1, 2: a1, -1: {error: gone}}}
      foo_33: {lua: s.lua, args: [{mode: enum, values: [b-1, b1]}, {b_1: text, optional: true}, {b1: text, optional: true}], returns: {map: {text: int}}}
  other:
    scripts:
      add: {lua: s.lua, returns: {list: text}}
gates:
  - {name: g, steps: [{call: jobs.add, with: {queue: q, id: JOB0Nb1VTbfnu4, token: 1}, answer: added}]}
names:
  go: {rename: {keys.job.fields.a1: B, jobs.foo_33: Bar, jobs.foo_33.args.b1: other, jobs.foo_33.args.mode.b1: ModeC, jobs.foo_3_3.returns.a1: Won}}
  elixir: {rename: {keys.job.fields.a1: b, jobs.foo_33: bar}}
  python: {rename: {jobs.foo_33: bar, jobs.foo_33.args.mode.b1: C}}
`

func loadText(spec string) (*protocol.Protocol, []diag.Finding) {
	return protocol.LoadFS(fstest.MapFS{"p": {Data: []byte(spec)}, "s.lua": {Data: []byte("return 1\n")}}, "p", spellers()...)
}

// names picks the findings about spelling.
func names(findings []diag.Finding) []string {
	var all []string
	for _, f := range findings {
		if strings.HasPrefix(f.Rule, "name-") {
			all = append(all, f.Error())
		}
	}
	return all
}

// An error makes no other name clash: whatever word of a spec is spoilt, and
// whatever line is said twice or left out, the names that are there are judged as
// they are without it.
func TestErrorsAreNoReasonForNamesToClash(t *testing.T) {
	if _, findings := loadText(renamed); len(findings) > 0 {
		t.Fatal(findings)
	}
	check := func(what, spec string) {
		t.Helper()
		if _, findings := loadText(spec); len(names(findings)) > 0 {
			t.Errorf("%s:\n%v\namong\n%v", what, names(findings), findings)
		}
	}
	for _, at := range regexp.MustCompile(`[A-Za-z0-9_.-]+`).FindAllStringIndex(renamed, -1) {
		word := renamed[at[0]:at[1]]
		for _, instead := range []string{word + "-!", "{" + word + ": x}", "[" + word + "]", ""} {
			check(fmt.Sprintf("%q is %q at %d", word, instead, at[0]), renamed[:at[0]]+instead+renamed[at[1]:])
		}
	}
	lines := strings.SplitAfter(renamed, "\n")
	for i, line := range lines {
		check("twice: "+line, strings.Join(slices.Insert(slices.Clone(lines), i, line), ""))
		if !strings.Contains(line, "rename") && line != "names:\n" {
			check("without: "+line, strings.Join(slices.Delete(slices.Clone(lines), i, i+1), ""))
		}
	}
}

// Names that clash are told with everything else that is wrong with a spec.
func TestNamesAreJudgedBesideOtherErrors(t *testing.T) {
	const clash = `p:26:7: "jobs.foo_33" and "jobs.foo_3_3" (line 25) are both spelled "Foo33" in the methods of Jobs (name-collision)`
	clashing := strings.Replace(renamed, "jobs.foo_33: Bar, ", "", 1)
	for _, spoilt := range [][2]string{
		{"version: 1.0.0", "version: one"},
		{"s:{<queue>}:pending", "s:{<quue>}:pending"},
		{"[SMALLKIND]", "[SMALLKND]"},
		{"type: zset", "type: zst"},
		{"{lua: s.lua, returns: {1: a_1", "{lua: t.lua, returns: {1: a_1"},
		{"{lua: s.lua, returns: {1: a_1", "{lau: s.lua, returns: {1: a_1"},
		{"2: a1,", "2: A1,"},
		{"{mode: enum,", "{mode: enm,"},
		{"call: jobs.add", "call: jobs.ad"},
		{"elixir: {rename", "elixr: {rename"},
		{"{rename: {jobs.foo_33: bar, jobs", "{rename: {jobs.fo_33: bar, jobs"},
	} {
		spec := strings.Replace(clashing, spoilt[0], spoilt[1], 1)
		_, findings := loadText(spec)
		if got := names(findings); spec == clashing || !slices.Contains(got, clash) || len(findings) == len(got) {
			t.Errorf("%q: got %v", spoilt[1], findings)
		}
	}
}
