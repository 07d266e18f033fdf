package lua

func (m *machine) truthOf(v *Value, st *state) truth {
	if v.sure {
		return yes
	}
	switch v.Op {
	case Nil:
		return no
	case Bool:
		if v.Num == 0 {
			return no
		}
		return yes
	case Number, Range, Text, Keys, Args, TableAt, Closure, Builtin, Concat, Arith, Length:
		return yes
	case Not:
		switch m.truthOf(v.X[0], st) {
		case yes:
			return no
		case no:
			return yes
		}
		return either
	case Compare:
		if t := m.decide(v.Str, v.X[0], v.X[1], st); t != either {
			return t
		}
	case KeyAt:
		if uses := m.a.Script.Keys; v.N >= 1 && v.N <= len(uses) && !uses[v.N-1].Optional {
			return yes
		}
	case ArgAt:
		if args := m.a.Script.Args; v.N >= 1 && v.N <= len(args) && !args[v.N-1].Optional {
			return yes
		}
	case ReplyOf: // a number is always true, but whoever tests one means something else
		if r := v.Call.Reply; !r.False && !r.Unknown() && !r.Int {
			return yes
		}
	case Union:
		first := m.truthOf(v.X[0], st)
		for _, alt := range v.X[1:] {
			if m.truthOf(alt, st) != first {
				first = either
			}
		}
		if first != either {
			return first
		}
	}
	return st.known(v).truth
}

// decide compares as far as the outcome is known.
func (m *machine) decide(op string, a, b *Value, st *state) truth {
	negated := op == "~="
	if negated {
		op = "=="
	}
	t := m.decided(op, a, b, st)
	switch {
	case t == either || !negated:
		return t
	case t == yes:
		return no
	}
	return yes
}

func (m *machine) decided(op string, a, b *Value, st *state) truth {
	verdict := func(b bool) truth {
		if b {
			return yes
		}
		return no
	}
	if eq := st.known(a).limits().eq; eq != nil {
		a = eq
	}
	if a.Op == Union {
		return m.decidedAll(op, a, b, st)
	}
	alo, ahi, aok := bounds(a)
	blo, bhi, bok := bounds(b)
	switch {
	case op == "==" && isConst(a) && isConst(b):
		return verdict(same(a, b))
	case a.Op == Text && b.Op == Text:
		switch op {
		case "<":
			return verdict(a.Str < b.Str)
		case "<=":
			return verdict(a.Str <= b.Str)
		case ">":
			return verdict(a.Str > b.Str)
		case ">=":
			return verdict(a.Str >= b.Str)
		}
	case aok && bok:
		switch {
		case op == "<" && ahi < blo, op == "<=" && ahi <= blo, op == ">" && alo > bhi, op == ">=" && alo >= bhi:
			return yes
		case op == "<" && alo >= bhi, op == "<=" && alo > bhi, op == ">" && ahi <= blo, op == ">=" && ahi < blo:
			return no
		case op == "==" && (ahi < blo || alo > bhi):
			return no
		}
	case op == "==" && isConst(b) && st.known(a).excludes(b):
		return no
	case op == "==" && b.Op == Nil:
		return m.isNil(a, st)
	case op == "==" && !a.vague && same(a, b):
		return yes
	}
	return st.compared(op, a, b)
}

// decidedAll compares each alternative; they may agree.
func (m *machine) decidedAll(op string, a, b *Value, st *state) truth {
	all := m.decided(op, a.X[0], b, st)
	for _, alt := range a.X[1:] {
		if m.decided(op, alt, b, st) != all {
			return either
		}
	}
	return all
}

// isNil decides v == nil where a value is known to be something.
func (m *machine) isNil(v *Value, st *state) truth {
	if m.truthOf(v, st) == yes {
		return no
	}
	return either
}
