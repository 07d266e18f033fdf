package conform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/ids"
	"github.com/echomq/emqgen/internal/protocol"
)

// alias gives one run of one gate names of its own, and puts the gate's names
// back into whatever is observed, so that a gate reads as if it were alone.
type alias struct {
	plan  *plan
	token string // lower-case letters and digits
	digit string // the same, for values that admit digits only
	shift int64  // what numbers and snowflakes are raised by: far from every other shift

	forth map[*protocol.Param]map[string]string
	back  []string // pairs of alias and original
	exact map[string]string
}

func newAlias(pl *plan, run string, n int) *alias {
	token := run + strconv.FormatInt(int64(n), 36)
	number, _ := strconv.ParseUint(token, 36, 64)
	random, _ := strconv.ParseUint(run, 36, 64)
	return &alias{
		plan:  pl,
		token: token,
		digit: strconv.FormatUint(number, 10),
		shift: int64(random%(1<<22)<<30 | uint64(n)%(1<<14)<<16),
		forth: map[*protocol.Param]map[string]string{},
		exact: map[string]string{},
	}
}

// hole gives the value that stands for the one of the gate. What no key builder
// admits stays as it is: such a value is never to be written.
func (a *alias) hole(h *protocol.Param, value string) string {
	if h == nil || !a.plan.renamed[h] || admit(h.Name, h.Type, h, value) != nil {
		return value
	}
	if renamed, ok := a.forth[h][value]; ok {
		return renamed
	}
	if a.forth[h] == nil {
		a.forth[h] = map[string]string{}
	}
	renamed := a.rename(h, value)
	a.forth[h][value] = renamed
	switch {
	case renamed == value:
	case h.Type.Kind == protocol.Int:
		a.exact[renamed] = value
	default:
		a.back = append(a.back, renamed, value)
	}
	return renamed
}

func (a *alias) rename(h *protocol.Param, value string) string {
	switch h.Type.Kind {
	case protocol.Int:
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && n+a.shift > n {
			return strconv.FormatInt(n+a.shift, 10)
		}
		return value
	case protocol.Branded:
		parts, err := ids.Default.Decode(value)
		if err != nil || parts.Snowflake+a.shift < parts.Snowflake {
			return value
		}
		moved, err := ids.Default.Encode(parts.Brand, parts.Snowflake+a.shift)
		if err != nil {
			return value
		}
		return moved.ID
	}
	for _, candidate := range a.candidates(value) {
		if a.stands(h, candidate, value) {
			return candidate
		}
	}
	return value
}

// stands reports whether a candidate can stand for a value of a hole: it passes
// the host gate, and that of the twin exactly when the value does.
func (a *alias) stands(h *protocol.Param, candidate, value string) bool {
	if admit(h.Name, h.Type, h, candidate) != nil {
		return false
	}
	twin := a.plan.twins[h]
	return twin == nil || (admit(twin.Name, twin.Type, twin, candidate) == nil) == (admit(twin.Name, twin.Type, twin, value) == nil)
}

// candidates are ways to make a text unlike all others, the most legible first.
// A text of the greatest length gives up its end.
func (a *alias) candidates(value string) []string {
	all := []string{value + "-" + a.token, value + a.token, value + a.digit, value + strings.ToUpper(a.token), a.letters(value)}
	for _, token := range []string{a.token, a.digit} {
		if keep := len(value) - len(token); keep >= 0 {
			all = append(all, value[:keep]+token)
		}
	}
	return append(all, a.token, a.digit)
}

// letters spells the token without digits.
func (a *alias) letters(value string) string {
	return value + strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return 'g' + r - '0'
		}
		return r
	}, a.token)
}

// isApart reports whether some hole of a key has a value of the run's own.
func (a *alias) isApart(k *protocol.Key, holes Args) bool {
	return slices.ContainsFunc(k.Holes(), func(h *protocol.Param) bool {
		value, _ := holes[h.Name].(string)
		_, back := a.exact[value]
		return back || slices.Contains(a.back, value)
	})
}

// text puts the gate's names back into a text.
func (a *alias) text(s string) string {
	if original, ok := a.exact[s]; ok {
		return original
	}
	return strings.NewReplacer(a.back...).Replace(s)
}

// value puts the gate's names back into an answer.
func (a *alias) value(v any) any {
	switch v := v.(type) {
	case string:
		return a.text(v)
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = a.value(item)
		}
		return items
	case Pairs:
		pairs := make(Pairs, len(v))
		for i, pair := range v {
			pairs[i] = [2]any{a.value(pair[0]), a.value(pair[1])}
		}
		return pairs
	case Tuple:
		tuple := make(Tuple, len(v))
		for i, m := range v {
			tuple[i] = Named{m.Name, a.value(m.Value)}
		}
		return tuple
	}
	return v
}

// marks are the texts by which keys of this run are known again.
func (a *alias) marks() []string {
	var marks []string
	for i := 0; i < len(a.back); i += 2 {
		marks = append(marks, a.back[i])
	}
	return marks
}

// String tells people which names were used.
func (a *alias) String() string {
	var names []string
	for i := 0; i < len(a.back); i += 2 {
		names = append(names, fmt.Sprintf("%s for %s", quote(a.back[i]), quote(a.back[i+1])))
	}
	return strings.Join(names, ", ")
}
