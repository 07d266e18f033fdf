package protocol

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// Pattern is a regular expression that means the same in every language: RE2
// syntax without anchors inside, word boundaries, flags or classes whose extent
// differs between engines. It always covers the whole value and counts Unicode
// code points.
type Pattern struct {
	Source string // as the spec writes it
	whole  *regexp.Regexp
	tree   *syntax.Regexp
}

// ParsePattern reads a pattern, or says which part of it is not portable.
func ParsePattern(source string) (*Pattern, error) {
	tree, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, err
	}
	if err := portable(tree); err != nil {
		return nil, err
	}
	whole, err := regexp.Compile(`\A(?:` + source + `)\z`)
	if err != nil {
		return nil, err
	}
	return &Pattern{Source: source, whole: whole, tree: tree}, nil
}

// MatchString reports whether the whole value matches.
func (p *Pattern) MatchString(value string) bool { return p.whole.MatchString(value) }

// Expr writes the pattern out in a dialect where escape renders the code points
// that are not plain ASCII letters or digits.
func (p *Pattern) Expr(escape func(rune) string) string {
	var b strings.Builder
	writeExpr(&b, p.tree, escape)
	return b.String()
}

func portable(re *syntax.Regexp) error {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText:
		return fmt.Errorf("anchors are implied: a pattern always covers the whole value")
	case syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return fmt.Errorf(`\b and \B differ between languages`)
	}
	if re.Flags&syntax.FoldCase != 0 {
		return fmt.Errorf("(?i) differs between languages: write both cases in a class")
	}
	for _, sub := range re.Sub {
		if err := portable(sub); err != nil {
			return err
		}
	}
	return nil
}

func writeExpr(b *strings.Builder, re *syntax.Regexp, escape func(rune) string) {
	group := func(sub *syntax.Regexp) {
		b.WriteString("(?:")
		writeExpr(b, sub, escape)
		b.WriteString(")")
	}
	atom := func(suffix string) {
		sub := re.Sub[0]
		if sub.Op == syntax.OpCharClass || sub.Op == syntax.OpLiteral && len(sub.Rune) == 1 {
			writeExpr(b, sub, escape)
		} else {
			group(sub)
		}
		b.WriteString(suffix)
	}
	switch re.Op {
	case syntax.OpEmptyMatch:
	case syntax.OpNoMatch:
		b.WriteString(`[^` + escape(0) + `-` + escape(0x10FFFF) + `]`)
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			b.WriteString(plainOr(r, escape))
		}
	case syntax.OpCharClass:
		b.WriteString("[")
		for i := 0; i < len(re.Rune); i += 2 {
			b.WriteString(plainOr(re.Rune[i], escape))
			if re.Rune[i] != re.Rune[i+1] {
				b.WriteString("-" + plainOr(re.Rune[i+1], escape))
			}
		}
		b.WriteString("]")
	case syntax.OpAnyChar:
		b.WriteString("[" + escape(0) + "-" + escape(0x10FFFF) + "]")
	case syntax.OpAnyCharNotNL:
		b.WriteString("[" + escape(0) + "-" + escape('\n'-1) + escape('\n'+1) + "-" + escape(0x10FFFF) + "]")
	case syntax.OpCapture:
		group(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if sub.Op == syntax.OpAlternate {
				group(sub)
			} else {
				writeExpr(b, sub, escape)
			}
		}
	case syntax.OpAlternate:
		for i, sub := range re.Sub {
			if i > 0 {
				b.WriteString("|")
			}
			writeExpr(b, sub, escape)
		}
	case syntax.OpStar:
		atom("*")
	case syntax.OpPlus:
		atom("+")
	case syntax.OpQuest:
		atom("?")
	case syntax.OpRepeat:
		switch {
		case re.Max == re.Min:
			atom(fmt.Sprintf("{%d}", re.Min))
		case re.Max < 0:
			atom(fmt.Sprintf("{%d,}", re.Min))
		default:
			atom(fmt.Sprintf("{%d,%d}", re.Min, re.Max))
		}
	}
}

// plainOr leaves letters, digits and the underscore as they are and escapes
// everything else, which no dialect then gives a meaning of its own.
func plainOr(r rune, escape func(rune) string) string {
	switch {
	case r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z', r == '_':
		return string(r)
	}
	return escape(r)
}
