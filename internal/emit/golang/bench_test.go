package golang_test

import (
	"fmt"
	"testing"

	"github.com/echomq/emqgen/bench/synthetic"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/golang"
)

var sizes = []int{10, 100, 1000}

func BenchmarkEmit(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := synthetic.Protocol(b, n)
			for b.Loop() {
				if _, err := (golang.Emitter{}).Emit(p, emit.Standalone); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := synthetic.Protocol(b, n)
			for b.Loop() {
				golang.Emitter{}.Check(p)
			}
		})
	}
}
