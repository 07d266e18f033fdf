package parallel

import (
	"slices"
	"testing"
)

func TestEachIndexOnce(t *testing.T) {
	for _, n := range []int{0, 1, 3, 1000} {
		got := make([]int, n)
		Each(n, func(i int) { got[i]++ })
		if want := slices.Repeat([]int{1}, n); !slices.Equal(got, want) {
			t.Errorf("of %d: called %v times", n, got)
		}
	}
}
