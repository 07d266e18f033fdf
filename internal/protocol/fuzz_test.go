package protocol_test

import (
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/echomq/emqgen/internal/protocol"
)

// FuzzLoad reads any bytes as a spec. It must come to an end without a panic, and
// either give a protocol or say why not, with a position in the file.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/accepted/*.txtar", "testdata/refused/*.txtar"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(archiveFS(archive)["protocol.yaml"].Data)
		}
	}
	f.Fuzz(func(t *testing.T, spec []byte) {
		p, findings := protocol.LoadFS(fstest.MapFS{
			"protocol.yaml": {Data: spec},
			"run.lua":       {Data: []byte("return 1\n")},
		}, "protocol.yaml")
		if p == nil && len(findings) == 0 {
			t.Error("neither a protocol nor a reason")
		}
		for _, finding := range findings {
			if finding.Pos.File != "protocol.yaml" || finding.Message == "" || finding.Rule == "" {
				t.Errorf("incomplete: %+v", finding)
			}
		}
	})
}
