package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
)

// declaredType is a type that the SDK declares: one the spec names, or an enum.
type declaredType struct {
	name   string
	typ    protocol.Type
	doc    string
	consts []string // of an enum, one for each of its values
}

// nameType declares what a type needs a name for. An enum without a name of its
// own is called after where it stands.
func (n *names) nameType(t *protocol.Type, base, path, doc string, pos diag.Pos) {
	switch {
	case t.Named != "":
		if n.namedOf[t.Named] != nil {
			return
		}
		path = "types." + t.Named
		base = n.spell(path, pascal(t.Named))
		doc = ""
	case t.Kind != protocol.Enum:
		return
	}
	d := &declaredType{name: base, typ: *t, doc: doc}
	n.pkg.Claim(base, path, pos)
	if t.Kind == protocol.Enum {
		n.pkg.Claim(prefixEnum+base, path, pos)
		for _, value := range t.Values {
			path := path + "." + value
			name := n.spell(path, base+pascal(value))
			n.pkg.Claim(name, path, pos)
			d.consts = append(d.consts, name)
		}
	}
	n.declared = append(n.declared, d)
	if t.Named != "" {
		n.namedOf[t.Named] = d
	} else {
		n.enumOf[t] = d
	}
}

// types writes the types that the spec names, and the enums.
func (n *names) types(f *jen.File) {
	for _, d := range n.declared {
		doc := comment(d.name+" is "+kindDoc(d.typ)+".", sentence(d.doc))
		switch {
		case d.typ.Unit != protocol.NoUnit:
			// type Lease = time.Duration
			f.Add(doc)
			f.Type().Id(d.name).Op("=").Add(n.plain(d.typ.Kind, d.typ.Unit))
		case d.typ.Kind == protocol.Enum:
			n.enum(f, d, doc)
		default:
			// type Token int64
			f.Add(doc)
			f.Type().Id(d.name).Add(n.plain(d.typ.Kind, protocol.NoUnit))
		}
	}
}

// enum writes
//
//	type JobState string
//
//	const (
//		JobStatePending JobState = "pending"
//	)
//
//	var enumJobState = wireEnum[JobState]{JobStatePending}
func (n *names) enum(f *jen.File, d *declaredType, doc jen.Code) {
	f.Add(doc)
	f.Type().Id(d.name).String()
	f.Comment(fmt.Sprintf("// The values of %s.", d.name))
	f.Const().DefsFunc(func(g *jen.Group) {
		for i, value := range d.typ.Values {
			g.Id(d.consts[i]).Id(d.name).Op("=").Lit(value)
		}
	})
	f.Var().Id(prefixEnum + d.name).Op("=").Id("wireEnum").Types(jen.Id(d.name)).ValuesFunc(func(g *jen.Group) {
		for _, name := range d.consts {
			g.Id(name)
		}
	})
}

func kindDoc(t protocol.Type) string {
	switch t.Kind {
	case protocol.Bytes:
		return "any bytes, kept exactly"
	case protocol.Int, protocol.Count:
		switch t.Unit {
		case protocol.Millis:
			return "a length of time in whole milliseconds"
		case protocol.UnixMs:
			return "an instant to the millisecond"
		}
		return "an integer of its own kind"
	case protocol.Float:
		return "a number of its own kind"
	case protocol.Bool:
		return "yes or no"
	case protocol.Branded:
		return "a branded id of its own kind"
	case protocol.Enum:
		return "one of a closed list of words"
	}
	return "text of its own kind"
}

// goType is how a wire type looks in Go, and the codec that reads and writes it.
type goType struct {
	name    func() *jen.Statement
	wire    func() *jen.Statement
	nilable bool // it has a nil of its own
}

// goType finds the type of a value, which the spec declares at t.
func (n *names) goType(t *protocol.Type) goType {
	name := func() *jen.Statement { return n.plain(t.Kind, t.Unit) }
	if d := n.declaredAt(t); d != nil {
		name = func() *jen.Statement { return jen.Id(d.name) }
		if t.Kind == protocol.Enum {
			return goType{name: name, wire: func() *jen.Statement { return jen.Id(prefixEnum + d.name) }}
		}
	}
	codec := func(of string) func() *jen.Statement {
		return func() *jen.Statement { return jen.Id(of).Types(name()).Values() }
	}
	switch t.Kind {
	case protocol.Bytes:
		return goType{name, codec("wireBytes"), true}
	case protocol.Int:
		switch t.Unit {
		case protocol.Millis:
			return goType{name, func() *jen.Statement { return jen.Id("wireMillis").Values() }, false}
		case protocol.UnixMs:
			return goType{name, func() *jen.Statement { return jen.Id("wireInstant").Values() }, false}
		}
		return goType{name, codec("wireInt"), false}
	case protocol.Count:
		return goType{name, codec("wireCount"), false}
	case protocol.Float:
		return goType{name, codec("wireFloat"), false}
	case protocol.Bool:
		return goType{name, codec("wireBool"), false}
	case protocol.Branded:
		return goType{name, codec("wireID"), false}
	}
	return goType{name, codec("wireText"), false}
}

// mapKey is goType for the keys of a map, which Go must be able to compare.
func (n *names) mapKey(t *protocol.Type) goType {
	if t.Kind != protocol.Bytes {
		return n.goType(t)
	}
	return goType{name: jen.String, wire: func() *jen.Statement { return jen.Id("wireBytes").Types(jen.String()).Values() }}
}

func (n *names) declaredAt(t *protocol.Type) *declaredType {
	if t.Named != "" {
		return n.namedOf[t.Named]
	}
	return n.enumOf[t]
}

// plain is the type of a kind that has no name of its own.
func (n *names) plain(kind protocol.Kind, unit protocol.Unit) *jen.Statement {
	switch kind {
	case protocol.Bytes:
		return jen.Index().Byte()
	case protocol.Int, protocol.Count:
		switch unit {
		case protocol.Millis:
			return jen.Qual("time", "Duration")
		case protocol.UnixMs:
			return jen.Qual("time", "Time")
		}
		return jen.Int64()
	case protocol.Float:
		return jen.Float64()
	case protocol.Bool:
		return jen.Bool()
	case protocol.Branded:
		return jen.Id("ID")
	}
	return jen.String()
}
