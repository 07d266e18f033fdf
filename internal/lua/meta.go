package lua

import (
	"maps"
	"slices"

	"github.com/echomq/emqgen/internal/lua/syntax"
)

// setMetatable runs setmetatable(t, meta). Whoever sets a metatable has its functions
// called, except for __call, of which it is seen where it is called.
func (m *machine) setMetatable(x *syntax.Call, args values, st *state, fr *frame, k func(*state, values)) {
	t, meta := args.at(0), args.at(1)
	var names []string
	if content := st.heap.get(meta.N); meta.Op == TableAt && content != nil {
		for _, name := range slices.Sorted(maps.Keys(content.named)) {
			if content.named[name].Op == Closure && name != "__call" && len(name) > 2 && name[:2] == "__" {
				names = append(names, name)
			}
		}
	}
	m.metamethods(names, t, meta, nil, x, st, fr, func(st *state, falls *Value) {
		if content := st.heap.get(t.N); t.Op == TableAt && content != nil && meta.Op == TableAt {
			content = content.clone()
			content.meta, content.falls = meta, falls
			st.write(t.N, content)
		}
		k(st, one(t))
	})
}

// metamethods enters functions of a metatable one after the other, and gives k what
// __index answers, nil when it is no function.
func (m *machine) metamethods(names []string, t, meta, falls *Value, x *syntax.Call, st *state, fr *frame, k func(*state, *Value)) {
	if len(names) == 0 {
		k(st, falls)
		return
	}
	fn := st.heap.get(meta.N).named[names[0]]
	if fn == nil || fn.Op != Closure {
		m.metamethods(names[1:], t, meta, falls, x, st, fr, k)
		return
	}
	before, back := st.fork(), false
	m.enter(fn, x, values{list: []*Value{t}, rest: unknown(t)}, st, fr, func(st *state, v values) {
		falls := falls
		if names[0] == "__index" {
			if falls = v.first(); slices.ContainsFunc(falls.Alternatives(), func(alt *Value) bool { return alt.Op == TableAt }) {
				falls = unknown() // a table made anew for each key
			}
		}
		back = true
		m.metamethods(names[1:], t, meta, falls, x, st, fr, k)
	})
	if !back { // it only raises, where it is called at all
		m.metamethods(names[1:], t, meta, falls, x, before, fr, k)
	}
}

// metamethod is what stands under a name in the metatable of a table, nil for nothing.
func (m *machine) metamethod(st *state, t *Value, name string) *Value {
	content := st.heap.get(t.N)
	if content == nil || content.meta == nil || content.meta.Op != TableAt {
		return nil
	}
	meta := st.heap.get(content.meta.N)
	if meta == nil {
		return nil
	}
	return meta.named[name]
}

// maxInherited is how far a chain of metatables is followed; it may have no end.
const maxInherited = 8

// inherited reads t[key], and what its metatable gives where the table has nothing.
func (m *machine) inherited(st *state, t, key *Value, at syntax.Span, depth int) *Value {
	content := st.heap.get(t.N)
	v := content.get(key)
	if content.meta == nil || !slices.ContainsFunc(v.Alternatives(), func(alt *Value) bool { return alt.Op == Nil }) {
		return v
	}
	var all []*Value
	for _, alt := range v.Alternatives() {
		if alt.Op != Nil {
			all = append(all, alt)
		}
	}
	switch index := m.metamethod(st, t, "__index"); {
	case content.falls != nil:
		all = append(all, content.falls)
	case index == nil:
		return v
	case index.Op == TableAt && st.heap.get(index.N) != nil && depth < maxInherited:
		all = append(all, m.inherited(st, index, key, at, depth+1))
	default:
		all = append(all, unknown(t, key))
	}
	return union(all)
}
