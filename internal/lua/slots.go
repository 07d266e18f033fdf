package lua

import (
	"cmp"
	"slices"
)

// slots hold what a path knows by number, in rising order: they are few, copied
// at each fork, and most are added at the end.
type slots[V any] []slot[V]

type slot[V any] struct {
	at int
	v  V
}

func (s slots[V]) find(at int) (int, bool) {
	return slices.BinarySearchFunc(s, at, func(x slot[V], at int) int { return cmp.Compare(x.at, at) })
}

// get is what stands at a number, zero for nothing.
func (s slots[V]) get(at int) (v V) {
	if i, ok := s.find(at); ok {
		return s[i].v
	}
	return v
}

func (s *slots[V]) set(at int, v V) {
	i, ok := s.find(at)
	if ok {
		(*s)[i].v = v
		return
	}
	*s = slices.Insert(*s, i, slot[V]{at, v})
}

// cut forgets what stands above a number.
func (s *slots[V]) cut(at int) {
	i, _ := s.find(at + 1)
	*s = (*s)[:i]
}
