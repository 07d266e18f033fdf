package yaml_test

import (
	"strings"
	"testing"

	yamlv3 "gopkg.in/yaml.v3"

	"github.com/echomq/emqgen/internal/spec/yaml"
)

var scripts = "scripts:\n" + strings.Repeat(`  - doc: Admit a job, refuse a foreign kind, answer a duplicate.
    lua: ../lua/enqueue.lua
    sha1: a5980be13628669477e64a5afad5370194ea6f1c
    keys: [job, pending]
    args: [{id: branded}, {payload: bytes}]
    returns: {1: enqueued, 0: duplicate}
    refuses: [EMQKIND]
`, 1000)

func BenchmarkParse(b *testing.B) {
	b.SetBytes(int64(len(scripts)))
	b.ReportAllocs()
	for b.Loop() {
		if _, errs := yaml.Parse(scripts); len(errs) > 0 {
			b.Fatal(errs)
		}
	}
}

// BenchmarkCommonLibrary is what BenchmarkParse is measured against.
func BenchmarkCommonLibrary(b *testing.B) {
	b.SetBytes(int64(len(scripts)))
	b.ReportAllocs()
	for b.Loop() {
		var doc yamlv3.Node
		if err := yamlv3.Unmarshal([]byte(scripts), &doc); err != nil {
			b.Fatal(err)
		}
	}
}
