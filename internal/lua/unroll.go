package lua

import (
	"math"
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

// listed are the elements that ipairs goes through, when they are known and few.
func (m *machine) listed(st *state, v values) ([]*Value, bool) {
	it := v.first()
	if it.Op != Apply || it.Str != "ipairs" && it.Str != "pairs" || len(it.X) == 0 || it.X[0].Op != TableAt {
		return nil, false
	}
	t := st.heap[it.X[0].N]
	if t == nil || t.open || len(t.named) > 0 || len(t.list) == 0 || len(t.list) > maxUnroll {
		return nil, false
	}
	for _, v := range t.list {
		if m.truthOf(v, st) != yes {
			return nil, false // it may end there
		}
	}
	return t.list, true
}
