package elixir

import (
	"bytes"
	"fmt"

	"github.com/echomq/emqgen/internal/protocol"
)

// builder is one function of the Keyspace.
type builder struct{ Doc, Def string }

// Keys lists the functions of the Keyspace: a builder for each key, then those
// of the families.
func (v *view) Keys() []builder {
	var builders []builder
	for _, k := range v.p.Keys {
		builders = append(builders, v.keyBuilder(k))
	}
	for _, f := range v.families {
		builders = append(builders, v.familyBuilder(f))
	}
	return builders
}

func (v *view) keyBuilder(k *protocol.Key) builder {
	names := v.keys[k]
	vars := map[*protocol.Param]string{}
	var types []node
	for i, hole := range k.Holes() {
		vars[hole] = names.vars[i]
		types = append(types, v.typespec(hole.Type, "params."+hole.Name))
	}
	var pieces []node
	for _, s := range k.At {
		if s.Hole != nil {
			pieces = append(pieces, gateOf(s.Hole, vars[s.Hole]))
		} else {
			pieces = append(pieces, leaf(quote(s.Text)))
		}
	}
	body := call("IO.iodata_to_binary", group("", "[", pieces...))
	if len(types) == 0 {
		body = leaf(quote(k.At.String()))
	}
	doc := "`" + k.At.String() + "`" + kindOf(k)
	return builder{
		Doc: heredoc(paragraphs(doc, k.Doc), 2),
		Def: written(func(b *bytes.Buffer) {
			writeSpec(b, names.builder, types, leaf("String.t()"))
			b.WriteByte('\n')
			writeFunction(b, "def", names.builder, leaves(names.vars...), body)
		}),
	}
}

func kindOf(k *protocol.Key) string {
	switch {
	case k.RootOf != nil:
		return ", the root of the keys `" + k.RootOf.At.String() + "`."
	case k.Type != protocol.AnyKey:
		return ", a " + string(k.Type) + "."
	}
	return "."
}

func (v *view) familyBuilder(f *family) builder {
	at := f.prefix + "<" + f.hole.Name + ">" + f.joint + "<type>"
	types := []node{v.typespec(f.hole.Type, "params."+f.hole.Name), leaf("String.t()")}
	body := call("IO.iodata_to_binary", group("", "[", leaf(quote(f.prefix)), gateOf(f.hole, f.vars[0]),
		leaf(quote(f.joint)), call("Gate.text!", leaves(quote("type"), f.vars[1])...)))
	return builder{
		Doc: heredoc(paragraphs("`"+at+"`, whatever the type.", f.hole.Doc), 2),
		Def: written(func(b *bytes.Buffer) {
			writeSpec(b, f.builder, types, leaf("String.t()"))
			b.WriteByte('\n')
			writeFunction(b, "def", f.builder, leaves(f.vars...), body)
		}),
	}
}

func gateOf(hole *protocol.Param, variable string) node {
	return call("gate", leaves(atom(hole.Name), variable)...)
}

// Gates are the checks of the holes, as clauses of one function.
func (v *view) Gates() string {
	var clauses []string
	for _, hole := range v.holes() {
		clauses = append(clauses, written(func(b *bytes.Buffer) {
			writeFunction(b, "defp", "gate", leaves(atom(hole.Name), "value"), v.holeGate(hole))
		}))
	}
	return written(func(b *bytes.Buffer) { writeSpaced(b, clauses) })
}

// holes lists the parameters that stand in any key, once, in spec order.
func (v *view) holes() []*protocol.Param {
	used := map[*protocol.Param]bool{}
	for _, k := range v.p.Keys {
		for _, hole := range k.Holes() {
			used[hole] = true
		}
	}
	var holes []*protocol.Param
	for _, p := range v.p.Params {
		if used[p] {
			holes = append(holes, p)
		}
	}
	return holes
}

func (v *view) holeGate(hole *protocol.Param) node {
	if hole.Type.Kind != protocol.Text || hole.Pattern == nil && len(hole.Except) == 0 {
		return v.gate(hole.Type, hole.Name, leaf("value"), "params."+hole.Name)
	}
	pattern := "nil"
	wanted := "text"
	if hole.Pattern != nil {
		pattern = `~r/\A(?:` + hole.Pattern.Expr(escapePattern) + `)\z/u`
		wanted += " that matches " + hole.Pattern.Source
	}
	var except []node
	for i, value := range hole.Except {
		except = append(except, leaf(quote(value)))
		if i == 0 {
			wanted += ", other than "
		} else {
			wanted += ", "
		}
		wanted += fmt.Sprintf("%q", value)
	}
	return call("Gate.text!", leaf(quote(hole.Name)), leaf("value"), leaf(pattern), group("", "[", except...), leaf(quote(wanted)))
}

// escapePattern writes a code point for PCRE.
func escapePattern(r rune) string { return fmt.Sprintf(`\x{%X}`, r) }
