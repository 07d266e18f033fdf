package golang

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/echomq/emqgen/internal/protocol"
)

// keys writes the host gates of the parameters and the key builders.
func (n *names) keys(f *jen.File) {
	for _, p := range n.p.Params {
		if needsGate(p) {
			n.gate(f, p)
		}
	}
	for _, k := range n.p.Keys {
		n.key(f, k)
	}
}

// needsGate tells whether a parameter can be refused.
func needsGate(p *protocol.Param) bool {
	switch p.Type.Kind {
	case protocol.Int, protocol.Bytes:
		return len(p.Except) > 0
	}
	return true
}

// gate writes
//
//	var matchQueue = regexp.MustCompile("^(?:[a-z]+)$")
//
//	func admitQueue(queue string) error {
//		return checkText("queue", queue, matchQueue, "[a-z]+", "emq")
//	}
func (n *names) gate(f *jen.File, p *protocol.Param) {
	name, param := prefixAdmit+pascal(p.Name), n.paramOf[p]
	t := n.goType(&p.Type)
	pattern := jen.Nil()
	if p.Pattern != nil {
		pattern = jen.Id(prefixMatch + pascal(p.Name))
		f.Var().Id(prefixMatch+pascal(p.Name)).Op("=").Qual("regexp", "MustCompile").
			Call(ascii(`\A(?:` + p.Pattern.Source + `)\z`))
	}
	f.Add(comment(name+" is the host gate of <"+p.Name+">.", p.Doc, p.Limits()))
	f.Func().Id(name).Params(jen.Id(param).Add(code(t.name))).Error().BlockFunc(func(g *jen.Group) {
		switch p.Type.Kind {
		case protocol.Text:
			g.Return(jen.Id("checkText").CallFunc(func(g *jen.Group) {
				g.Add(ascii(p.Name))
				g.Add(text(p, param))
				g.Add(pattern)
				if p.Pattern != nil {
					g.Add(ascii(p.Pattern.Source))
				} else {
					g.Lit("")
				}
				for _, except := range p.Except {
					g.Add(ascii(except))
				}
			}))
			return
		}
		for _, except := range p.Except {
			// if text == "x" { return refuse(…) }
			g.If(text(p, param).Op("==").Add(ascii(except))).Block(
				jen.Return(jen.Id("refuse").Call(ascii(p.Name), text(p, param), jen.Lit("is reserved"))),
			)
		}
		switch p.Type.Kind {
		case protocol.Int, protocol.Bytes:
			g.Return(jen.Nil())
		case protocol.Branded:
			g.Return(jen.Id("checkID").Call(ascii(p.Name), convert("ID", p.Type.Named != "", jen.Id(param))))
		default:
			g.List(jen.Id("_"), jen.Err()).Op(":=").Add(code(t.wire)).Dot("Encode").Call(ascii(p.Name), jen.Id(param))
			g.Return(jen.Err())
		}
	})
}

// key writes a key without holes as a constant, and any other as
//
//	func JobKey(queue string, id ID) (string, error) {
//		if err := admitQueue(queue); err != nil {
//			return "", err
//		}
//		return "emq:{" + queue + "}:job:" + string(id), nil
//	}
func (n *names) key(f *jen.File, k *protocol.Key) {
	name := n.keyOf[k] + "Key"
	holes := k.Holes()
	if len(holes) == 0 {
		f.Add(comment(name+" is the address "+k.At.String()+".", k.Doc))
		f.Const().Id(name).Op("=").Add(n.address(k))
		return
	}
	f.Add(comment(n.keyDoc(k)...))
	f.Func().Id(name).ParamsFunc(n.holes(k)).Params(jen.String(), jen.Error()).BlockFunc(func(g *jen.Group) {
		for _, hole := range holes {
			if needsGate(hole) {
				g.If(jen.Err().Op(":=").Id(prefixAdmit+pascal(hole.Name)).Call(jen.Id(n.paramOf[hole])), jen.Err().Op("!=").Nil()).
					Block(jen.Return(jen.Lit(""), jen.Err()))
			}
		}
		g.Return(n.address(k), jen.Nil())
	})
}

func (n *names) keyDoc(k *protocol.Key) []string {
	doc := []string{n.keyOf[k] + "Key gives the address " + k.At.String() + ".", k.Doc}
	failure := ""
	for _, hole := range k.Holes() {
		text := strings.Join(strings.Fields(protocol.Sentence(hole.Doc)+" "+hole.Limits()), " ")
		if text != "" {
			doc = append(doc, item(n.paramOf[hole]+": "+text))
		}
		if needsGate(hole) {
			failure = "It returns an *InputError when a value cannot stand in the address."
		}
	}
	return append(doc, failure)
}

// holes writes the parameters of a key builder.
func (n *names) holes(k *protocol.Key) func(g *jen.Group) {
	return func(g *jen.Group) {
		for _, hole := range k.Holes() {
			g.Id(n.paramOf[hole]).Add(code(n.goType(&hole.Type).name))
		}
	}
}

// address writes the expression that puts an address together.
func (n *names) address(k *protocol.Key) *jen.Statement {
	address := jen.Empty()
	for i, s := range k.At {
		if i > 0 {
			address.Op("+")
		}
		if s.Hole != nil {
			address.Add(text(s.Hole, n.paramOf[s.Hole]))
		} else {
			address.Add(ascii(s.Text))
		}
	}
	return address
}

// text writes a parameter as the text that stands in the key.
func text(p *protocol.Param, param string) *jen.Statement {
	if p.Type.Kind == protocol.Int {
		value := jen.Id(param)
		switch {
		case p.Type.Unit == protocol.Millis:
			value = value.Dot("Milliseconds").Call()
		case p.Type.Unit == protocol.UnixMs:
			value = value.Dot("UnixMilli").Call()
		case p.Type.Named != "":
			value = jen.Int64().Call(value)
		}
		return jen.Qual("strconv", "FormatInt").Call(value, jen.Lit(10))
	}
	return convert("string", p.Type.Kind != protocol.Text || p.Type.Named != "", jen.Id(param))
}

func convert(to string, needed bool, value *jen.Statement) *jen.Statement {
	if !needed {
		return value
	}
	return jen.Id(to).Call(value)
}

// ascii writes a string literal of ASCII characters, whatever the text holds.
func ascii(text string) *jen.Statement { return jen.Id(strconv.QuoteToASCII(text)) }
