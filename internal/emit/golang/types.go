package golang

import (
	"fmt"
	"strings"

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
	if !isDeclared(t) || n.namedOf[t.Named] != nil {
		return
	}
	if t.Named != "" {
		path = "types." + t.Named
		base = n.spell(path, pascal(t.Named))
		doc = ""
	}
	d := &declaredType{name: base, typ: *t, doc: doc}
	n.pkg.Claim(base, path, pos)
	if t.Kind == protocol.Enum {
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

// isDeclared reports whether the SDK declares a type of its own.
func isDeclared(t *protocol.Type) bool { return t.Named != "" || t.Kind == protocol.Enum }

// types writes the types that the spec names, and the enums.
func (n *names) types(f *jen.File) {
	for _, d := range n.declared {
		doc := comment(d.name+" is "+kindDoc(d.typ)+".", d.doc)
		switch {
		case d.typ.Unit != protocol.NoUnit:
			// type Lease = time.Duration
			f.Add(doc)
			f.Type().Id(d.name).Op("=").Add(code(plain(d.typ.Kind, d.typ.Unit)))
		case d.typ.Kind == protocol.Enum:
			n.enum(f, d, doc)
		default:
			// type Token int64
			f.Add(doc)
			f.Type().Id(d.name).Add(code(plain(d.typ.Kind, protocol.NoUnit)))
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
	name    string
	wire    string
	nilable bool // it has a nil of its own
}

// goType finds the type of a value, which the spec declares at t.
func (n *names) goType(t *protocol.Type) goType {
	name := plain(t.Kind, t.Unit)
	if d := n.declaredAt(t); d != nil {
		name = d.name
	}
	switch t.Kind {
	case protocol.Enum:
		return goType{name: name, wire: prefixEnum + name}
	case protocol.Bytes:
		return goType{name, "wireBytes[" + name + "]{}", true}
	case protocol.Int:
		switch t.Unit {
		case protocol.Millis:
			return goType{name: name, wire: "wireMillis{}"}
		case protocol.UnixMs:
			return goType{name: name, wire: "wireInstant{}"}
		}
		return goType{name: name, wire: "wireInt[" + name + "]{}"}
	case protocol.Count:
		return goType{name: name, wire: "wireCount[" + name + "]{}"}
	case protocol.Float:
		return goType{name: name, wire: "wireFloat[" + name + "]{}"}
	case protocol.Bool:
		return goType{name: name, wire: "wireBool[" + name + "]{}"}
	case protocol.Branded:
		return goType{name: name, wire: "wireID[" + name + "]{}"}
	}
	return goType{name: name, wire: "wireText[" + name + "]{}"}
}

// mapKey is goType for the keys of a map, which Go must be able to compare.
func (n *names) mapKey(t *protocol.Type) goType {
	if t.Kind == protocol.Bytes {
		return goType{name: "string", wire: "wireBytes[string]{}"}
	}
	return n.goType(t)
}

// optional is the type of a value that may be absent.
func (t goType) optional() string {
	if t.nilable {
		return t.name
	}
	return "*" + t.name
}

func (n *names) declaredAt(t *protocol.Type) *declaredType {
	if t.Named != "" {
		return n.namedOf[t.Named]
	}
	return n.enumOf[t]
}

// plain is the type of a kind that has no name of its own.
func plain(kind protocol.Kind, unit protocol.Unit) string {
	switch kind {
	case protocol.Bytes:
		return "[]byte"
	case protocol.Int, protocol.Count:
		switch unit {
		case protocol.Millis:
			return "time.Duration"
		case protocol.UnixMs:
			return "time.Time"
		}
		return "int64"
	case protocol.Float:
		return "float64"
	case protocol.Bool:
		return "bool"
	case protocol.Branded:
		return "ID"
	}
	return "string"
}

// code makes the text of a type or codec a piece of jennifer's, which has to know
// of the imports.
func code(text string) *jen.Statement {
	if name, ok := strings.CutPrefix(text, "time."); ok {
		return jen.Qual("time", name)
	}
	return jen.Id(text)
}
