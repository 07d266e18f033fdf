package protocol

import (
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec"
)

// value reads a literal of a gate. $name stands for a bound value, and $$ at the
// beginning for a dollar sign.
func (r *resolver) value(said spec.Value) Value {
	v := Value{Pos: said.Pos(), Text: said.Scalar.Value}
	switch {
	case said.List != nil:
		v.Kind = ListValue
		for _, item := range said.List.Items {
			v.List = append(v.List, r.value(item))
		}
	case said.Map != nil:
		v.Kind = MapValue
		for _, e := range said.Map.Entries {
			v.Map = append(v.Map, Binding{Pos: e.Key.Pos, Name: e.Key.Value, Value: r.value(e.Value)})
		}
	case said.Null:
		v.Kind = NullValue
		if !r.answering {
			r.list.Errorf(v.Pos, RuleGate, "null is what an answer does not have, and cannot be given or stored").Help = "leave it out, or write \"null\" if the word is meant"
		}
	case said.Bytes != nil:
		v.Text = r.bytes(said.Bytes)
	case strings.HasPrefix(v.Text, "$$"):
		v.Text = v.Text[1:]
	case strings.HasPrefix(v.Text, "$"):
		v.Kind, v.Text = BoundValue, v.Text[1:]
		if !r.bound[v.Text] {
			r.list.Errorf(v.Pos, RuleGate, "%q is not bound by an earlier step", "$"+v.Text).Help = "bind it with bind: {" + diag.Cut(v.Text) + ": …}, or write $$ for a dollar sign"
		}
	}
	return v
}

// mostBytes bounds a literal of a gate.
const mostBytes = 64 << 20

func (r *resolver) bytes(b *spec.Bytes) string {
	if b.Hex.Given() {
		decoded, _ := hex.DecodeString(b.Hex.Value)
		return string(decoded)
	}
	if b.Times.Value < 0 || int64(len(b.Repeat.Value))*min(b.Times.Value, mostBytes+1) > mostBytes {
		r.list.Errorf(b.Times.Pos, RuleGate, "%d times is out of range", b.Times.Value).Help = "64 MiB is the most"
		return ""
	}
	key := repeat{b.Repeat.Value, b.Times.Value}
	if _, known := r.repeats[key]; !known {
		r.repeats[key] = strings.Repeat(key.text, int(key.times))
	}
	return r.repeats[key]
}

// repeat is a literal that may be long, and that gates say again when they look for
// what they wrote.
type repeat struct {
	text  string
	times int64
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
