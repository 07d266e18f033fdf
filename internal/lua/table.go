package lua

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// table is the content of a Lua table; it is never changed once made.
type table struct {
	list  []*Value          // elements 1 to n, when Open is false there are no more
	named map[string]*Value // by text key
	rest  *Value            // what may stand at any other place; nil for nothing
	open  bool              // the length is not known
	most  int               // when open: how long the list is at most; 0 when nothing bounds it
	meta  *Value            // its metatable; nil for none
	falls *Value            // what the metatable's function __index gives for what is not there
}

func (t *table) id() string {
	var b strings.Builder
	for _, v := range t.list {
		b.WriteString(v.id() + ",")
	}
	for _, key := range slices.Sorted(maps.Keys(t.named)) {
		fmt.Fprintf(&b, "%q=%s,", key, t.named[key].id())
	}
	if t.rest != nil {
		b.WriteString("*" + t.rest.id())
	}
	if t.open {
		fmt.Fprintf(&b, "…%d", t.most)
	}
	if t.meta != nil {
		b.WriteString("^" + t.meta.id())
	}
	if t.falls != nil {
		b.WriteString("_" + t.falls.id())
	}
	return b.String()
}

// empty reports whether there is surely nothing in the table.
func (t *table) empty() bool { return len(t.list) == 0 && len(t.named) == 0 && !t.open }

func (t *table) clone() *table {
	return &table{list: slices.Clone(t.list), named: maps.Clone(t.named), rest: t.rest, open: t.open, most: t.most, meta: t.meta, falls: t.falls}
}

func maybe(a, b *Value) *Value {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return join(a, b)
}

// join is a table that may be either of two.
func (t *table) join(u *table) *table {
	if t == u || t.id() == u.id() {
		return t
	}
	n := min(len(t.list), len(u.list))
	j := &table{rest: maybe(t.rest, u.rest), open: t.open || u.open || len(t.list) != len(u.list), named: map[string]*Value{}}
	j.meta, j.falls = maybe(t.meta, u.meta), maybe(t.falls, u.falls)
	if !(t.open && t.most == 0) && !(u.open && u.most == 0) {
		j.most = max(t.most, u.most, len(t.list), len(u.list))
	}
	for i := range n {
		j.list = append(j.list, join(t.list[i], u.list[i]))
	}
	for _, v := range append(slices.Clone(t.list[n:]), u.list[n:]...) {
		j.rest = maybe(j.rest, v)
	}
	for key, v := range t.named {
		other := u.named[key]
		if other == nil {
			other = nilValue
		}
		j.named[key] = join(v, other)
	}
	for key, v := range u.named {
		if t.named[key] == nil {
			j.named[key] = join(v, nilValue)
		}
	}
	return j
}

// get reads an element. Where the key is not known, any element may be meant.
func (t *table) get(key *Value) *Value {
	switch key.Op {
	case Number:
		i := int(key.Num)
		switch {
		case float64(i) == key.Num && i >= 1 && i <= len(t.list):
			return t.list[i-1]
		case t.rest != nil:
			return t.rest
		case t.open:
			return unknown()
		}
		return nilValue
	case Text:
		if v := t.named[key.Str]; v != nil {
			return v
		}
		if t.rest != nil {
			return join(t.rest, nilValue)
		}
		return nilValue
	}
	if len(t.named) > 0 && !key.IsNumeric() && !t.open { // whether there is any of that name is not known
		return join(t.any(), nilValue)
	}
	return t.any()
}

// any is any element.
func (t *table) any() *Value {
	all := slices.Clone(t.list)
	for _, key := range slices.Sorted(maps.Keys(t.named)) {
		all = append(all, t.named[key])
	}
	if t.rest != nil {
		all = append(all, t.rest)
	}
	if len(all) == 0 && t.open {
		return unknown()
	}
	return union(all)
}

// items is any element of the list.
func (t *table) items() *Value {
	all := slices.Clone(t.list)
	if t.rest != nil {
		all = append(all, t.rest)
	}
	if len(all) == 0 && t.open {
		return unknown()
	}
	return union(all)
}

// maxList is how many elements are told apart, maxHole how many may be left out
// before one that is set.
const (
	maxList = 256
	maxHole = 8
)

// with is the table after an assignment.
func (t *table) with(key, v *Value) *table {
	u := t.clone()
	u.set(key, v)
	return u
}

// set assigns to a table that nobody else holds.
func (t *table) set(key, v *Value) {
	switch key.Op {
	case Number:
		i := int(key.Num)
		switch {
		case float64(i) == key.Num && i >= 1 && i <= len(t.list):
			t.list[i-1] = v
		case float64(i) == key.Num && i > len(t.list) && i <= len(t.list)+maxHole && !t.open && i <= maxList:
			for len(t.list) < i-1 {
				t.list = append(t.list, nilValue)
			}
			t.list = append(t.list, v)
		default:
			t.grow(v)
		}
	case Text:
		if t.named == nil {
			t.named = map[string]*Value{}
		}
		t.named[key.Str] = v
	default:
		t.mayReplace(key, v)
		t.grow(v)
	}
}

// mayReplace joins a value to what an assignment to an unknown place may replace.
func (t *table) mayReplace(key, v *Value) {
	lo, hi, bounded := bounds(key)
	for i, have := range t.list {
		if at := float64(i + 1); !bounded || lo <= at && at <= hi {
			t.list[i] = join(have, v)
		}
	}
	if bounded || key.IsNumeric() {
		return
	}
	for name, have := range t.named {
		t.named[name] = join(have, v)
	}
}

// push adds an element at the end of a table that nobody else holds.
func (t *table) push(v *Value) {
	if t.open || len(t.list) >= maxList {
		t.grow(v)
		return
	}
	t.list = append(t.list, v)
}

// grow puts an element at a place that is not known.
func (t *table) grow(v *Value) {
	t.rest, t.open, t.most = maybe(t.rest, v), true, 0
}

// appended is the table after an element was added at its end.
func (t *table) appended(v *Value) *table {
	u := t.clone()
	u.push(v)
	return u
}
