package golden

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
	"github.com/echomq/emqgen/internal/verify"
)

// speakers are the wanted packages of a case, in every language that does not
// refuse it.
func (c golden) speakers(t *testing.T, dir func(language string) string) []verify.Speaker {
	var all []verify.Speaker
	for _, e := range languages() {
		if len(e.Check(c.protocol)) > 0 {
			continue
		}
		switch e.Language() {
		case "go":
			all = append(all, verify.Go{Dir: dir("go"), Program: testenv.Tool(t, "go")})
		case "elixir":
			all = append(all, verify.Elixir{Dir: dir("elixir"), Program: testenv.Tool(t, "elixir")})
		case "python":
			all = append(all, verify.Python{Dir: dir("python"), Program: testenv.Python(t)})
		}
	}
	return all
}

// All languages hold the bytes of the Lua files, above all those of the hostile
// literals: proved by running them.
func TestDigestsAgree(t *testing.T) {
	testenv.LongOnly(t)
	for _, c := range cases(t) {
		if len(c.protocol.Scripts()) == 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			speakers := c.speakers(t, func(language string) string { return c.want(language) })
			if len(speakers) == 0 {
				return // refused by all
			}
			if findings := ask(t, c.protocol, speakers); len(findings) > 0 {
				t.Error(printed(t, findings))
			}
		})
	}
}

// One byte that is changed by hand has to show, in every language.
func TestAChangedByteIsNoticed(t *testing.T) {
	testenv.LongOnly(t)
	c := load(t, "enqueue")
	dirs := map[string]string{}
	for _, e := range languages() {
		dir := t.TempDir()
		dirs[e.Language()] = dir
		changed := 0
		files := readTree(t, c.want(e.Language()))
		for path, data := range files {
			broken := strings.Replace(data, "'pending', 'attempts'", "'pendinG', 'attempts'", 1)
			if broken != data {
				changed++
			}
			files[path] = broken
		}
		if changed != 1 {
			t.Fatalf("%s: the literal is in %d files", e.Language(), changed)
		}
		writeTree(t, dir, files)
	}
	writeModule(t, dirs["go"])
	speakers := c.speakers(t, func(language string) string { return dirs[language] })
	findings := ask(t, c.protocol, speakers)
	if len(findings) != len(speakers) {
		t.Errorf("%d speakers hold a changed byte, but this is found:\n%s", len(speakers), printed(t, findings))
	}
}

// writeModule makes a folder a Go module with the dependencies of this one.
func writeModule(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.Replace(text, []byte("module github.com/echomq/emqgen"), []byte("module example.com/producer"), 1)
		writeTree(t, dir, tree{name: string(text)})
	}
}

func ask(t *testing.T, p *protocol.Protocol, speakers []verify.Speaker) []diag.Finding {
	t.Helper()
	table, err := verify.Run(context.Background(), p, speakers)
	if err != nil {
		t.Fatal(err)
	}
	return table.Findings(func(speaker string, _ *protocol.Script) diag.Pos { return diag.Pos{File: speaker} })
}
