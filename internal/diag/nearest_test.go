package diag_test

import (
	"testing"

	"github.com/echomq/emqgen/internal/diag"
)

func TestNearest(t *testing.T) {
	candidates := []string{"at", "type", "fields", "root_of", "fence", "doc", "enqueue", "hash"}
	for word, want := range map[string]string{
		"typ": "type", "tpye": "type", "feilds": "fields", "field": "fields", "rootof": "root_of", "fense": "fence",
		"enque": "enqueue", "hashmap": "hash", "docs": "doc", "a": "at",
		"": "", "x": "", "payload": "", "en": "", "documentation_of_it": "doc",
	} {
		if got := diag.Nearest(word, candidates); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
