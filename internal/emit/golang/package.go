package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/echomq/emqgen/internal/protocol"
)

// doc writes the package comment: what the protocol is, and where to begin.
func (n *names) doc(f *jen.File) {
	text := []string{"Package " + n.p.Names.Go.Package + " speaks the " + n.p.Name + " protocol.", n.p.Doc, "Where to begin:"}
	for _, m := range n.p.Modules {
		name := n.moduleOf[m]
		text = append(text, item("New"+name+" calls the scripts of the module "+m.Name+" through any go-redis client, New"+name+"Pipe queues calls on a pipeline."))
	}
	if len(n.p.Keys) > 0 {
		text = append(text, item("What ends in Key is the address of a key, or builds it and refuses what may not stand in it."))
	}
	if slices.ContainsFunc(n.p.Keys, (*protocol.Key).IsRecord) {
		text = append(text, item("What begins with Read reads a row."))
	}
	if n.p.IDs != nil {
		text = append(text, item("NewMint mints ids; DecodeID takes them apart."))
	}
	if n.p.Fence != nil {
		text = append(text, item("OnConnect, set in the options of a client, has every connection pass the version fence; for a cluster, NewFencedClusterClient does."))
	}
	f.PackageComment(commentText(text...))
}

// ids writes the layout of branded ids, and the brands.
func (n *names) ids(f *jen.File) {
	ids := n.p.IDs
	f.Comment("// The layout of branded ids.")
	f.Const().Defs(
		jen.Id("epochMillis").Op("=").Lit(int(ids.Epoch.UnixMilli())),
		jen.Id("timeBits").Op("=").Lit(ids.TimeBits),
		jen.Id("nodeBits").Op("=").Lit(ids.NodeBits),
		jen.Id("seqBits").Op("=").Lit(ids.SeqBits),
	)
	if len(ids.Brands) == 0 {
		return
	}
	f.Comment("// The brands of the protocol.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, b := range ids.Brands {
			if b.Doc != "" {
				g.Add(comment("Brand" + b.Name + ": " + protocol.Sentence(b.Doc)))
			}
			g.Id("Brand" + b.Name).Op("=").Lit(b.Name)
		}
	})
}

// version writes what this SDK speaks.
func (n *names) version(f *jen.File) {
	f.Comment("// ProtocolVersion is the version of the protocol that this package speaks.")
	f.Const().Id("ProtocolVersion").Op("=").Add(ascii(n.p.Version))
	if n.p.Wire != "" {
		f.Comment("// Wire is the wire identity: what the version fence compares, whole.")
		f.Const().Id("Wire").Op("=").Add(ascii(n.p.Wire))
	}
	if n.p.Fence != nil {
		f.Line()
		f.Const().Id("fenceKey").Op("=").Id(n.keyOf[n.p.Fence] + "Key")
	}
}

// errors writes a variable for each declared error, and for scripts the table of
// classes.
func (n *names) errors(f *jen.File) {
	for _, e := range n.p.Errors {
		what := "is an error that replies stand for"
		if e.Class != "" {
			what = "is the class " + e.Class
		}
		f.Add(comment(n.errorOf[e]+" "+what+".", e.Doc))
		f.Var().Id(n.errorOf[e]).Op("=").Qual("errors", "New").Call(ascii(n.p.Name + ": " + e.Name))
	}
	if len(n.p.Modules) == 0 {
		return
	}
	f.Comment("// classes are the declared classes, by their word on the wire.")
	f.Var().Id("classes").Op("=").Map(jen.String()).Error().CustomFunc(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, func(g *jen.Group) {
		for _, e := range n.p.Errors {
			if e.Class != "" {
				g.Add(ascii(e.Class).Op(":").Id(n.errorOf[e]))
			}
		}
	})
}

// scripts writes the list of all scripts.
func (n *names) scripts(f *jen.File) {
	f.Comment("// Scripts lists the scripts of the protocol, in the order of its spec.")
	f.Func().Id("Scripts").Params().Index().Id("Script").Block(
		jen.Return(jen.Index().Id("Script").CustomFunc(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, func(g *jen.Group) {
			for _, s := range n.p.Scripts() {
				g.Id(prefixScript + n.scriptOf[s].base)
			}
		})),
	)
}
