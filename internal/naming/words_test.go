package naming_test

import (
	"slices"
	"testing"

	"github.com/echomq/emqgen/internal/naming"
)

func TestWords(t *testing.T) {
	for name, want := range map[string][]string{
		"last_error":  {"last", "error"},
		"in-progress": {"in", "progress"},
		"metrics.ok":  {"metrics", "ok"},
		"EMQKIND":     {"emqkind"},
		"MAX_AGE":     {"max", "age"},
		"processedOn": {"processed", "on"},
		"jobId":       {"job", "id"},
		"sha1Sum":     {"sha1", "sum"},
		"foo_3_3":     {"foo", "3", "3"},
	} {
		if got := naming.Words(name); !slices.Equal(got, want) {
			t.Errorf("Words(%q) = %q, want %q", name, got, want)
		}
	}
}
