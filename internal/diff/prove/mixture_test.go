package prove

import (
	"fmt"
	"testing"
)

func TestMixturesAreAllOfThemOnceOrTheBound(t *testing.T) {
	for _, test := range []struct{ acts, most, want int }{{1, 100, 2}, {2, 100, 4}, {5, 100, 32}, {8, 256, 256}, {8, 20, 20}, {60, 500, 500}, {5, 1, 1}} {
		all := mixtures(test.acts, test.most)
		seen := map[string]bool{}
		for _, m := range all {
			if len(m) != test.acts {
				t.Fatalf("%v casts %d acts, want %d", m, len(m), test.acts)
			}
			seen[fmt.Sprint(m)] = true
		}
		if len(all) != test.want || len(seen) != test.want {
			t.Errorf("%d acts, %d at most: %d mixtures, %d of them different; want %d", test.acts, test.most, len(all), len(seen), test.want)
		}
	}
}

// What a rolling deploy does comes first, whatever the bound leaves out.
func TestASwitchOnTheWayComesBeforeOtherMixtures(t *testing.T) {
	want := "[[false false false] [true true true] [false true true] [true false false] [false false true] [true true false]]"
	if got := fmt.Sprint(mixtures(3, 6)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
