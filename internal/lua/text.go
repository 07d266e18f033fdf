package lua

import (
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/lua/syntax"
)

func toNumber(v *Value, args values) *Value {
	if len(args.list) > 1 {
		return apply("tonumber", args.list...)
	}
	switch v.Op {
	case Union:
		each := make([]*Value, len(v.X))
		for i, alt := range v.X {
			each[i] = toNumber(alt, args)
		}
		return union(each).traced(v.trace)
	case Number, Range, Arith, Length:
		return v
	case Text:
		bare, minus := strings.CutPrefix(strings.Trim(v.Str, " \t\n\v\f\r"), "-")
		n, ok := syntax.ParseNumber(strings.TrimPrefix(bare, "+"))
		switch {
		case !ok:
			return nilValue
		case minus:
			return number(-n)
		}
		return number(n)
	case Nil, Bool:
		return nilValue
	case ReplyOf:
		if v.IsNumeric() {
			return v
		}
	}
	return apply("tonumber", v)
}

func toText(v *Value) *Value {
	if s, ok := v.Const(); ok && v.Op == Text {
		return text(s)
	}
	switch v.Op {
	case ArgAt, KeyAt, Concat:
		return v
	case Number:
		return text(strconv.FormatFloat(v.Num, 'g', 14, 64))
	}
	return apply("tostring", v)
}

func typeOf(v *Value) *Value {
	switch v.Op {
	case Nil:
		return text("nil")
	case Bool, Compare, Not:
		return text("boolean")
	case Number, Range, Arith, Length:
		return text("number")
	case Text, Concat:
		return text("string")
	case TableAt, Keys, Args:
		return text("table")
	case Builtin:
		if isLibrary(v.Str) {
			return text("table")
		}
	case Closure:
		return text("function")
	case ReplyOf:
		if v.IsNumeric() && !v.Call.Protected {
			return text("number")
		}
	}
	return apply("type", v)
}

func (m *machine) tableConcat(t, sep *Value, n int, st *state, at syntax.Span) *Value {
	content := st.heap.get(t.N)
	m.wholly(t)
	if t.Op == TableAt && content != nil {
		m.asText(content.items(), at)
	}
	if t.Op != TableAt || content == nil || content.open || n > 2 {
		return apply("table.concat", m.itemsOf(st, t, "ipairs", interval(1, infinity)), sep)
	}
	var parts []*Value
	for i, v := range content.list {
		if i > 0 && sep.Op != Nil {
			parts = append(parts, sep)
		}
		if v.Op == Union {
			return apply("table.concat", content.list...)
		}
		parts = append(parts, v)
	}
	return concat(parts...)
}

// format follows string.format where it only puts texts side by side.
func (m *machine) format(args values, at syntax.Span) *Value {
	pattern, ok := args.first().Const()
	if !ok || args.rest != nil {
		return unknown(args.list...)
	}
	var parts []*Value
	used := 1
	for pattern != "" {
		before, after, found := strings.Cut(pattern, "%")
		parts = append(parts, text(before))
		if !found {
			break
		}
		end := strings.IndexFunc(after, func(r rune) bool { return !strings.ContainsRune("-+ #0123456789.", r) })
		if end < 0 {
			break
		}
		spec, verb := after[:end], after[end]
		pattern = after[end+1:]
		if verb == '%' {
			parts = append(parts, text("%"))
			continue
		}
		v := args.at(used)
		used++
		switch {
		case verb == 's' && spec == "":
			m.asText(v, at)
			parts = append(parts, v)
		case verb == 'd' || verb == 'i' || verb == 'f' && spec == ".0":
			parts = append(parts, apply("string.format whole", v))
		default:
			parts = append(parts, apply("string.format %"+spec+string(verb), v))
		}
	}
	for _, p := range parts {
		if p.Op == Union {
			if len(parts) == 1 {
				return p
			}
			return unknown(parts...)
		}
	}
	v := concat(parts...)
	if v.hasLeaf() {
		v = v.through(at, formatted, "")
	}
	return v
}

func (m *machine) stringFn(name string, args values, st *state) *Value {
	s, ok := args.first().Const()
	from, to := args.at(1), args.at(2)
	switch {
	case name == "string.len":
		return m.length(args.first(), st)
	case !ok:
	case name == "string.upper":
		return text(strings.ToUpper(s))
	case name == "string.lower":
		return text(strings.ToLower(s))
	case name == "string.sub" && from.Op == Number && (to.Op == Number || to.Op == Nil):
		last := len(s)
		if to.Op == Number {
			last = place(to.Num, len(s))
		}
		first := max(place(from.Num, len(s)), 1)
		last = min(last, len(s))
		if first > last {
			return text("")
		}
		return text(s[first-1 : last])
	}
	return apply(name, args.list...)
}

// place counts a position from the end where it is negative.
func place(n float64, length int) int {
	if n < 0 {
		return max(length+1+int(max(n, -1e6)), 0)
	}
	return int(min(n, 1e6))
}
