package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/echomq/emqgen/internal/protocol"
)

func (n *names) records(f *jen.File) {
	for _, k := range n.p.Keys {
		if k.IsRecord() {
			n.record(f, k)
			n.parse(f, k)
			n.read(f, k)
		}
	}
}

// record writes
//
//	type Job struct {
//		// State …
//		State JobState
//	}
func (n *names) record(f *jen.File, k *protocol.Key) {
	f.Add(comment(n.keyOf[k]+" is the row at "+k.At.String()+".", k.Doc))
	f.Type().Id(n.keyOf[k]).StructFunc(func(g *jen.Group) {
		for _, field := range k.Fields {
			t := n.goType(&field.Type)
			doc := protocol.Sentence(field.Doc)
			if field.Optional {
				doc += " It is nil when the row has no field " + field.Name + "."
			}
			if doc != "" {
				g.Add(comment(doc))
			}
			if field.Optional && !t.nilable {
				g.Id(n.fieldOf[field]).Op("*").Add(code(t.name))
			} else {
				g.Id(n.fieldOf[field]).Add(code(t.name))
			}
		}
	})
}

// parse writes
//
//	func ParseJob(key string, row map[string]string) (*Job, error) {
//		if len(row) == 0 {
//			return nil, nil
//		}
//		r := &record{key: key, row: row}
//		value := &Job{
//			State: field(r, "state", enumJobState.Decode),
//		}
//		if r.err != nil {
//			return nil, r.err
//		}
//		return value, nil
//	}
func (n *names) parse(f *jen.File, k *protocol.Key) {
	name := n.keyOf[k]
	f.Add(comment(
		"Parse" + name + " makes a " + name + " of what HGETALL answered, in a pipeline for instance; the key only serves messages. " +
			"It returns nil when the row is empty, which is how the server says that there is none, and a *RecordError when a field is missing or malformed. " +
			"Fields that the protocol does not declare are passed over.",
	))
	f.Func().Id("Parse"+name).Params(jen.Id("key").String(), jen.Id("row").Map(jen.String()).String()).Params(jen.Op("*").Id(name), jen.Error()).Block(
		jen.If(jen.Len(jen.Id("row")).Op("==").Lit(0)).Block(jen.Return(jen.Nil(), jen.Nil())),
		jen.Id("r").Op(":=").Op("&").Id("record").Values(jen.Dict{jen.Id("key"): jen.Id("key"), jen.Id("row"): jen.Id("row")}),
		jen.Id("value").Op(":=").Op("&").Id(name).Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, n.fieldReaders(k)...),
		jen.If(jen.Id("r").Dot("err").Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Id("r").Dot("err"))),
		jen.Return(jen.Id("value"), jen.Nil()),
	)
}

func (n *names) fieldReaders(k *protocol.Key) []jen.Code {
	var readers []jen.Code
	for _, field := range k.Fields {
		t := n.goType(&field.Type)
		read := "field"
		switch {
		case field.Optional && t.nilable:
			read = "nilableField"
		case field.Optional:
			read = "optionalField"
		}
		readers = append(readers, jen.Id(n.fieldOf[field]).Op(":").Id(read).Call(jen.Id("r"), ascii(field.Name), code(t.wire).Dot("Decode")))
	}
	return readers
}

// read writes
//
//	func ReadJob(ctx context.Context, client HashReader, queue string, id ID) (*Job, error) {
//		key, err := JobKey(queue, id)
//		if err != nil {
//			return nil, err
//		}
//		row, err := client.HGetAll(ctx, key).Result()
//		if err != nil {
//			return nil, err
//		}
//		return ParseJob(key, row)
//	}
func (n *names) read(f *jen.File, k *protocol.Key) {
	name := n.keyOf[k]
	holes := k.Holes()
	f.Add(comment(
		"Read"+name+" reads the row at "+k.At.String()+". It returns nil when there is no such row, "+
			"a *RecordError when a field is missing or malformed, and the error of the client otherwise.",
		k.Doc,
	))
	f.Func().Id("Read"+name).ParamsFunc(func(g *jen.Group) {
		g.Id("ctx").Qual("context", "Context")
		g.Id("client").Id("HashReader")
		n.holes(k)(g)
	}).Params(jen.Op("*").Id(name), jen.Error()).BlockFunc(func(g *jen.Group) {
		key := jen.Id(name + "Key")
		if len(holes) > 0 {
			key = jen.Id("key")
			g.List(jen.Id("key"), jen.Err()).Op(":=").Id(name + "Key").CallFunc(func(g *jen.Group) {
				for _, hole := range holes {
					g.Id(n.paramOf[hole])
				}
			})
			g.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
		}
		g.List(jen.Id("row"), jen.Err()).Op(":=").Id("client").Dot("HGetAll").Call(jen.Id("ctx"), key).Dot("Result").Call()
		g.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
		g.Return(jen.Id("Parse"+name).Call(key, jen.Id("row")))
	})
}
