package python_test

import (
	"fmt"
	"testing"

	"github.com/echomq/emqgen/bench/synthetic"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/python"
)

func BenchmarkEmit(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		p := synthetic.Protocol(b, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (python.Emitter{}).Emit(p, emit.Standalone); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	p := synthetic.Protocol(b, 1000)
	b.ReportAllocs()
	for b.Loop() {
		python.Emitter{}.Check(p)
	}
}
