package protocol_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/echomq/emqgen/bench/synthetic"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/spec"
)

func BenchmarkParse(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		source := synthetic.Files(n)[synthetic.Spec].Data
		b.Run(fmt.Sprintf("scripts=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(source)))
			b.ReportAllocs()
			for b.Loop() {
				if _, findings := spec.Parse("protocol.yaml", source); len(findings) > 0 {
					b.Fatal(findings)
				}
			}
		})
	}
}

func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		files := synthetic.Files(n)
		b.Run(fmt.Sprintf("scripts=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, findings := protocol.LoadFS(files, synthetic.Spec); len(findings) > 0 {
					b.Fatal(findings)
				}
			}
		})
	}
}

// A spec of 10,000 lines is loaded like any other.
func TestLargeSpec(t *testing.T) {
	files := synthetic.Files(1500)
	p, findings := protocol.LoadFS(files, synthetic.Spec)
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	if lines := strings.Count(string(files[synthetic.Spec].Data), "\n"); lines < 10_000 || len(p.Scripts()) != 1500 {
		t.Errorf("%d lines, %d scripts", lines, len(p.Scripts()))
	}
}
