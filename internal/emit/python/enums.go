package python

// enumView is an enum, or (with Fields) the class of a tuple.
type enumView struct {
	Class, Doc string
	Members    []string
	Fields     []string
}

func (f *file) enumView(e *enum) enumView {
	v := enumView{
		Class: classLine(e.class, f.use("enum")+".Enum"),
		Doc:   docstring(4, or(e.doc, "One of the words that the protocol knows here.")),
	}
	for i, value := range e.values {
		v.Members = append(v.Members, statement(4, e.members[i]+" = ", leaf(quote(value))))
	}
	return v
}

type typesView struct {
	Head     string
	NewTypes []string
	Enums    []enumView
}

func (n *names) typesModule() view {
	f := n.file()
	var v typesView
	for _, shared := range n.shared {
		if shared.enum != nil {
			v.Enums = append(v.Enums, f.enumView(shared.enum))
			continue
		}
		newType := call(f.use("typing")+".NewType", leaf(quote(shared.class)), leaf(f.builtin(shared.typ)))
		v.NewTypes = append(v.NewTypes, statement(0, shared.class+" = ", newType))
	}
	v.Head = f.head("The types that the protocol gives a name of their own.")
	return view{n.in("types.py"), "types.py", v}
}
