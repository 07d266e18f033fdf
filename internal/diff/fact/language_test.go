package fact

import (
	"testing"

	"github.com/echomq/emqgen/internal/protocol"
)

func TestBeyondFindsWhatOnlyOneLanguageAdmits(t *testing.T) {
	for _, test := range []struct {
		a, b           string
		exceptA        []string
		exceptB        []string
		gained, lost   string
		isGain, isLoss bool
	}{
		{a: "[a-z]+", b: "[a-z0-9]+", gained: "0", isGain: true},
		{a: "[A-Za-z0-9._-]{1,128}", b: "[A-Za-z0-9._-]{1,64}", lost: repeat("a", 65), isLoss: true},
		{a: "a|b", b: "b|c", gained: "c", isGain: true, lost: "a", isLoss: true},
		{a: "(a|b)*", b: "(b*a*)*"},
		{a: "[a-z]+", b: "[a-z]*", gained: "", isGain: true},
		{a: "[a-z]+", b: "[a-z]+", exceptB: []string{"emq"}, lost: "emq", isLoss: true},
		{a: "[a-z]+", b: "[a-z]+", exceptA: []string{"emq", "em"}, exceptB: []string{"em"}, gained: "emq", isGain: true},
		{a: "x", b: "x", exceptB: []string{"y"}},
		{a: ".", b: "(?s).", gained: "\n", isGain: true},
		{a: "[^{}]+", b: "[^}]+", gained: "{", isGain: true},
		{a: "日", b: "日|é", gained: "é", isGain: true},
	} {
		a, b := parse(t, test.a), parse(t, test.b)
		a.except, b.except = test.exceptA, test.exceptB
		check := func(what string, from, to language, want string, wantFound bool) {
			got, found, decided := from.beyond(to)
			if !decided || found != wantFound || found && got != want {
				t.Errorf("%q -> %q: %s: got %q, %v, decided %v; want %q, %v", test.a, test.b, what, got, found, decided, want, wantFound)
			}
		}
		check("gained", b, a, test.gained, test.isGain)
		check("lost", a, b, test.lost, test.isLoss)
	}
}

func TestBeyondStopsAtItsBound(t *testing.T) {
	a, b := parse(t, "(?:a|b)*a(?:a|b){15}"), parse(t, "(?:a|b)*b(?:a|b){15}|(?:a|b)*a(?:a|b){15}")
	if _, found, decided := a.beyond(b); found || decided {
		t.Errorf("found %v, decided %v: the subset construction of this pattern has more than %d states", found, decided, maxStates)
	}
}

func TestBrandedLanguageIsThe63BitOne(t *testing.T) {
	branded, err := admitted(&protocol.Param{Type: protocol.Type{Kind: protocol.Branded}})
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]bool{
		"JOB0Nb1VTbfnu4": true, "JOB00000000000": true, "JOBAzL8n0Y58m7": true, "JOBAzL8n0Y58m6": true, "JOBAzL8n0Xzzzz": true,
		"JOBAzL8n0Y58m8": false, "USRzzzzzzzzzzz": false, "JOBB0000000000": false, "job0Nb1VTbfnu4": false, "JOB0Nb1VTbfnu": false, "": false,
	} {
		w := branded.start()
		for _, r := range id {
			w = branded.step(w, r)
		}
		if got := branded.accepts(w); got != want {
			t.Errorf("%q: admitted %v, want %v", id, got, want)
		}
	}
}

func parse(t *testing.T, source string) language {
	t.Helper()
	l, err := newLanguage(source)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func repeat(s string, n int) (all string) {
	for range n {
		all += s
	}
	return all
}
