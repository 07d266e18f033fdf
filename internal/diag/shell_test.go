package diag_test

import (
	"testing"

	"github.com/echomq/emqgen/internal/diag"
)

func TestShellWord(t *testing.T) {
	for arg, want := range map[string]string{
		"HEAD~1:./spec/protocol.yaml": "HEAD~1:./spec/protocol.yaml",
		"a b":                         "'a b'",
		"it's":                        `'it'\''s'`,
		"$(x)":                        "'$(x)'",
		"":                            "''",
	} {
		if got := diag.ShellWord(arg); got != want {
			t.Errorf("%q: %s, want %s", arg, got, want)
		}
	}
}
