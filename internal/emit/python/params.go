package python

import (
	"strconv"

	"github.com/echomq/emqgen/internal/protocol"
)

func itoa(i int64) string { return strconv.FormatInt(i, 10) }

// params writes the parameters of a call: what must be given by position, what
// may be left out by keyword.
func (f *file) callParams(s *protocol.Script) (params []param) {
	var optional []param
	for _, p := range s.Call {
		name, of := f.params[p], f.annotation(p, p.Type)
		if p.Variadic {
			of = generic(f.use("collections.abc")+".Sequence", of)
		}
		switch {
		case p.Flag:
			optional = append(optional, param{name, named("bool"), " = False"})
		case p.Optional && p.Variadic:
			optional = append(optional, param{name, of, " = ()"})
		case p.Optional:
			optional = append(optional, param{name, union(of, none), " = None"})
		default:
			params = append(params, param{name: name, of: of})
		}
	}
	if len(optional) > 0 {
		params = append(append(params, param{name: "*"}), optional...)
	}
	return params
}

// callArgs passes the parameters of a call on.
func (f *file) callArgs(s *protocol.Script) (args []node) {
	var optional []node
	for _, p := range s.Call {
		name := f.params[p]
		if p.Optional {
			optional = append(optional, keyword(name, leaf(name)))
		} else {
			args = append(args, leaf(name))
		}
	}
	return append(args, optional...)
}

// callKeys writes KEYS.
func (f *file) callKeys(s *protocol.Script) node {
	var keys, trailing []node
	for _, u := range s.Keys {
		key := f.callKey(u)
		switch {
		case u.Optional:
			trailing = append(trailing, keyword(f.roleName(u), key))
		case u.Variadic:
			keys = append(keys, prefixed("*", key))
		default:
			keys = append(keys, key)
		}
	}
	return list(f.withTrailing(keys, trailing)...)
}

func (f *file) withTrailing(fixed, trailing []node) []node {
	if len(trailing) == 0 {
		return fixed
	}
	return append(fixed, prefixed("*", call(f.own("_values")+".trailing", trailing...)))
}

// roleName names an optional key in an error message.
func (f *file) roleName(u *protocol.KeyUse) string { return evade(u.Name(), keywords) }

func (f *file) callKey(u *protocol.KeyUse) node {
	build := f.public("keys") + "." + f.keys[u.Key]
	var holes []node
	for _, p := range u.Holes {
		hole := leaf(f.params[p])
		switch {
		case p.Variadic:
			hole = call(f.own("_values")+".Each", leaf(quote(f.params[p])), hole)
		case p.Optional:
			hole = call(f.own("_values")+".Maybe", leaf(quote(f.params[p])), hole)
		}
		holes = append(holes, hole)
	}
	switch {
	case u.Given != nil:
		return call("_values.flagged", append(leaves(f.params[u.Given], build), holes...)...)
	case u.Variadic && u.Optional:
		return call("_values.spread_any", append(leaves(build), holes...)...)
	case u.Variadic:
		return call("_values.spread", append(leaves(build), holes...)...)
	case u.Optional:
		return call("_values.given", append(leaves(build), holes...)...)
	}
	return call(build, holes...)
}

// argv writes ARGV.
func (f *file) argv(s *protocol.Script) node {
	var args, trailing []node
	for _, a := range s.Args {
		name := f.params[a.Param]
		encode := f.own("_values") + "." + codec(a.Type)
		value := leaves(quote(name), name)
		if a.Type.Kind == protocol.Enum {
			value = []node{leaf(quote(name)), leaf(f.enumClass(f.enums[a.Param])), leaf(name)}
		}
		switch {
		case a.Variadic && a.Optional:
			trailing = append(trailing, keyword(name, call("_values.each_any", append(leaves(encode), value...)...)))
		case a.Variadic:
			args = append(args, prefixed("*", call("_values.each", append(leaves(encode), value...)...)))
		case a.Optional:
			trailing = append(trailing, keyword(name, call("_values.maybe", append(leaves(encode), value...)...)))
		default:
			args = append(args, call(encode, value...))
		}
	}
	return list(f.withTrailing(args, trailing)...)
}
