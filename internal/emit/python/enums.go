package python

import "strings"

// enum defines an enum.
func (f *file) enum(e *enum) string {
	var b strings.Builder
	f.writeEnum(&b, e)
	return b.String()
}

func (f *file) writeEnum(b *strings.Builder, e *enum) {
	b.WriteString(classLine(e.class, f.use("enum")+".Enum"))
	b.WriteByte('\n')
	b.WriteString(docstring(4, or(e.doc, "One of the words that the protocol knows here.")))
	b.WriteString("\n\n")
	for i, value := range e.values {
		writeStatement(b, 4, e.members[i]+" = ", leaf(quote(value)))
		b.WriteByte('\n')
	}
}

type typesView struct {
	Head     string
	NewTypes []string
	Enums    []string
}

func (n *names) typesModule() view {
	f := n.file()
	var v typesView
	for _, shared := range n.shared {
		if shared.enum != nil {
			v.Enums = append(v.Enums, f.enum(shared.enum))
			continue
		}
		newType := call(f.use("typing")+".NewType", leaf(quote(shared.class)), leaf(f.builtin(shared.typ)))
		v.NewTypes = append(v.NewTypes, statement(0, shared.class+" = ", newType))
	}
	v.Head = f.head("The types that the protocol gives a name of their own.")
	return view{n.in("types.py"), "types.py", v}
}
