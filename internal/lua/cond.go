package lua

import (
	"slices"

	"github.com/echomq/emqgen/internal/lua/syntax"
)

// cond gives k the ways a condition comes out, each with what it says about the
// values in it.
func (m *machine) cond(x syntax.Expr, st *state, fr *frame, k func(*state, bool)) {
	switch x := x.(type) {
	case *syntax.Paren:
		m.cond(x.X, st, fr, k)
		return
	case *syntax.Unary:
		if x.Op == "not" {
			m.cond(x.X, st, fr, func(st *state, truth bool) { k(st, !truth) })
			return
		}
	case *syntax.Binary:
		if x.Op == "and" || x.Op == "or" {
			m.cond(x.X, st, fr, func(st *state, truth bool) {
				if truth == (x.Op == "or") {
					k(st, truth)
				} else {
					m.cond(x.Y, st, fr, k)
				}
			})
			return
		}
	}
	m.eval(x, st, fr, func(st *state, v *Value) {
		m.test(v, st, x.Range(), func(st *state, holds bool) {
			m.narrow(x, st, fr, holds)
			k(st, holds)
		})
	})
}

// narrow leaves a variable that was tested only the values that pass the test.
func (m *machine) narrow(x syntax.Expr, st *state, fr *frame, holds bool) {
	switch x := x.(type) {
	case *syntax.Name:
		if cell, v := m.choice(x, st, fr); v != nil {
			st.vars.set(cell, m.settled(v, st, holds))
		}
	case *syntax.Binary:
		fixed := fixedValue(x.Y)
		cell, v := m.choice(x.X, st, fr)
		if v == nil || fixed == nil || flipped[x.Op] == "" {
			return
		}
		var kept []*Value
		for _, alt := range v.X {
			if t := m.decide(x.Op, alt, fixed, st); t == either || (t == yes) == holds {
				kept = append(kept, alt)
				st.limit(alt, x.Op, fixed, holds)
			}
		}
		if len(kept) > 0 {
			st.vars.set(cell, union(kept).traced(v.trace))
		}
	}
}

// choice is the variable that an expression names, when it has several values.
func (m *machine) choice(x syntax.Expr, st *state, fr *frame) (cell int, v *Value) {
	name, ok := x.(*syntax.Name)
	if !ok {
		return 0, nil
	}
	cell, ok = fr.scope.find(name.Ident)
	if v = st.vars.get(cell); !ok || v == nil || v.Op != Union {
		return 0, nil
	}
	return cell, v
}

// fixedValue is the value of a literal.
func fixedValue(x syntax.Expr) *Value {
	switch x := x.(type) {
	case *syntax.Nil:
		return nilValue
	case *syntax.True:
		return trueValue
	case *syntax.False:
		return falseValue
	case *syntax.String:
		return text(x.Value)
	case *syntax.Number:
		return number(x.Value)
	case *syntax.Paren:
		return fixedValue(x.X)
	case *syntax.Unary:
		if v := fixedValue(x.X); x.Op == "-" && v != nil && v.Op == Number {
			return number(-v.Num)
		}
	}
	return nil
}

// test gives k the ways a value can be true or false.
func (m *machine) test(v *Value, st *state, at syntax.Span, k func(*state, bool)) {
	if v.Op != Compare && v.Op != Not && v.Op != Bool {
		m.event(&Event{Kind: Tested, At: at, X: v})
	}
	m.looked(v)
	if t := m.truthOf(v, st); t != either {
		k(st, t == yes)
		return
	}
	other := st.fork()
	m.assume(st, v, true)
	k(st, true)
	m.assume(other, v, false)
	k(other, false)
}

// assume writes down what a condition that came out one way says.
func (m *machine) assume(st *state, v *Value, holds bool) {
	switch v.Op {
	case Not:
		m.assume(st, v.X[0], !holds)
		return
	case Compare:
		m.assumeCompared(st, v, holds)
		return
	}
	st.setTruth(v, holds)
	presence := Absent
	if holds {
		presence = Present
	}
	m.notice(st, v, holds, v, presence)
}

func (s *state) setTruth(v *Value, holds bool) {
	if v.vague {
		return
	}
	f := s.facts[v.id()]
	f.truth = no
	if holds {
		f.truth = yes
	}
	s.learn(v.id(), f)
}

// limit notes that a number does not exceed another.
func (s *state) limit(v *Value, op string, most *Value, holds bool) {
	if !holds {
		op = negations[op]
	}
	if v.vague || most.Op != Number || op != "<" && op != "<=" {
		return
	}
	f := s.known(v)
	l := f.limits()
	l.cap, f.found = most, &l
	s.learn(v.id(), f)
}

var negations = map[string]string{"==": "~=", "~=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

func (m *machine) assumeCompared(st *state, v *Value, holds bool) {
	op, a, b := v.Str, v.X[0], v.X[1]
	if !holds {
		op = negations[op]
	}
	compared := func(op string) *Value {
		if op == v.Str {
			return v
		}
		return compare(op, a, b)
	}
	if op == "~=" {
		st.setTruth(compared("=="), false)
	} else {
		st.setTruth(compared(op), true)
		st.setTruth(compared(negations[op]), false)
	}
	if op == "==" && m.truthOf(b, st) == yes {
		st.setTruth(a, true)
	}
	if a.Op == Apply && a.Str == "type" && b.Op == Text {
		m.assumeType(st, a.X[0], b.Str, op == "==")
	}
	st.limit(a, op, b, true)
	if isConst(b) && (op == "==" || op == "~=") && !a.vague {
		f := st.known(a)
		l := f.limits()
		switch {
		case op == "~=":
			l.ne, f.found = append(slices.Clip(l.ne), b), &l
		case b.Op != Nil && b.Op != Bool: // false stands for nil where a reply is missing
			l.eq, f.found = b, &l
		}
		switch {
		case b.Op == Nil || b == falseValue:
			f.truth = no
			if op == "~=" {
				f.truth = either // nil is not false
				if b.Op == Nil && !canBeFalse(a) || b == falseValue && !canBeNil(a) {
					f.truth = yes
				}
			}
		case op == "==":
			f.truth = yes
		}
		st.learn(a.id(), f)
	}
	presence := shown(op, a, b)
	if presence == Undecided && op == "==" && m.truthOf(b, st) == yes && !b.IsNumeric() {
		presence = Present
	}
	m.notice(st, v, holds, a, presence)
}

// assumeType writes down what the type of a value says of whether it is there.
func (m *machine) assumeType(st *state, v *Value, name string, is bool) {
	switch missing := name == "nil" || name == "boolean"; {
	case is && !missing:
		st.setTruth(v, true)
	case !is && name == "boolean" && mayMiss(v), !is && name == "nil" && !canBeFalse(v):
		st.setTruth(v, true)
	}
}

// canBeFalse reports whether a missing value shows as false here, as it does in
// replies.
func canBeFalse(v *Value) bool { return v.Op == ReplyOf || v.Op == Elem }

func canBeNil(v *Value) bool { return v.Op == Elem || v.Op == Apply || v.Op == ArgAt || v.Op == KeyAt }

// shown tells what a comparison that holds says about a reply: whether there was
// anything, or anything was done.
func shown(op string, a, b *Value) Presence {
	switch {
	case (b.Op == Nil || b == falseValue) && op == "==":
		return Absent
	case b.Op == Nil || b == falseValue:
		return Present
	case b.Op == Text && op == "==", b.Op == Bool && op == "==":
		return Present
	case b.Op != Number:
		return Undecided
	}
	most := infinity
	if r := replyBehind(a); r != nil && r.Call.Reply.Max > 0 && a.Op != Length {
		most = float64(r.Call.Reply.Max)
	}
	n := b.Num
	switch {
	case op == "==" && n == 0, op == "<" && n > 0 && n <= 1, op == "<=" && n >= 0 && n < 1, op == "~=" && n == 1 && most == 1:
		return Absent
	case op == "==" && n > 0, op == ">" && n >= 0, op == ">=" && n > 0, op == "~=" && n == 0:
		return Present
	}
	return Undecided
}

// replyBehind finds the reply whose presence a value shows.
func replyBehind(v *Value) *Value {
	for {
		switch {
		case v.Op == ReplyOf:
			return v
		case v.Op == Elem, v.Op == Length, v.Op == Apply && (v.Str == "tonumber" || v.Str == "next" || v.Str == "tostring" || v.Str == "unpack"):
			v = v.X[0]
		default:
			return nil
		}
	}
}

// notice keeps a condition for the branch it leads into, and what it shows about
// a command's reply. A write that did nothing is taken back.
func (m *machine) notice(st *state, tested *Value, holds bool, subject *Value, p Presence) {
	t := Test{Value: tested, Holds: holds}
	if subject.Op == Arith && subject.Str == "+" && p == Absent { // none of them did anything
		m.notice(st, tested, holds, subject.X[0], p)
		m.notice(st, tested, holds, subject.X[1], p)
		return
	}
	if failed := failedCall(subject); failed != nil {
		if (p == Present) == (subject.Op == Elem) {
			st.undo(failed.sym)
		}
	} else if r := replyBehind(subject); r != nil && p != Undecided {
		t.Call, t.Presence = r.Call, p
		if p == Absent && r.Call.tellsIfDone() {
			st.undo(r.N)
		}
		if p == Present {
			st.found(r.Call)
		}
	}
	st.trail = append(slices.Clip(st.trail), t)
}

// failedCall is the call whose error a value is, or of which it is false that it went
// well: a call that failed wrote nothing.
func failedCall(v *Value) *Call {
	if v.Op == Apply && v.Str == "pcall" && v.Num == isWhole {
		return v.X[0].Call
	}
	if v.Op != Elem || v.X[0].Op != ReplyOf || !v.X[0].Call.Protected {
		return nil
	}
	if name, _ := v.X[1].Const(); name != "err" {
		return nil
	}
	return v.X[0].Call
}
