package elixir_test

import (
	"fmt"
	"testing"

	"github.com/echomq/emqgen/bench/synthetic"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/elixir"
)

func BenchmarkEmit(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := synthetic.Protocol(b, n)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (elixir.Emitter{}).Emit(p, emit.Standalone); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
