package elixir

import (
	"github.com/echomq/emqgen/internal/protocol"
)

// typespec writes the type of a value that callers pass.
func (v *view) typespec(t protocol.Type, path string) node {
	switch t.Kind {
	case protocol.Bytes:
		return leaf("binary()")
	case protocol.Int:
		return leaf("integer()")
	case protocol.Count:
		return leaf("non_neg_integer()")
	case protocol.Float:
		return leaf("number()")
	case protocol.Bool:
		return leaf("boolean()")
	case protocol.Enum:
		var values []node
		for _, value := range t.Values {
			values = append(values, leaf(atom(v.enumAtom(path, value))))
		}
		return union(values...)
	}
	return leaf("String.t()")
}

// enumAtom spells an enum value; without an override it is the value itself.
func (v *view) enumAtom(path, value string) string { return v.atoms[path+"."+value] }

// replyType writes the type of a reply that carries data.
func (v *view) replyType(s *protocol.Shape, path string) node {
	switch s.Kind {
	case protocol.Tuple:
		var members []node
		for _, m := range s.Members {
			member := path + "." + m.Name
			t := v.replyType(m.Shape, member)
			if m.Optional {
				t = orNil(t)
			}
			members = append(members, pair(keyword(v.atoms[member])+" ", t))
		}
		return group("", "%{", members...)
	case protocol.List:
		return group("", "[", v.replyType(s.Elem, path))
	case protocol.Map:
		return group("", "%{", pair(v.readType(s.Key, path).flat()+" => ", v.replyType(s.Elem, path)))
	}
	return v.readType(s.Type, path)
}

// readType writes the type of a value that was read; only there is a number
// without end.
func (v *view) readType(t protocol.Type, path string) node {
	if t.Kind == protocol.Float {
		return union(leaves("float()", ":infinity", ":neg_infinity")...)
	}
	return v.typespec(t, path)
}

func orNil(t node) node {
	if t.union {
		return union(append(append([]node{}, t.items...), leaf("nil"))...)
	}
	return union(t, leaf("nil"))
}

// shape writes a declared shape as Reply reads it.
func (v *view) shape(s *protocol.Shape, path string) node {
	switch s.Kind {
	case protocol.Tuple:
		var members []node
		for _, m := range s.Members {
			member := path + "." + m.Name
			shape := v.shape(m.Shape, member)
			if m.Optional {
				shape = group("", "{", leaf(":optional"), shape)
			}
			members = append(members, pair(keyword(v.atoms[member])+" ", shape))
		}
		return group("", "{", leaf(":tuple"), group("", "[", members...))
	case protocol.List:
		return group("", "{", leaf(":list"), v.shape(s.Elem, path))
	case protocol.Map:
		return group("", "{", leaf(":map"), v.scalar(s.Key, path), v.shape(s.Elem, path))
	}
	return v.scalar(s.Type, path)
}

var scalars = map[protocol.Kind]string{
	protocol.Text:    ":text",
	protocol.Bytes:   ":bytes",
	protocol.Int:     ":int",
	protocol.Count:   ":count",
	protocol.Float:   ":float",
	protocol.Bool:    ":bool",
	protocol.Status:  ":status",
	protocol.Branded: ":branded",
}

func (v *view) scalar(t protocol.Type, path string) node {
	if t.Kind != protocol.Enum {
		return leaf(scalars[t.Kind])
	}
	var values []node
	for _, value := range t.Values {
		values = append(values, pair(quote(value)+" => ", leaf(atom(v.enumAtom(path, value)))))
	}
	return group("", "{", leaf(":enum"), group("", "%{", values...))
}

var gates = map[protocol.Kind]string{
	protocol.Text:    "Gate.text!",
	protocol.Bytes:   "Gate.bytes!",
	protocol.Int:     "Gate.int!",
	protocol.Float:   "Gate.float!",
	protocol.Bool:    "Gate.bool!",
	protocol.Branded: "Gate.branded!",
	protocol.Enum:    "Gate.enum!",
}

// gate writes the call that checks a value and gives its bytes.
func (v *view) gate(t protocol.Type, label string, value node, path string) node {
	args := []node{leaf(quote(label)), value}
	if t.Kind == protocol.Enum {
		var values []node
		for _, value := range t.Values {
			values = append(values, pair(keyword(v.enumAtom(path, value))+" ", leaf(quote(value))))
		}
		args = append(args, group("", "%{", values...))
	}
	return call(gates[t.Kind], args...)
}
