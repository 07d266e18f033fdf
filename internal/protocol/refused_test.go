package protocol_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
)

var update = flag.Bool("update", false, "write what is printed into testdata as what is wanted")

// Each archive under testdata/refused holds a spec, the Lua files it names, and
// in want what the loader prints about them: every finding with its position,
// its caret and its help.
func TestRefused(t *testing.T) {
	files, err := filepath.Glob("testdata/refused/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, findings := protocol.LoadFS(archiveFS(archive), "protocol.yaml")
			if p != nil && len(findings) == 0 {
				t.Error("the spec was accepted")
			}
			got := printed(t, findings, archiveFS(archive))
			if *update {
				rewrite(t, file, archive, got)
			}
			if diff := cmp.Diff(want(archive), got); diff != "" {
				t.Errorf("printed (-want +got):\n%s", diff)
			}
		})
	}
}

func archiveFS(archive *txtar.Archive) fstest.MapFS {
	files := fstest.MapFS{}
	for _, f := range archive.Files {
		files[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return files
}

func want(archive *txtar.Archive) string {
	for _, f := range archive.Files {
		if f.Name == "want" {
			return string(f.Data)
		}
	}
	return ""
}

func rewrite(t *testing.T, file string, archive *txtar.Archive, got string) {
	t.Helper()
	for i, f := range archive.Files {
		if f.Name == "want" {
			archive.Files = append(archive.Files[:i], archive.Files[i+1:]...)
			break
		}
	}
	archive.Files = append(archive.Files, txtar.File{Name: "want", Data: []byte(got)})
	if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// printed renders findings as the command line does.
func printed(t *testing.T, findings []diag.Finding, files fstest.MapFS) string {
	t.Helper()
	var b strings.Builder
	err := diag.Print(&b, "text", findings, diag.Options{Source: func(name string) ([]byte, bool) {
		f, ok := files[name]
		if !ok {
			return nil, false
		}
		return f.Data, true
	}})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
