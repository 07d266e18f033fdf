package protocol_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/echomq/emqgen/internal/protocol"
)

var someWord = regexp.MustCompile(`[A-Za-z0-9_.-]+`)

// A spec may hold words of any length, what is no spec at all as well; what is
// said about them stays as short as a sentence.
func TestMessagesAreShort(t *testing.T) {
	const times, most = 2_000, 1_000
	check := func(what, text string) {
		_, findings := protocol.LoadFS(fstest.MapFS{
			"protocol.yaml": {Data: []byte(text)},
			"run.lua":       {Data: []byte("return 1\n")},
		}, "protocol.yaml")
		for _, f := range findings {
			said := []string{f.Message, f.Help}
			for _, r := range f.Related {
				said = append(said, r.Message)
			}
			for _, s := range said {
				if len(s) > most {
					t.Errorf("%s: %d bytes: %.150s", what, len(s), s)
				}
			}
		}
	}
	check("words", strings.Repeat("x ", times))
	check("no key", "protocol: x\n"+strings.Repeat("x ", times)+"\nversion: 1.0.0\n")
	check("a broken key", "{"+strings.Repeat("x ", times)+"\n: 1}\n")
	check("a second key", strings.Repeat(strings.Repeat("x ", times)+": 1\n", 2))
	for _, pattern := range []string{"testdata/accepted/*.txtar", "testdata/refused/*.txtar"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no cases: %v", err)
		}
		for _, file := range files {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text := string(archiveFS(archive)["protocol.yaml"].Data)
			done := map[string]bool{}
			for _, word := range someWord.FindAllString(text, -1) {
				if !done[word] {
					done[word] = true
					check(file+": "+word, strings.ReplaceAll(text, word, strings.Repeat(word, times)))
				}
			}
		}
	}
}
