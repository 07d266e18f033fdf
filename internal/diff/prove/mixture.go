package prove

import "slices"

// mixture says of every act that differs who takes it: true is the speaker of
// the other version.
type mixture []bool

// mixtures lists the ways to cast n acts, most of them at most: the two in which
// one version takes all, then those in which the fleet is switched once on the
// way, then the others, those with the fewest other speakers first.
func mixtures(n, most int) []mixture {
	var all []mixture
	add := func(m mixture) bool {
		if !slices.ContainsFunc(all, func(known mixture) bool { return slices.Equal(known, m) }) {
			all = append(all, m)
		}
		return len(all) < most
	}
	for _, other := range []bool{false, true} {
		if !add(slices.Repeat([]bool{other}, n)) {
			return all
		}
	}
	for at := 1; at < n; at++ {
		for _, first := range []bool{false, true} {
			m := append(slices.Repeat([]bool{first}, at), slices.Repeat([]bool{!first}, n-at)...)
			if !add(m) {
				return all
			}
		}
	}
	for others := 1; others < n; others++ {
		if !combine(make(mixture, n), 0, others, add) {
			return all
		}
	}
	return all
}

// combine sets a number of places from one on, in every way, until add has enough.
func combine(m mixture, from, places int, add func(mixture) bool) bool {
	if places == 0 {
		return add(slices.Clone(m))
	}
	for i := from; i <= len(m)-places; i++ {
		m[i] = true
		more := combine(m, i+1, places-1, add)
		m[i] = false
		if !more {
			return false
		}
	}
	return true
}

// count is how many ways there are to cast n acts; -1 when they are too many to
// write down.
func count(n int) int {
	if n > 30 {
		return -1
	}
	return 1 << n
}
