package python

type errorsView struct {
	Head    string
	Errors  []errorView
	Classes string
}

type errorView struct{ Class, Doc, Word string }

func (n *names) errorsModule() view {
	f := n.file()
	base := f.own("_errors") + ".DeclaredError"
	var v errorsView
	var classes []node
	for _, e := range n.p.Errors {
		ev := errorView{
			Class: classLine(n.errors[e], base),
			Doc:   docstring(4, or(e.Doc, "The error `"+e.Name+"`.")),
		}
		if e.Class != "" {
			ev.Word = quote(e.Class)
			classes = append(classes, entry(quote(e.Class), leaf(n.errors[e])))
		}
		v.Errors = append(v.Errors, ev)
	}
	v.Classes = statement(0, "CLASSES: dict[str, type[_errors.DeclaredError]] = ", dict(classes...).tallOver(0))
	v.Head = f.head("The errors that the protocol declares.")
	return view{n.in("errors.py"), "errors.py", v}
}
