// Package lua follows the values of a script, before it runs, from KEYS, ARGV and
// replies to the commands it issues: which keys it touches and how it came by
// them, what it writes on which path, what it answers.
//
// The script is run on abstract values. A value is a small expression over what
// the script is given; a path through the script is a state; where paths meet,
// states that differ in nothing that matters become one. Loops are run until
// nothing changes, functions at each of their call sites. What cannot be followed
// becomes an unknown value that remembers its sources, and is never guessed.
package lua

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/lua/syntax"
)

// Op is the form of a Value.
type Op uint8

const (
	Unknown Op = iota // X holds its sources, as far as they are known
	Nil
	Bool    // Num is 1 or 0
	Number  // Num
	Range   // a number from Lo to Hi; that of the loop N, when N is set
	Text    // Str
	KeyAt   // KEYS[N]
	ArgAt   // ARGV[N]
	Keys    // the table KEYS
	Args    // the table ARGV
	ReplyOf // what Call answered; Num says what the script's own write makes of it
	Elem    // X[0][X[1]]
	Length  // #X[0]
	Concat  // X[0] .. X[1] .. …
	Arith   // X[0] Str X[1]
	Compare // X[0] Str X[1], a truth value
	Not     // not X[0]
	Apply   // the library function Str of X
	TableAt // the table N of the state's heap
	Closure // a function of the script
	Builtin // a function or table of the engine, Str
	Union   // one of X
)

// Value is what is known about a Lua value before the script runs. Values are
// never changed once made.
type Value struct {
	Op    Op
	vague bool  // the value stands for several, of which nothing can be learned
	sure  bool  // a variable holds it that was found to be neither nil nor false
	depth uint8 // of the tree it is
	size  int32 // how many values it is made of, each counted as often as it stands there

	Str    string
	Num    float64
	Lo, Hi float64
	N      int
	X      []*Value
	Call   *Call
	At     *syntax.Span // of an error reply that the script's main part makes: where

	fn    *closure
	trace *Trace
	name  string // what id wrote, once somebody has asked
}

// What a reply is by the script's own doing. A test of it is judged both ways all the
// same: that it is decided is the mistake.
const (
	isOne   = 1 // it is 1
	isFound = 2 // it is not missing
)

// What keeps values small; beyond it they become unknown.
const (
	maxUnion = 8
	maxParts = 48
	maxDepth = 40
	maxSize  = 512 // a value that holds another twice doubles it: x = x + x
	maxID    = 96
)

// hashed marks an id that no longer shows what it was made from, and turning one
// that a loop gives anew each time around.
const (
	hashed  = "\x00"
	turning = "\x01"
)

func (v *Value) seal() *Value {
	v.vague = v.Op == Unknown || v.Op == Union || v.Op == Range && v.N == 0
	v.size = 1
	for _, x := range v.X {
		v.size += x.size
		v.vague = v.vague || x.vague
		v.depth = max(v.depth, x.depth+1)
		if v.trace == nil {
			v.trace = x.trace
		}
	}
	if (v.depth > maxDepth || v.size > maxSize) && v.Op != Unknown {
		return unknown(v.X...)
	}
	return v
}

// id is the same for two values that are the same, unless they are vague. Most
// values are never asked for it.
func (v *Value) id() string {
	if v.name == "" {
		var b [2 * maxID]byte
		v.name = string(v.parted().appendID(b[:0]))
	}
	return v.name
}

// parted is the value, with the ids of its parts written.
func (v *Value) parted() *Value {
	for _, x := range v.X {
		x.id()
	}
	return v
}

// same reports whether two values have one id.
func same(a, b *Value) bool {
	return a == b || a.Op == b.Op && a.N == b.N && a.Str == b.Str && len(a.X) == len(b.X) && a.id() == b.id()
}

// appendID writes the form of a parted value and the ids of its parts, or a hash
// of both where that is too long.
func (v *Value) appendID(b []byte) []byte {
	if v.name != "" {
		return append(b, v.name...)
	}
	return shortened(v.appendForm(b), len(b), v.Op)
}

// shortened is an id that begins at start, or a hash of it where it is too long.
func shortened(b []byte, start int, op Op) []byte {
	if len(b)-start <= maxID {
		return b
	}
	h := fnv.New128a()
	h.Write(slices.Clone(b[start:])) // which keeps b off the heap
	return fmt.Appendf(b[:start], "%d%s%x", op, hashed, h.Sum(nil))
}

func (v *Value) appendForm(b []byte) []byte {
	switch v.Op {
	case Text, Builtin, Arith, Compare, Apply:
		b = appendText(b, v.Op, v.Str)
	default:
		b = v.appendNumbers(strconv.AppendInt(b, int64(v.Op), 10))
	}
	if v.Op != Union {
		return appendParts(b, v.X...)
	}
	parts := slices.Clone(v.X) // in whatever order they were put together
	slices.SortFunc(parts, func(x, y *Value) int { return strings.Compare(x.name, y.name) })
	return appendParts(b, parts...)
}

func appendText(b []byte, op Op, text string) []byte {
	return strconv.AppendQuote(strconv.AppendInt(b, int64(op), 10), text)
}

func appendParts(b []byte, parts ...*Value) []byte {
	if len(parts) == 0 {
		return b
	}
	for i, x := range parts {
		b = append(b, "(,"[min(i, 1)])
		b = append(b, x.name...)
	}
	return append(b, ')')
}

func (v *Value) appendNumbers(b []byte) []byte {
	switch v.Op {
	case Bool, Number:
		b = strconv.AppendFloat(b, v.Num, 'g', -1, 64)
	case Range:
		b = strconv.AppendFloat(b, v.Lo, 'g', -1, 64)
		b = append(b, '~')
		b = strconv.AppendFloat(b, v.Hi, 'g', -1, 64)
		if v.N != 0 {
			b = append(b, turning...)
			b = strconv.AppendInt(b, int64(v.N), 10)
		}
	case KeyAt, ArgAt, TableAt, ReplyOf:
		b = append(b, '#')
		b = strconv.AppendInt(b, int64(v.N), 10)
		b = append(b, ';')
		if v.Num != 0 {
			b = append(b, '!')
		}
	case Closure:
		b = strconv.AppendInt(b, int64(v.N), 10)
	}
	return b
}

var infinity = math.Inf(1)

var (
	nilValue   = shared(&Value{Op: Nil})
	trueValue  = shared(&Value{Op: Bool, Num: 1})
	falseValue = shared(&Value{Op: Bool})
	keysTable  = shared(&Value{Op: Keys})
	argsTable  = shared(&Value{Op: Args})
)

// shared is a value that analyses side by side may hold: nothing of it is left to
// be found out.
func shared(v *Value) *Value {
	v.seal().id()
	return v
}

func number(n float64) *Value {
	if i := int(n); i >= 0 && i < len(digits) && n == float64(i) && !math.Signbit(n) {
		return digits[i]
	}
	return (&Value{Op: Number, Num: n}).seal()
}

// digits are the numbers that scripts are full of.
var digits = func() (d [10]*Value) {
	for i := range d {
		d[i] = shared(&Value{Op: Number, Num: float64(i)})
	}
	return d
}()

func text(s string) *Value { return (&Value{Op: Text, Str: s}).seal() }

func builtin(s string) *Value { return (&Value{Op: Builtin, Str: s}).seal() }

func interval(lo, hi float64) *Value {
	if lo == hi {
		return number(lo)
	}
	return (&Value{Op: Range, Lo: lo, Hi: hi}).seal()
}

// turn is a number that a loop gives anew each time around.
func turn(lo, hi float64, site int) *Value {
	if lo == hi {
		return number(lo)
	}
	return (&Value{Op: Range, Lo: lo, Hi: hi, N: site}).seal()
}

func apply(name string, x ...*Value) *Value {
	return (&Value{Op: Apply, Str: name, X: x}).seal()
}

func elem(table, key *Value) *Value {
	return (&Value{Op: Elem, X: []*Value{table, key}}).seal()
}

func compare(op string, x, y *Value) *Value {
	return (&Value{Op: Compare, Str: op, X: []*Value{x, y}}).seal()
}

// unknown is a value of which only the sources are known.
func unknown(from ...*Value) *Value {
	v := &Value{Op: Unknown}
	for _, x := range from {
		for _, leaf := range x.Leaves() {
			if len(v.X) < maxUnion && !slices.ContainsFunc(v.X, func(have *Value) bool { return same(have, leaf) }) {
				v.X = append(v.X, leaf)
			}
		}
	}
	return v.seal()
}

// Leaves lists what a value was made from: keys, arguments, replies and what is
// unknown. Constants are no leaves.
func (v *Value) Leaves() []*Value {
	switch v.Op {
	case KeyAt, ArgAt, ReplyOf, Keys, Args:
		return []*Value{v}
	case Unknown:
		if len(v.X) == 0 {
			return []*Value{v}
		}
	}
	var all []*Value
	for _, x := range v.X {
		all = append(all, x.Leaves()...)
	}
	return all
}

// hasLeaf reports whether a value was made from anything but constants.
func (v *Value) hasLeaf() bool {
	switch v.Op {
	case KeyAt, ArgAt, ReplyOf, Keys, Args:
		return true
	case Unknown:
		if len(v.X) == 0 {
			return true
		}
	}
	return slices.ContainsFunc(v.X, (*Value).hasLeaf)
}

// Const reports whether the value is fully known, and which text it is on the
// wire.
func (v *Value) Const() (string, bool) {
	switch v.Op {
	case Text:
		return v.Str, true
	case Number:
		return numberText(v.Num), true
	}
	return "", false
}

// numberText writes a number as the engines pass it on to a command: %.17g.
func numberText(n float64) string {
	if n == math.Trunc(n) && math.Abs(n) < 1e17 {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return strconv.FormatFloat(n, 'g', 17, 64)
}

// concat joins the parts of a text; neighbouring constants become one.
func concat(parts ...*Value) *Value {
	var flat []*Value
	for _, p := range parts {
		if p.Op == Concat {
			flat = append(flat, p.X...)
		} else {
			flat = append(flat, p)
		}
	}
	var x []*Value
	for _, p := range flat {
		s, ok := p.Const()
		if !ok {
			x = append(x, p)
			continue
		}
		if s == "" {
			continue
		}
		if last := len(x) - 1; last >= 0 && x[last].Op == Text {
			x[last] = text(x[last].Str + s)
		} else {
			x = append(x, text(s))
		}
	}
	switch {
	case len(x) == 0:
		return text("")
	case len(x) == 1 && x[0].Op == Text:
		return x[0]
	case len(x) > maxParts:
		return unknown(x...)
	}
	return (&Value{Op: Concat, X: x}).seal()
}

// Alternatives lists the values a union may be; any other value is its only one.
func (v *Value) Alternatives() []*Value {
	if v.Op == Union {
		return v.X
	}
	return []*Value{v}
}

// join is a value that may be either of two.
func join(a, b *Value) *Value {
	if same(a, b) {
		return lessSure(a, b)
	}
	if !distinct(a) || !distinct(b) {
		if v := hull(a, b); v != nil {
			return v.traced(a.trace)
		}
	}
	return union(append(slices.Clone(a.Alternatives()), b.Alternatives()...))
}

// distinct reports whether a value is a number that is known, or one of a few.
func distinct(v *Value) bool {
	return !slices.ContainsFunc(v.Alternatives(), func(alt *Value) bool { return alt.Op != Number })
}

// hull is any number between the least and the largest of numbers, nil when not
// all of the values are such.
func hull(of ...*Value) *Value {
	lo, hi, ok := bounds(of[0])
	for _, v := range of[1:] {
		l, h, known := bounds(v)
		lo, hi, ok = min(lo, l), max(hi, h), ok && known
	}
	if !ok {
		return nil
	}
	return interval(lo, hi)
}

// lessSure is the one of two equal values of which less is known.
func lessSure(a, b *Value) *Value {
	if a.sure && !b.sure {
		return b
	}
	return a
}

func union(of []*Value) *Value {
	var x []*Value
	for _, v := range of {
		for _, alt := range v.Alternatives() {
			if alt.Op == Unknown {
				return unknown(of...)
			}
			if i := slices.IndexFunc(x, func(have *Value) bool { return same(have, alt) }); i >= 0 {
				x[i] = lessSure(x[i], alt)
			} else {
				x = append(x, alt)
			}
		}
	}
	switch {
	case len(x) == 0:
		return nilValue
	case len(x) == 1:
		return x[0]
	case len(x) > maxUnion:
		if v := hull(x...); v != nil {
			return v
		}
		return unknown(x...)
	}
	return (&Value{Op: Union, X: x}).seal()
}

func bounds(v *Value) (lo, hi float64, ok bool) {
	switch v.Op {
	case Number:
		return v.Num, v.Num, true
	case Range:
		return v.Lo, v.Hi, true
	case Arith:
		return arithBounds(v)
	case Apply:
		return extremeBounds(v)
	case Union:
		lo, hi, ok = bounds(v.X[0])
		for _, alt := range v.X[1:] {
			l, h, known := bounds(alt)
			lo, hi, ok = min(lo, l), max(hi, h), ok && known
		}
		return lo, hi, ok
	}
	return 0, 0, false
}

// extremeBounds bounds math.min and math.max.
func extremeBounds(v *Value) (lo, hi float64, ok bool) {
	if v.Str != "math.min" && v.Str != "math.max" || len(v.X) == 0 {
		return 0, 0, false
	}
	lo, hi, ok = bounds(v.X[0])
	for _, x := range v.X[1:] {
		l, h, known := bounds(x)
		ok = ok && known
		if v.Str == "math.min" {
			lo, hi = min(lo, l), min(hi, h)
		} else {
			lo, hi = max(lo, l), max(hi, h)
		}
	}
	return lo, hi, ok
}

func arithBounds(v *Value) (lo, hi float64, ok bool) {
	alo, ahi, aok := bounds(v.X[0])
	blo, bhi, bok := bounds(v.X[1])
	switch {
	case !aok || !bok:
		return 0, 0, false
	case v.Str == "+":
		lo, hi = alo+blo, ahi+bhi
	case v.Str == "-":
		lo, hi = alo-bhi, ahi-blo
	case v.Str == "*" && alo >= 0 && blo >= 0:
		lo, hi = alo*blo, ahi*bhi
	default:
		return 0, 0, false
	}
	return lo, hi, !math.IsNaN(lo) && !math.IsNaN(hi)
}
