package lua

import (
	"fmt"
	"strconv"
	"strings"
)

// String writes the value as an expression over what the script is given.
func (v *Value) String() string {
	list := func(sep string) string {
		var s []string
		for _, x := range v.X {
			s = append(s, x.String())
		}
		return strings.Join(s, sep)
	}
	switch v.Op {
	case Nil:
		return "nil"
	case Bool:
		return strconv.FormatBool(v.Num == 1)
	case Number:
		return numberText(v.Num)
	case Range:
		return "a number"
	case Text:
		return quote(v.Str)
	case KeyAt:
		return fmt.Sprintf("KEYS[%d]", v.N)
	case ArgAt:
		return fmt.Sprintf("ARGV[%d]", v.N)
	case Keys:
		return "KEYS"
	case Args:
		return "ARGV"
	case ReplyOf:
		return "the reply of " + v.Call.Name
	case Elem:
		return v.X[0].String() + "[" + v.X[1].String() + "]"
	case Length:
		return "#" + v.X[0].String()
	case Concat:
		return list(" .. ")
	case Arith, Compare:
		return v.X[0].String() + " " + v.Str + " " + v.X[1].String()
	case Not:
		return "not " + v.X[0].String()
	case Apply:
		return v.Str + "(" + list(", ") + ")"
	case TableAt:
		return "a table"
	case Closure:
		return "a function"
	case Builtin:
		return v.Str
	case Union:
		return list(" or ")
	}
	return "an unknown value"
}

func quote(s string) string {
	if len(s) > 40 {
		s = s[:37] + "..."
	}
	return strconv.Quote(s)
}
