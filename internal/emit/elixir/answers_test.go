package elixir_test

import (
	"os"
	"path/filepath"
	"testing"
)

// The SDK of EchoMQ on every engine, driven through eredis and through a
// stand-in for Redix.
func TestAnswers(t *testing.T) {
	redix := standIn(t, "redix.ex")
	exunit(t, built(t, shipped(t), redix), "answers_test.exs", engines(t), redix)
}

// standIn compiles a library that takes the place of one that is not installed,
// and gives the setting that puts it where Erlang looks for modules.
func standIn(t *testing.T, file string) string {
	t.Helper()
	libs := t.TempDir()
	ebin := filepath.Join(libs, "stand_in", "ebin")
	if err := os.MkdirAll(ebin, 0o755); err != nil {
		t.Fatal(err)
	}
	run(t, "testdata", nil, "elixirc", "-o", ebin, file)
	return "ERL_LIBS=" + libs
}
