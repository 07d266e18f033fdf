package lua

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A loop of a few turns is run turn by turn: what each of them touches is then told
// apart, and what one finds out holds in the next. Within two such loops the others
// are not, since their turns multiply.
const (
	maxUnroll     = 6
	maxUnrollDeep = 2
)

// unrolledAt marks the turn of an unrolled loop in a frame's path.
const unrolledAt = "#"

func (m *machine) canUnroll(fr *frame) bool {
	return strings.Count(fr.path, unrolledAt) < maxUnrollDeep
}

// unrolled runs n turns of a loop, one after the other.
func (m *machine) unrolled(st *state, n int, fr *frame, turn func(i int, heads []*state) (next, broken []*state)) []*state {
	heads, path := []*state{st}, fr.path
	var exits []*state
	for i := 0; i < n && len(heads) > 0; i++ {
		fr.path = path + unrolledAt + strconv.Itoa(i)
		next, broken := turn(i, heads)
		fr.path = path
		exits = append(exits, broken...)
		heads = compact(next)
	}
	return compact(append(exits, heads...))
}

// few is how often a numeric for runs whose limits are known, when that is seldom.
func few(from, limit, step *Value) (n int, ok bool) {
	if from.Op != Number || limit.Op != Number || step.Op != Number || !(step.Num > 0) {
		return 0, false
	}
	turns := math.Floor((limit.Num-from.Num)/step.Num) + 1
	if !(turns >= 0 && turns <= maxUnroll) {
		return 0, false
	}
	return int(turns), true
}

// maxNamed is how many entries with names, such as the fields of a row, are told apart.
const maxNamed = 16

// pair is an entry of a table that a loop goes through.
type pair struct {
	key, value *Value
	perhaps    bool // it may not be there
}

// listed are the entries that ipairs or pairs goes through, when they are known and
// few.
func (m *machine) listed(st *state, v values) []pair {
	it := v.first()
	if it.Op != Apply || it.Str != "ipairs" && it.Str != "pairs" || len(it.X) == 0 || it.X[0].Op != TableAt {
		return nil
	}
	t := st.heap.get(it.X[0].N)
	if t == nil || t.open || len(t.list) > maxUnroll {
		return nil
	}
	var all []pair
	for i, v := range t.list {
		if !m.present(v, st) {
			return nil // it may end there
		}
		all = append(all, pair{key: number(float64(i + 1)), value: v})
	}
	switch {
	case it.Str == "ipairs":
		return all
	case len(t.named) > maxNamed:
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(t.named)) {
		if v := t.named[key]; v.Op != Nil {
			all = append(all, pair{text(key), v, !m.present(v, st)})
		}
	}
	return all
}

// present reports whether a value is surely not nil. What a reply lacks is false.
func (m *machine) present(v *Value, st *state) bool {
	switch {
	case m.truthOf(v, st) == yes, v.Op == Bool, v.Op == ReplyOf:
		return true
	case v.Op == Elem && v.X[0].Op == ReplyOf && v.X[1].Op == Number:
		name := v.X[0].Call.Name
		return name == "TIME" || name == "HMGET" || name == "MGET"
	}
	return false
}
