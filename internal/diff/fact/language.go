package fact

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/echomq/emqgen/internal/protocol"
)

// language is the set of values that a key's hole admits.
type language struct {
	prog   *syntax.Prog
	except []string
}

// admitted is the language of a parameter. Int64 bounds are left out: they are
// the same on both sides.
func admitted(p *protocol.Param) (language, error) {
	var source string
	switch p.Type.Kind {
	case protocol.Branded:
		source = brandedSource
	case protocol.Int:
		source = "-?[0-9]+"
	case protocol.Enum:
		quoted := make([]string, len(p.Type.Values))
		for i, value := range p.Type.Values {
			quoted[i] = regexp.QuoteMeta(value)
		}
		source = strings.Join(quoted, "|")
	default:
		source = "(?s).*"
		if p.Pattern != nil {
			source = p.Pattern.Source
		}
	}
	l, err := newLanguage(source)
	l.except = p.Except
	return l, err
}

func newLanguage(source string) (language, error) {
	tree, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return language{}, err
	}
	prog, err := syntax.Compile(tree.Simplify())
	return language{prog: prog}, err
}

// brandedSource admits the ids whose eleven digits hold a number up to 2^63-1:
// a larger number is larger at the first digit in which it differs.
var brandedSource = func() string {
	const (
		digits  = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		largest = "AzL8n0Y58m7"
	)
	alternatives := []string{largest}
	for i := range len(largest) {
		smaller := digits[:strings.IndexByte(digits, largest[i])]
		if smaller != "" {
			alternatives = append(alternatives, fmt.Sprintf("%s[%s][0-9A-Za-z]{%d}", largest[:i], smaller, len(largest)-i-1))
		}
	}
	return "[A-Z]{3}(?:" + strings.Join(alternatives, "|") + ")"
}()

// maxStates bounds the search for a value that one language admits and another
// does not. Patterns of real parameters need a few hundred.
const maxStates = 20_000

// beyond finds a shortest value that a admits and b does not. It reports whether
// there is one, and false for decided when the search met its bound first.
func (a language) beyond(b language) (value string, found, decided bool) {
	type state struct {
		value string
		a, b  walk
	}
	letters := alphabet(a, b)
	start := state{a: a.start(), b: b.start()}
	seen := map[string]bool{start.a.key() + "|" + start.b.key(): true}
	for queue := []state{start}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		if a.accepts(s.a) && !b.accepts(s.b) {
			return s.value, true, true
		}
		for _, r := range letters {
			next := state{value: s.value + string(r), a: a.step(s.a, r)}
			if len(next.a.pcs) == 0 {
				continue
			}
			next.b = b.step(s.b, r)
			if key := next.a.key() + "|" + next.b.key(); !seen[key] {
				if len(seen) == maxStates {
					return "", false, false
				}
				seen[key] = true
				queue = append(queue, next)
			}
		}
	}
	return "", false, true
}

// walk is where the reading of a value has come to in a language.
type walk struct {
	pcs    []uint32 // sorted instructions that consume a rune or accept
	except []string // what is left to read of the excepted values that still fit
}

func (w walk) key() string { return fmt.Sprintf("%d %q", w.pcs, w.except) }

func (l language) start() walk {
	w := walk{except: slices.Clone(l.except)}
	slices.Sort(w.except)
	w.pcs = l.closure([]uint32{uint32(l.prog.Start)})
	return w
}

func (l language) step(w walk, r rune) walk {
	var next walk
	var pcs []uint32
	for _, pc := range w.pcs {
		if inst := &l.prog.Inst[pc]; inst.Op != syntax.InstMatch && inst.MatchRune(r) {
			pcs = append(pcs, inst.Out)
		}
	}
	next.pcs = l.closure(pcs)
	for _, rest := range w.except {
		if after, ok := strings.CutPrefix(rest, string(r)); ok && rest != "" {
			next.except = append(next.except, after)
		}
	}
	return next
}

func (l language) accepts(w walk) bool {
	if slices.Contains(w.except, "") {
		return false
	}
	return slices.ContainsFunc(w.pcs, func(pc uint32) bool { return l.prog.Inst[pc].Op == syntax.InstMatch })
}

// closure follows what consumes nothing.
func (l language) closure(pcs []uint32) []uint32 {
	seen := map[uint32]bool{}
	var stops []uint32
	for len(pcs) > 0 {
		pc := pcs[len(pcs)-1]
		pcs = pcs[:len(pcs)-1]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		switch inst := &l.prog.Inst[pc]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			pcs = append(pcs, inst.Out, inst.Arg)
		case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
			pcs = append(pcs, inst.Out)
		case syntax.InstFail:
		default:
			stops = append(stops, pc)
		}
	}
	slices.Sort(stops)
	return stops
}

// alphabet picks one rune for every set of runes that neither language tells
// apart: what reads well first, so that the examples found read well.
func alphabet(languages ...language) []rune {
	cuts := []rune{0, ' ', '!', '0', '9' + 1, 'A', 'Z' + 1, 'a', 'z' + 1, 0x7f, 0x80, 0xd800, 0xe000}
	for _, l := range languages {
		for i := range l.prog.Inst {
			switch inst := &l.prog.Inst[i]; inst.Op {
			case syntax.InstRune1:
				cuts = append(cuts, inst.Rune[0], inst.Rune[0]+1)
			case syntax.InstRune:
				for j, r := range inst.Rune {
					cuts = append(cuts, r+rune(j%2))
				}
				if len(inst.Rune) == 1 {
					cuts = append(cuts, inst.Rune[0]+1)
				}
			case syntax.InstRuneAnyNotNL:
				cuts = append(cuts, '\n', '\n'+1)
			}
		}
		for _, value := range l.except {
			for _, r := range value {
				cuts = append(cuts, r, r+1)
			}
		}
	}
	slices.Sort(cuts)
	cuts = slices.DeleteFunc(slices.Compact(cuts), func(r rune) bool { return r > utf8.MaxRune || r >= 0xd800 && r < 0xe000 })
	slices.SortStableFunc(cuts, func(a, b rune) int { return plainness(a) - plainness(b) })
	return cuts
}

func plainness(r rune) int {
	switch {
	case r >= 'a' && r <= 'z':
		return 0
	case r >= '0' && r <= '9', r >= 'A' && r <= 'Z':
		return 1
	case r > ' ' && r < 0x7f:
		return 2
	case r == ' ':
		return 3
	}
	return 4
}
