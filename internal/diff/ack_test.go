package diff_test

import (
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/diff"
)

func TestAcksThatCannotBeUsed(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"rule: x", "a.yaml:1:1: expected a list of acknowledgements"},
		{"- just a text", "a.yaml:1:3: expected an acknowledgement"},
		{"- {rule: field-renamed, subject: s, reason: r}", `without "until"`},
		{"- {rule: field-renamed, subject: s, until: 3.0.0}", `without "reason"`},
		{"- {rule: field-renamed, subject: s, reason: ' ', until: 3.0.0}", `without "reason"`},
		{"- {rule: field-renamd, subject: s, reason: r, until: 3.0.0}", `"field-renamd" is no rule of diff`},
		{"- {rule: field-renamed, subject: s, reason: r, until: soon}", `"soon" is no day and no version`},
		{"- {rule: field-renamed, subject: s, reason: r, until: 2026-13-01}", `"2026-13-01" is no day and no version`},
		{"- {rule: field-renamed, subject: s, reason: r, until: 3.0.0, who: me}", `unknown key "who"`},
		{"- {rule: field-renamed, subject: [s], reason: r, until: 3.0.0}", `"subject" is one value`},
		{"- {rule: field-renamed, rule: key-moved, subject: s, reason: r, until: 3.0.0}", `"rule" is said twice`},
		{"- {rule: field-renamed, subject: s, reason: r, until: 2027-02-30}", `"2027-02-30" is no day and no version`},
		{"- {rule: field-renamed, subject: s, reason: r, until: 30.11.2026}", `"30.11.2026" is no day and no version`},
		{"- {rule: field-renamed, subject: s, reason: r, until: 2026.11.30}", `"2026.11.30" is no day and no version`},
		{"- {rule: field-renamed, subject: s, reason: r, until: 3.0.0}\n---\n- x", "more than one YAML document"},
		{"- rule: field-renamed\n  reason: a: b\n", "a.yaml:2:1: mapping values are not allowed"},
		{"- {rule", "ack-file"},
	} {
		acks, findings := diff.ParseAcks("a.yaml", []byte(test.text))
		if len(findings) == 0 {
			t.Errorf("%s: accepted as %v", test.text, acks)
			continue
		}
		var all []string
		for _, f := range findings {
			all = append(all, f.Error())
		}
		if text := strings.Join(all, "\n"); !strings.Contains(text, test.want) {
			t.Errorf("%s: %s, want %s", test.text, text, test.want)
		}
	}
	for _, text := range []string{"", "# nothing\n", "[]"} {
		if acks, findings := diff.ParseAcks("a.yaml", []byte(text)); len(acks)+len(findings) != 0 {
			t.Errorf("%q: %v, %v", text, acks, findings)
		}
	}
}

func TestAnAckCoversOneExactChange(t *testing.T) {
	exact := diff.Ack{Rule: "field-renamed", Subject: "keys.job.fields.payload", Old: "payload", New: "data", Reason: "drained", Until: "2026-01-01"}
	c := readCase(t, "testdata/cases/ledger-field.txtar")
	covered := func(a diff.Ack, today string) (taken bool, rules string) {
		r := diff.New(diff.Input{
			Old: diff.Version{Protocol: c.old}, New: diff.Version{Protocol: c.new}, Acks: []diff.Ack{a}, Today: today,
		})
		for _, e := range r.Entries {
			if strings.HasPrefix(e.Rule.ID, "ack-") {
				rules += e.Rule.ID
			}
		}
		return find(t, r, "field-renamed").Ack != nil, rules
	}
	other := func(change func(*diff.Ack)) diff.Ack {
		a := exact
		change(&a)
		return a
	}
	for name, test := range map[string]struct {
		ack   diff.Ack
		today string
		taken bool
		rules string
	}{
		"on its last day":         {exact, "2026-01-01", true, ""},
		"a day later":             {exact, "2026-01-02", false, "ack-expired"},
		"until a version to come": {other(func(a *diff.Ack) { a.Until = "2.0.1" }), "2030-01-01", true, ""},
		"until this version":      {other(func(a *diff.Ack) { a.Until = "2.0.0" }), "2020-01-01", false, "ack-expired"},
		"of another new value":    {other(func(a *diff.Ack) { a.New = "body" }), "2026-01-01", false, "ack-unused"},
		"of another old value":    {other(func(a *diff.Ack) { a.Old = "body" }), "2026-01-01", false, "ack-unused"},
		"of another subject":      {other(func(a *diff.Ack) { a.Subject = "keys.job" }), "2026-01-01", false, "ack-unused"},
		"of another rule":         {other(func(a *diff.Ack) { a.Rule = "field-removed" }), "2026-01-01", false, "ack-unused"},
	} {
		if taken, rules := covered(test.ack, test.today); taken != test.taken || rules != test.rules {
			t.Errorf("an acknowledgement %s: covers %v, findings %q; want %v, %q", name, taken, rules, test.taken, test.rules)
		}
	}
}

// What is printed to be acknowledged covers the change once it is filled in.
func TestPrintedAcksCoverWhatTheyWerePrintedFor(t *testing.T) {
	for _, path := range paths(t) {
		c := readCase(t, path)
		in := diff.Input{Old: diff.Version{Protocol: c.old}, New: diff.Version{Protocol: c.new}, Today: "2026-01-01"}
		failing := diff.New(in).Fails(diff.OnAny)
		var b strings.Builder
		if err := diff.WriteAcks(&b, failing); err != nil {
			t.Fatal(err)
		}
		filled := strings.NewReplacer(`reason: ""`, "reason: known", `until: ""`, "until: 2027-01-01").Replace(b.String())
		acks, findings := diff.ParseAcks("a.yaml", []byte(filled))
		if len(findings) > 0 {
			t.Fatalf("%s: %v\n%s", path, findings, filled)
		}
		in.Acks = acks
		if left := diff.New(in).Fails(diff.OnAny); len(left) > 0 {
			t.Errorf("%s: %d entries are not covered by\n%s", path, len(left), filled)
		}
	}
}

// A second acknowledgement of one change covers nothing.
func TestOneAckCoversOneChange(t *testing.T) {
	ack := diff.Ack{Rule: "field-renamed", Subject: "keys.job.fields.payload", Old: "payload", New: "data", Reason: "drained", Until: "2026-01-01"}
	c := readCase(t, "testdata/cases/ledger-field.txtar")
	r := diff.New(diff.Input{
		Old: diff.Version{Protocol: c.old}, New: diff.Version{Protocol: c.new}, Acks: []diff.Ack{ack, ack}, Today: "2026-01-01",
	})
	if e := find(t, r, "ack-unused"); e.Change.Subject != ack.Subject {
		t.Errorf("unused is that of %s", e.Change.Subject)
	}
}
