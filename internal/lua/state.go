package lua

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/lua/syntax"
)

// state is what holds at one point of the script on one path to it.
type state struct {
	vars    slots[*Value] // by cell
	heap    slots[*table]
	facts   map[string]fact // by value id
	effects []effect        // writes so far that had, or may have had, an effect
	written []*Call         // the calls of effects, once somebody has asked
	guards  *Guard
	trail   []Test // conditions since the last branching began
	mark    int    // where in trail those of the present clause begin
}

// effect is a write on the path. As long as its reply may still show that
// nothing was done, sym is the reply's.
type effect struct {
	call *Call
	sym  int
}

// fact is what the conditions passed so far say about a value.
type fact struct {
	truth truth
	own   bool    // it is so by a write of the script
	found *limits // what it was compared with; nil for nothing
}

// limits are what comparisons with constants have shown. They are never changed once
// made.
type limits struct {
	eq  *Value
	ne  []*Value
	cap *Value // the number that it does not exceed
}

func (f fact) limits() limits {
	if f.found == nil {
		return limits{}
	}
	return *f.found
}

type truth int8

const (
	either truth = iota
	yes
	no
)

// Presence is what a condition says about a reply: that there was something
// (or something was done), or that there was nothing.
type Presence int8

const (
	Undecided Presence = iota
	Present
	Absent
)

// Test is one condition on the way into a branch.
type Test struct {
	Value    *Value
	Holds    bool
	Call     *Call // set when the condition shows whether this call found or did something
	Presence Presence
}

// Guard is a branch the path is in.
type Guard struct {
	At     syntax.Span
	Tests  []Test  // the conditions that led into it, those of clauses before it included
	Own    []Test  // those of its own clause
	Before []*Call // writes before it was entered
	Outer  *Guard
}

func (s *state) fork() *state {
	if len(s.facts) > maxFacts {
		s.facts = nil
	}
	return &state{
		vars:    slices.Clone(s.vars),
		heap:    slices.Clone(s.heap),
		facts:   maps.Clone(s.facts),
		effects: slices.Clip(s.effects),
		written: s.written,
		guards:  s.guards,
		trail:   slices.Clip(s.trail),
		mark:    s.mark,
	}
}

// forget drops what is known about the replies of a call that is made again.
func (s *state) forget(sym int) {
	s.forgetAbout(ReplyOf, sym)
	if !slices.ContainsFunc(s.effects, func(e effect) bool { return e.sym == sym }) {
		return
	}
	effects := s.effects[:0:0]
	for _, e := range s.effects {
		if e.sym == sym {
			e.sym = 0
		}
		if !slices.Contains(effects, e) {
			effects = append(effects, e)
		}
	}
	s.effects = effects
}

// forgetAbout drops what is known about all values made from one.
func (s *state) forgetAbout(op Op, n int) {
	if len(s.facts) == 0 {
		return
	}
	mark := strconv.Itoa(int(op)) + "#" + strconv.Itoa(n) + ";"
	for id := range s.facts {
		if strings.Contains(id, mark) || strings.Contains(id, hashed) {
			delete(s.facts, id)
		}
	}
}

// write changes a table, and forgets what was known about its length.
func (s *state) write(addr int, t *table) {
	s.heap.set(addr, t)
	s.forgetAbout(TableAt, addr)
}

// learn keeps a fact about what has an id.
func (s *state) learn(id string, f fact) {
	if s.facts == nil {
		s.facts = map[string]fact{}
	}
	s.facts[id] = f
}

// known is what the path has shown about a value.
func (s *state) known(v *Value) fact { return s.knownAs("", v) }

// knownAs is what the path has shown of one sort about a value.
func (s *state) knownAs(sort string, v *Value) fact {
	if len(s.facts) == 0 {
		return fact{}
	}
	var id [2 * maxID]byte
	return s.facts[string(v.parted().appendID(append(id[:0], sort...)))]
}

// compared is what the path has shown about a comparison.
func (s *state) compared(op string, a, b *Value) truth {
	if len(s.facts) == 0 {
		return either
	}
	if max(a.depth, b.depth) >= maxDepth || a.size+b.size >= maxSize {
		return s.known(compare(op, a, b)).truth
	}
	a.id()
	b.id()
	var id [2 * maxID]byte
	form := appendParts(appendText(id[:0], Compare, op), a, b)
	return s.facts[string(shortened(form, 0, Compare))].truth
}

// found notes that the key a call looked at is there.
func (s *state) found(c *Call) {
	if len(c.Keys) == 1 && !c.Open && !c.Keys[0].Value.vague {
		s.learn(existing+c.Keys[0].Value.id(), fact{truth: yes})
	}
}

// own notes that the key a call touches is there by the script's own doing.
func (s *state) own(c *Call) {
	if f, ok := s.facts[existing+c.Keys[0].Value.id()]; ok {
		f.own = true
		s.facts[existing+c.Keys[0].Value.id()] = f
	}
}

// existing marks facts about whether a key exists.
const existing = "key "

// exists reports whether the one key that a call touches is known to be there.
func (s *state) exists(c *Call) bool {
	return len(c.Keys) == 1 && !c.Open && s.knownAs(existing, c.Keys[0].Value).truth == yes
}

// made reports whether the key that a call touches is there since the script itself
// put it there.
func (s *state) made(c *Call) bool { return s.knownAs(existing, c.Keys[0].Value).own }

// factsAfter are the facts that a call may have put an end to: none when it surely
// takes nothing away.
func (s *state) factsAfter(c *Call) map[string]fact {
	if c.KeysKnown && !slices.ContainsFunc(c.Keys, func(t *Touch) bool { return t.Drops }) {
		return nil
	}
	return s.facts
}

// changed notes what a write does to what is known about keys.
func (s *state) changed(c *Call) {
	for id := range s.factsAfter(c) {
		if strings.HasPrefix(id, existing) && (!c.KeysKnown || slices.ContainsFunc(c.Keys, func(t *Touch) bool { return t.Drops && id == existing+t.Value.id() })) {
			delete(s.facts, id)
		}
	}
	if len(c.Keys) == 1 && c.Keys[0].Puts && c.Command != nil && !c.tellsIfDone() && !s.exists(c) {
		s.found(c)
		s.own(c)
	}
}

// undo drops a write that the reply shows to have done nothing.
func (s *state) undo(sym int) {
	s.effects, s.written = slices.DeleteFunc(slices.Clone(s.effects), func(e effect) bool { return e.sym == sym }), nil
}

// What a state remembers; a script that does more keeps the first of it.
const (
	maxEffects = 48
	maxFacts   = 512
)

func (s *state) add(e effect) {
	if len(s.effects) < maxEffects && !slices.Contains(s.effects, e) {
		s.effects, s.written = append(slices.Clip(s.effects), e), nil
	}
}

// writes lists the calls that had, or may have had, an effect. The list is nobody's
// to change.
func (s *state) writes() []*Call {
	if s.written == nil {
		for _, e := range s.effects {
			if !slices.Contains(s.written, e.call) {
				s.written = append(s.written, e.call)
			}
		}
	}
	return s.written
}

// fingerprint is the same for states that differ in facts only.
func (s *state) fingerprint() string {
	b := make([]byte, 0, 32*(len(s.vars)+len(s.heap)+len(s.effects)))
	for _, x := range s.vars {
		b = append(strconv.AppendInt(b, int64(x.at), 10), '=')
		b = append(append(b, x.v.id()...), ';')
	}
	for _, x := range s.heap {
		b = append(strconv.AppendInt(b, int64(x.at), 10), ':')
		b = append(append(b, x.v.id()...), ';')
	}
	for _, e := range s.effects {
		b = append(strconv.AppendInt(append(b, '!'), int64(e.call.sym), 10), ',')
		b = append(strconv.AppendInt(b, int64(e.sym), 10), ';')
	}
	return string(b)
}

// maxStates is how many paths are followed side by side.
const maxStates = 8

// compact makes one state of those that differ in facts only, and, when many are
// left, of those that agree on whether something was written.
func compact(states []*state) []*state {
	if len(states) < 2 {
		return states
	}
	var kept []*state
	seen := map[string]*state{}
	for _, s := range states {
		print := s.fingerprint()
		if first := seen[print]; first != nil {
			first.keepCommon(s)
			continue
		}
		seen[print] = s
		kept = append(kept, s)
	}
	if len(kept) > maxStates {
		return condense(kept)
	}
	return kept
}

// condense makes one state of those that wrote and one of those that did not.
func condense(states []*state) []*state {
	var kept []*state
	for _, s := range states {
		i := slices.IndexFunc(kept, func(k *state) bool { return (len(k.effects) > 0) == (len(s.effects) > 0) })
		if i < 0 {
			kept = append(kept, s.fork())
		} else {
			kept[i].merge(s)
		}
	}
	return kept
}

// keepCommon forgets what does not hold in a state of the same fingerprint too.
func (s *state) keepCommon(t *state) {
	for i, x := range s.vars {
		s.vars[i].v = lessSure(x.v, t.vars.get(x.at))
	}
	s.keepCommonFacts(t)
}

func (s *state) keepCommonFacts(t *state) {
	for id, f := range s.facts {
		s.facts[id] = f.common(t.facts[id])
	}
}

func (f fact) common(g fact) fact {
	var c fact
	if f.truth == g.truth {
		c.truth, c.own = f.truth, f.own || g.own
	}
	if f.found == nil || g.found == nil {
		return c
	}
	var l limits
	if f.found.eq != nil && g.found.eq != nil && same(f.found.eq, g.found.eq) {
		l.eq = f.found.eq
	}
	if f.found.cap != nil && g.found.cap != nil {
		l.cap = f.found.cap
		if g.found.cap.Num > l.cap.Num {
			l.cap = g.found.cap
		}
	}
	for _, v := range f.found.ne {
		if g.excludes(v) {
			l.ne = append(l.ne, v)
		}
	}
	c.found = &l
	return c
}

// excludes reports whether the value cannot be v.
func (f fact) excludes(v *Value) bool {
	l := f.limits()
	return l.eq != nil && !same(l.eq, v) || slices.ContainsFunc(l.ne, func(n *Value) bool { return same(n, v) })
}

// most is the number that a value does not exceed, as far as the path has shown one.
func (s *state) most(v *Value) float64 {
	if limit := s.known(v).limits().cap; limit != nil {
		return limit.Num
	}
	switch {
	case v.Op == Apply && v.Str == "math.min":
		most := infinity
		for _, x := range v.X {
			most = min(most, s.most(x))
		}
		return most
	case v.Op == Apply && v.Str == "math.max", v.Op == Union:
		most := -infinity
		for _, x := range v.X {
			most = max(most, s.most(x))
		}
		return most
	case v.Op == Apply && len(v.X) == 1 && (v.Str == "math.floor" || v.Str == "tostring"):
		return s.most(v.X[0])
	case v.Op == Arith && v.X[1].Op == Number && v.Str == "+":
		return s.most(v.X[0]) + v.X[1].Num
	case v.Op == Arith && v.X[1].Op == Number && v.Str == "-":
		return s.most(v.X[0]) - v.X[1].Num
	}
	if _, hi, ok := bounds(v); ok {
		return hi
	}
	return infinity
}

// merge makes s a state that may be either of two.
func (s *state) merge(t *state) {
	for _, x := range t.vars {
		if have := s.vars.get(x.at); have != nil {
			s.vars.set(x.at, join(have, x.v))
		} else {
			s.vars.set(x.at, x.v)
		}
	}
	for _, x := range t.heap {
		if have := s.heap.get(x.at); have != nil {
			s.heap.set(x.at, have.join(x.v))
		} else {
			s.heap.set(x.at, x.v)
		}
	}
	s.keepCommonFacts(t)
	for _, e := range t.effects {
		s.add(e)
	}
}
