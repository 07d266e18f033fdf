package python

import "strings"

// annotation is the type of a parameter, a field or a result: a name, a name
// with arguments in brackets, or alternatives.
type annotation struct {
	name         string
	args         []annotation
	alternatives []annotation
}

func named(name string) annotation                       { return annotation{name: name} }
func generic(name string, args ...annotation) annotation { return annotation{name: name, args: args} }

func union(alternatives ...annotation) annotation {
	if len(alternatives) == 1 {
		return alternatives[0]
	}
	return annotation{alternatives: alternatives}
}

var none = named("None")

// String writes the annotation on one line.
func (a annotation) String() string {
	if a.alternatives == nil && a.args == nil {
		return a.name
	}
	var b strings.Builder
	b.Grow(a.size())
	a.write(&b)
	return b.String()
}

func (a annotation) write(b *strings.Builder) {
	b.WriteString(a.name)
	switch {
	case a.alternatives != nil:
		writeJoined(b, a.alternatives, " | ")
	case a.args != nil:
		b.WriteByte('[')
		writeJoined(b, a.args, ", ")
		b.WriteByte(']')
	}
}

// size counts the characters of the annotation on one line.
func (a annotation) size() int {
	switch {
	case a.alternatives != nil:
		return joinedSize(a.alternatives, " | ")
	case a.args != nil:
		return len(a.name) + len("[]") + joinedSize(a.args, ", ")
	}
	return len(a.name)
}

func writeJoined(b *strings.Builder, all []annotation, separator string) {
	for i, a := range all {
		if i > 0 {
			b.WriteString(separator)
		}
		a.write(b)
	}
}

func joinedSize(all []annotation, separator string) int {
	size := len(separator) * (len(all) - 1)
	for _, a := range all {
		size += a.size()
	}
	return size
}

// at writes the annotation where its first line already holds col characters,
// inside an indentation; tail characters follow on its last line.
func (a annotation) at(col, indent, tail int) string {
	flat := a.String()
	switch {
	case col+len(flat)+tail <= width:
		return flat
	case a.args != nil:
		return a.name + "[\n" + blanks(indent+4) + a.arguments(indent+4) + "\n" + blanks(indent) + "]"
	case a.alternatives == nil:
		return flat
	}
	var b strings.Builder
	last := len(a.alternatives) - 1
	for i, alternative := range a.alternatives {
		switch {
		case i > 0:
			b.WriteString("\n" + blanks(indent) + "| ")
			col = indent + len("| ")
		}
		room := 0
		if i == last {
			room = tail
		}
		b.WriteString(alternative.at(col, indent, room))
	}
	return b.String()
}

func (a annotation) arguments(indent int) string {
	if len(a.args) == 1 {
		return a.args[0].at(indent, indent, 0)
	}
	if indent+joinedSize(a.args, ", ") <= width {
		var b strings.Builder
		writeJoined(&b, a.args, ", ")
		return b.String()
	}
	var lines []string
	for _, arg := range a.args {
		lines = append(lines, arg.at(indent, indent, len(","))+",")
	}
	return strings.Join(lines, "\n"+blanks(indent))
}

// bracketed writes an annotation that may be set in parentheses: always where it
// has alternatives, and a single name where that makes it fit or must is set.
func (a annotation) bracketed(col, indent, tail int, must bool) string {
	flat := a.String()
	inner := blanks(indent+4) + a.at(indent+4, indent+4, 0)
	switch {
	case col+len(flat)+tail <= width:
		return flat
	case a.args != nil, a.alternatives == nil && !must && (len(inner) > width || col >= width):
		return a.at(col, indent, tail)
	}
	return "(\n" + inner + "\n" + blanks(indent) + ")"
}

// param is a parameter of a function, with its default as it follows the type;
// without a type it stands for itself.
type param struct {
	name string
	of   annotation
	def  string // such as " = None"
}

func (p param) at(indent int) string {
	if p.isBare() {
		return p.name
	}
	head := p.name + ": "
	return head + p.of.at(indent+len(head), indent, len(p.def)+len(",")) + p.def
}

func (p param) isBare() bool { return p.of.name == "" && p.of.alternatives == nil }

// size counts the characters of the parameter on one line.
func (p param) size() int {
	if p.isBare() {
		return len(p.name)
	}
	return len(p.name) + len(": ") + p.of.size() + len(p.def)
}

func (p param) write(b *strings.Builder) {
	b.WriteString(p.name)
	if !p.isBare() {
		b.WriteString(": ")
		p.of.write(b)
		b.WriteString(p.def)
	}
}

// signature writes the first lines of a function, up to the colon.
func signature(indent int, prefix, name string, params []param, returns annotation) string {
	var b strings.Builder
	writeSignature(&b, indent, prefix, name, params, returns)
	return b.String()
}

func writeSignature(b *strings.Builder, indent int, prefix, name string, params []param, returns annotation) {
	result := returns.size()
	size := indent + len(prefix) + len("def () -> :") + len(name) + result
	for i, p := range params {
		if i > 0 {
			size += len(", ")
		}
		size += p.size()
	}
	b.WriteString(blanks(indent))
	b.WriteString(prefix)
	b.WriteString("def ")
	b.WriteString(name)
	b.WriteByte('(')
	switch {
	case size <= width || len(params) == 0:
		for i, p := range params {
			if i > 0 {
				b.WriteString(", ")
			}
			p.write(b)
		}
	default:
		b.WriteByte('\n')
		for _, p := range params {
			b.WriteString(blanks(indent + 4))
			b.WriteString(p.at(indent + 4))
			b.WriteString(",\n")
		}
		b.WriteString(blanks(indent))
	}
	b.WriteString(") -> ")
	switch {
	case size <= width:
		returns.write(b)
	case len(params) == 0:
		b.WriteString(returns.bracketed(size-result-len(":"), indent, len(":"), true))
	default:
		b.WriteString(returns.bracketed(indent+len(") -> "), indent, len(":"), false))
	}
	b.WriteByte(':')
}

// field writes a field of a class, with its default if it has one.
func field(name string, of annotation, def string) string {
	head := "    " + name + ": "
	if def == "" {
		return head + of.bracketed(len(head), 4, 0, false)
	}
	flat := head + of.String() + " = "
	if len(flat)+len(def) > width && len(flat)+len("(") <= width {
		return flat + "(\n        " + def + "\n    )"
	}
	return head + of.bracketed(len(head), 4, len(" = "+def), false) + " = " + def
}
