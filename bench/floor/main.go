// Floor is what no generator of Go code that renders with jennifer can beat: it
// renders N functions, formats them, and writes nothing but one file.
package main

import (
	"fmt"
	"os"
	"strconv"

	"github.com/dave/jennifer/jen"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: floor N FILE")
		os.Exit(2)
	}
	n, err := strconv.Atoi(os.Args[1])
	if err == nil {
		err = render(n).Save(os.Args[2])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "floor:", err)
		os.Exit(1)
	}
}

// render writes N times
//
//	// Call0 runs a script.
//	func (c *Client) Call0(ctx context.Context, queue string, id ID, payload []byte) (Reply, error) {
//		key, err := JobKey(queue, id)
//		if err != nil {
//			return Reply{}, err
//		}
//		return run(ctx, c, script0, []string{key}, string(id), payload)
//	}
func render(n int) *jen.File {
	f := jen.NewFile("floor")
	for i := range n {
		call := fmt.Sprintf("Call%d", i)
		f.Comment(call + " runs a script.")
		f.Func().Params(jen.Id("c").Op("*").Id("Client")).Id(call).Params(
			jen.Id("ctx").Qual("context", "Context"),
			jen.Id("queue").String(),
			jen.Id("id").Id("ID"),
			jen.Id("payload").Index().Byte(),
		).Params(jen.Id("Reply"), jen.Error()).Block(
			jen.List(jen.Id("key"), jen.Err()).Op(":=").Id("JobKey").Call(jen.Id("queue"), jen.Id("id")),
			jen.If(jen.Err().Op("!=").Nil()).Block(
				jen.Return(jen.Id("Reply").Values(), jen.Err()),
			),
			jen.Return(jen.Id("run").Call(
				jen.Id("ctx"), jen.Id("c"), jen.Id(fmt.Sprintf("script%d", i)),
				jen.Index().String().Values(jen.Id("key")),
				jen.String().Parens(jen.Id("id")), jen.Id("payload"),
			)),
		)
	}
	return f
}
