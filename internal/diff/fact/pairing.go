package fact

import (
	"slices"

	"github.com/echomq/emqgen/internal/diag"
)

// Pairing holds which things of one kind belong together, in the order in which
// they were paired.
type Pairing[T any] struct {
	pairs []Pair[T]
	toNew map[*T]*T
	toOld map[*T]*T
}

// All lists the pairs of things that stand in both versions.
func (p *Pairing[T]) All() []Pair[T] { return p.pairs }

// New finds what became of an old thing, nil when it is gone.
func (p *Pairing[T]) New(old *T) *T { return p.toNew[old] }

// Old finds what a new thing was before, nil when it is an addition.
func (p *Pairing[T]) Old(new *T) *T { return p.toOld[new] }

func (p *Pairing[T]) join(old, new *T) {
	if p.toNew == nil {
		p.toNew, p.toOld = map[*T]*T{}, map[*T]*T{}
	}
	p.toNew[old], p.toOld[new] = new, old
	p.pairs = append(p.pairs, Pair[T]{old, new})
}

// likeness says how alike two things of different names are; at sure and above
// they are taken for one thing under a new name.
type likeness[T any] func(old, new *T) int

const sure = 4

// pair joins the things of two lists: first those of the same name, then, the
// most alike first, those that are alike enough. Equal likeness is decided by
// the order of the lists, so that the same input always pairs the same way.
func (p *Pairing[T]) pair(olds, news []*T, name func(*T) string, alike likeness[T]) {
	for _, o := range olds {
		i := slices.IndexFunc(news, func(n *T) bool { return p.Old(n) == nil && name(o) == name(n) })
		if i >= 0 {
			p.join(o, news[i])
		}
	}
	if alike == nil {
		return
	}
	type candidate struct {
		old, new *T
		score    int
	}
	var candidates []candidate
	for _, o := range olds {
		for _, n := range news {
			if p.New(o) != nil || p.Old(n) != nil {
				continue
			}
			if score := alike(o, n); score >= sure {
				candidates = append(candidates, candidate{o, n, score})
			}
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return b.score - a.score })
	for _, c := range candidates {
		if p.New(c.old) == nil && p.Old(c.new) == nil {
			p.join(c.old, c.new)
		}
	}
}

// each walks two paired lists: what stands in both in the order of the new one,
// then what was added, then what was removed.
func (p *Pairing[T]) each(olds, news []*T, visit func(Pair[T])) {
	for _, n := range news {
		if o := p.Old(n); o != nil {
			visit(Pair[T]{o, n})
		}
	}
	for _, n := range news {
		if p.Old(n) == nil {
			visit(Pair[T]{New: n})
		}
	}
	for _, o := range olds {
		if p.New(o) == nil {
			visit(Pair[T]{Old: o})
		}
	}
}

// shifted reports whether what stands in both lists stands at another place of
// the new one, in the same order or not.
func (p *Pairing[T]) shifted(olds, news []*T) bool {
	return slices.ContainsFunc(olds, func(o *T) bool {
		n := p.New(o)
		return n != nil && slices.Index(olds, o) != slices.Index(news, n)
	})
}

// beside is where a thing that only the old version has would stand in the new
// one: at the nearest neighbour that is still there, one before it if possible.
func (p *Pairing[T]) beside(olds []*T, gone *T, pos func(*T) diag.Pos, otherwise diag.Pos) diag.Pos {
	return neighbour(olds, gone, p.New, pos, otherwise)
}

// before is where a thing that only the new version has would have stood in the
// old one.
func (p *Pairing[T]) before(news []*T, added *T, pos func(*T) diag.Pos, otherwise diag.Pos) diag.Pos {
	return neighbour(news, added, p.Old, pos, otherwise)
}

func neighbour[T any](all []*T, alone *T, other func(*T) *T, pos func(*T) diag.Pos, otherwise diag.Pos) diag.Pos {
	at := slices.Index(all, alone)
	for i := at - 1; i >= 0; i-- {
		if twin := other(all[i]); twin != nil {
			return pos(twin)
		}
	}
	for _, after := range all[at+1:] {
		if twin := other(after); twin != nil {
			return pos(twin)
		}
	}
	return otherwise
}

// reordered reports whether the things that stand in both lists stand there in
// another order.
func (p *Pairing[T]) reordered(olds, news []*T) bool {
	last := -1
	for _, n := range news {
		o := p.Old(n)
		if o == nil {
			continue
		}
		switch at := slices.Index(olds, o); {
		case at < 0:
		case at < last:
			return true
		default:
			last = at
		}
	}
	return false
}
