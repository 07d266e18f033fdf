package diag_test

import (
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/diag"
)

func TestQuotedTextIsCut(t *testing.T) {
	limit := strings.Repeat("é", 60)
	for _, test := range []struct{ text, quoted string }{
		{"short", `"short"`},
		{limit, `"` + limit + `"`},
		{limit + "x", `"` + limit + `…"`},
		{strings.Repeat("x ", 2_000_000), `"` + strings.Repeat("x ", 30) + `…"`},
		{strings.Repeat("\xff", 61), `"` + strings.Repeat(`\xff`, 60) + `…"`},
	} {
		if got := diag.Sprintf("%q is %d: %s", test.text, 7, test.text); got != test.quoted+" is 7: "+test.text {
			t.Errorf("got %.300s, want %s", got, test.quoted)
		}
		var list diag.List
		if got := list.Errorf(diag.Pos{}, "rule", "%q", test.text).Message; got != test.quoted {
			t.Errorf("got %.300s, want %s", got, test.quoted)
		}
	}
}
