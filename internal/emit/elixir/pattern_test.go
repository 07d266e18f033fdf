package elixir_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/emit/elixir"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// A pattern admits the same values in Elixir as in Go.
func TestPatternsInElixir(t *testing.T) {
	testenv.LongOnly(t)
	patterns := []string{
		"[A-Za-z0-9._-]{1,128}", "[^{}]+", "a(b|c)*", ".+", "(?s).*", `\d{2,}`, "ab?c?", "(?:a|-)[.]?b?", "日本|é",
		"A(?:BB)?A", `[\w.-]{1,3}`, "(ab|a)(c|)", `[^\n]*`, `\x00|\x{10FFFF}`, `[/#]\{x\}`, `[\[\]\\^]+`, "[^a-z]", "",
		"a|", `\pL+`, `\PL`, "[[:alpha:]]+", "x*", "(a+)+b", "[😀-😂]",
	}
	values := []string{
		"", "a", "ab", "abc", "acb", "-", "a.b", "é", "\n", "a\n", "}", "ABBA", "aXbXc", "1234", "日本", "\x00", "\U0010FFFF",
		"/{x}", "#{x}", `[]\^`, "ÅÄÖ", "xxx", strings.Repeat("a", 30) + "b", "😁", "\u2028", strings.Repeat("q", 128), strings.Repeat("q", 129),
	}
	var source, want bytes.Buffer
	for _, p := range patterns {
		pattern, err := protocol.ParsePattern(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, value := range values {
			fmt.Fprintf(&source, "IO.puts(Regex.match?(~r/\\A(?:%s)\\z/u, %s))\n", pattern.Expr(elixir.EscapePattern), elixir.Quote(value))
			fmt.Fprintln(&want, pattern.MatchString(value))
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "patterns.exs"), source.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(run(t, dir, nil, "elixir", "patterns.exs"), "\n")
	for i, want := range strings.Split(want.String(), "\n") {
		if got[i] != want {
			t.Errorf("pattern %q, value %q: Elixir says %q, Go %q", patterns[i/len(values)], values[i%len(values)], got[i], want)
		}
	}
}
