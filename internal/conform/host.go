package conform

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/echomq/emqgen/internal/ids"
	"github.com/echomq/emqgen/internal/protocol"
)

// admit is the host gate: it refuses a value before anything is sent. A branded
// id passes by its shape, whatever its brand; the script looks at the kind.
func admit(name string, t protocol.Type, hole *protocol.Param, value string) error {
	if hole != nil {
		if hole.Pattern != nil && !hole.Pattern.MatchString(value) {
			return fmt.Errorf("%s %s does not match %s", name, quote(value), hole.Pattern.Source)
		}
		if slices.Contains(hole.Except, value) {
			return fmt.Errorf("%s %s is reserved", name, quote(value))
		}
	}
	return admitType(name, t, value)
}

func admitType(name string, t protocol.Type, value string) error {
	ok, want := true, ""
	switch t.Kind {
	case protocol.Branded:
		if err := ids.Check(value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	case protocol.Text:
		ok, want = utf8.ValidString(value), "UTF-8"
	case protocol.Int:
		n, err := strconv.ParseInt(value, 10, 64)
		ok, want = err == nil && strconv.FormatInt(n, 10) == value, "an integer of 64 bits"
	case protocol.Float:
		_, err := strconv.ParseFloat(value, 64)
		ok, want = err == nil, "a number"
	case protocol.Bool:
		ok, want = value == "1" || value == "0", "1 or 0"
	case protocol.Enum:
		ok, want = slices.Contains(t.Values, value), fmt.Sprintf("one of %v", t.Values)
	}
	if !ok {
		return fmt.Errorf("%s %s is not %s", name, quote(value), want)
	}
	return nil
}

// Admits reports whether a value may stand in a hole.
func Admits(hole *protocol.Param, value string) bool {
	return admit(hole.Name, hole.Type, hole, value) == nil
}

// Fits reports whether a value is one of a type.
func Fits(t protocol.Type, value string) bool { return admitType("", t, value) == nil }

// admitKey is the host gate of a key: all of its holes.
func admitKey(k *protocol.Key, holes Args) error {
	for _, h := range k.Holes() {
		value, _ := holes[h.Name].(string)
		if err := admit(h.Name, h.Type, h, value); err != nil {
			return err
		}
	}
	return nil
}

// address fills the holes of a key.
func address(k *protocol.Key, hole func(*protocol.Param) string) string {
	var at string
	for _, s := range k.At {
		if s.Hole != nil {
			at += hole(s.Hole)
		} else {
			at += s.Text
		}
	}
	return at
}

// wire is a call as it is sent.
type wire struct {
	keys []string
	args []any
}

// encode lays a call out as KEYS and ARGV, past the host gate.
func encode(s *protocol.Script, args Args) (wire, error) {
	var w wire
	for _, p := range s.Call {
		for _, value := range values(args[p.Name]) {
			if err := admit(p.Name, p.Type, p.Hole, value); err != nil {
				return w, err
			}
		}
	}
	for _, use := range s.Keys {
		w.keys = append(w.keys, keysOf(use, args)...)
	}
	for _, arg := range s.Args {
		for _, value := range values(args[arg.Param.Name]) {
			if arg.Param.Type.Kind == protocol.Float {
				var err error
				if value, err = shortest(arg.Param.Name, value); err != nil {
					return w, err
				}
			}
			w.args = append(w.args, value)
		}
	}
	return w, nil
}

// shortest writes a number as every SDK does: the shortest decimal that reads
// back as the same float, with an exponent only where that is below -6 or above
// 20.
func shortest(name, value string) (string, error) {
	x, err := strconv.ParseFloat(value, 64)
	size := math.Abs(x)
	switch {
	case err != nil || math.IsInf(x, 0) || math.IsNaN(x):
		return "", fmt.Errorf("%s %s is not a finite number", name, quote(value))
	case size != 0 && (size < 1e-6 || size >= 1e21):
		return strconv.FormatFloat(x, 'e', -1, 64), nil
	}
	return strconv.FormatFloat(x, 'f', -1, 64), nil
}

// keysOf gives the addresses that one entry of KEYS stands for: none when it is
// optional and not given, and several when it is variadic.
func keysOf(use *protocol.KeyUse, args Args) []string {
	if use.Given != nil && args[use.Given.Name] != true {
		return nil
	}
	count := 1
	for _, p := range use.Holes {
		if p.Variadic {
			count = len(values(args[p.Name]))
		} else if _, given := args[p.Name]; !given && p.Optional {
			count = 0
		}
	}
	holes := use.Key.Holes()
	var keys []string
	for n := range count {
		keys = append(keys, address(use.Key, func(h *protocol.Param) string {
			p := use.Holes[slices.Index(holes, h)]
			given := values(args[p.Name])
			if p.Variadic {
				return given[n]
			}
			return given[0]
		}))
	}
	return keys
}

// values gives the texts of a parameter: none, one, or a list.
func values(arg any) []string {
	switch arg := arg.(type) {
	case string:
		return []string{arg}
	case []string:
		return arg
	}
	return nil
}
