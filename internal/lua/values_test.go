package lua

import (
	"math"
	"testing"

	vm "github.com/yuin/gopher-lua"
)

// What the analysis takes for a constant must be what a Lua computes.
func TestConstantsAsLuaComputesThem(t *testing.T) {
	l := vm.NewState()
	defer l.Close()
	for _, x := range []string{
		`1 + 2 * 3 - 4 / 5`, `7 % 3`, `-7 % 3`, `7 % -3`, `2 ^ 10`, `-2 ^ 2`, `1 / 0`, `#'abc' + 1`, `#{1, 2, 3}`,
		`'a' .. 'b' .. 1 .. 2.5`, `1 == 1`, `1 == '1'`, `'a' < 'b'`, `2 <= 1`, `not nil`, `not 0`, `nil == false`,
		`1 and 2`, `nil and 2`, `nil or 'x'`, `false or nil`, `1 and nil or 3`, `(1 == 2) or 4`,
		`tonumber('12')`, `tonumber(' 12 ')`, `tonumber('x')`, `tonumber('0x10')`, `tonumber(nil)`, `tostring(12)`, `tostring(1.5)`,
		`type(1)`, `type('x')`, `type(nil)`, `type({})`, `type(string)`, `type(1 == 1)`,
		`string.sub('hello', 2, 3)`, `string.sub('hello', -3)`, `string.sub('hello', -3, -2)`, `string.sub('hello', 4, 2)`,
		`('hello'):sub(0)`, `string.sub('hello', 2, 99)`, `string.upper('aB')`, `string.lower('aB')`, `string.len('abc')`,
		`string.format('%s-%s', 'a', 'b')`, `string.format('100%%')`, `table.concat({'a', 'b', 'c'}, ',')`, `table.concat({'a', 'b'})`,
		`math.floor(3.7)`, `math.ceil(3.2)`, `math.max(1, 5, 3)`, `math.min(4, 2)`, `select('#', 1, 2, 3)`, `select(2, 'a', 'b')`,
		`({10, 20, 30})[2]`, `({x = 1}).x`, `({['y'] = 2})['y']`, `({10, [3] = 30})[3]`, `({1, 2})[5]`, `(function(a, b) return b end)(1, 2)`,
		`(function(...) return select('#', ...) end)(1, nil, 3)`, `(function() end)()`, `rawequal('a', 'a')`, `next({})`,
		`(function() local t = {} t[1] = 'a' t[2] = 'b' t[#t + 1] = 'c' return #t end)()`,
		`(function() local t = {} table.insert(t, 'a') table.insert(t, 'b') return t[2] end)()`,
		`(function() local s = 0 for i = 3, 1 do s = s + 1 end return s end)()`,
		`(function() local a, b = 1, 2 a, b = b, a return a end)()`,
		`(function() local x = 1 do local x = 2 end return x end)()`,
		`(function() local n = 0 local function inc() n = n + 1 end inc() inc() return n end)()`,
		`(function() while true do if true then return 'out' end end end)()`,
		`(function() repeat local done = true until done return 'r' end)()`,
		`(function() if 1 > 2 then return 'a' elseif 2 > 1 then return 'b' else return 'c' end end)()`,
		`0x10`, `1e2`, `.5`, `[[long]]`, `'\65\n'`,
	} {
		if err := l.DoString("answer = " + x); err != nil {
			t.Errorf("%s: %v", x, err)
			continue
		}
		want := l.GetGlobal("answer")
		answers := analyze(t, "return "+x).Of(Returned)
		if len(answers) != 1 {
			t.Errorf("%s: %d answers", x, len(answers))
			continue
		}
		if got := answers[0].X; !agrees(got, want) {
			t.Errorf("%s: analysis says %s, Lua %s", x, got, want)
		}
	}
}

func agrees(v *Value, want vm.LValue) bool {
	switch want := want.(type) {
	case *vm.LNilType:
		return v.Op == Nil
	case vm.LBool:
		return v.Op == Bool && (v.Num == 1) == bool(want)
	case vm.LNumber:
		return v.Op == Number && (v.Num == float64(want) || math.IsNaN(v.Num) && math.IsNaN(float64(want)))
	case vm.LString:
		return v.Op == Text && v.Str == string(want)
	}
	return false
}
