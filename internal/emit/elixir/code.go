package elixir

import (
	"bytes"
	"fmt"
	"strings"
)

// writeFunction writes a function of a module: its body on the same line where
// both fit.
func writeFunction(b *bytes.Buffer, def, name string, params []node, body node) {
	head := call(name, params...)
	if len(params) == 0 {
		head = leaf(name)
	}
	if len("  ")+len(def)+len(" ")+head.size()+len(", do: ")+body.size() <= width {
		fmt.Fprintf(b, "  %s %s, do: %s", def, head.flat(), body.flat())
		return
	}
	writeHead(b, def, name, params)
	writeBody(b, body)
}

// writeHead writes the first line of a function, or its first lines.
func writeHead(b *bytes.Buffer, def, name string, params []node) {
	b.WriteString("  ")
	b.WriteString(def)
	b.WriteByte(' ')
	if len(params) == 0 {
		b.WriteString(name)
	} else {
		head := call(name, params...)
		head.write(b, len("  ")+len(def)+len(" "), len("  ")+len(def)+len(" "), len(" do"))
	}
	b.WriteString(" do")
}

// writeBody writes the only expression of a function, and its end.
func writeBody(b *bytes.Buffer, body node) {
	b.WriteString("\n    ")
	body.write(b, 4, 4, 0)
	b.WriteString("\n  end")
}

// writeStatement binds a variable; a call that does not fit moves below.
func writeStatement(b *bytes.Buffer, name string, value node) {
	b.WriteString("    ")
	b.WriteString(name)
	b.WriteString(" =")
	if len("    ")+len(name)+len(" = ")+value.size() <= width {
		b.WriteByte(' ')
		value.writeFlat(b)
	} else {
		b.WriteString("\n      ")
		value.write(b, 6, 6, 0)
	}
}

// writeSpec writes the type of a function.
func writeSpec(b *bytes.Buffer, name string, params []node, result node) {
	b.WriteString("  @spec ")
	head := call(name, params...)
	col := len("  @spec ")
	switch {
	case col+head.size()+len(" :: ")+result.size() <= width:
		head.writeFlat(b)
		b.WriteString(" :: ")
	case len(params) == 0, head.alone() && col+head.size() <= width:
		head.writeFlat(b)
		b.WriteString(" ::\n          ")
	default:
		head.writeBroken(b, 8, 0)
		b.WriteString(" ::")
		if len("        ) :: ")+result.size() <= width {
			b.WriteByte(' ')
		} else {
			newLine(b, 10)
		}
	}
	result.write(b, 10, 10, 0)
}

// writeType declares a type.
func writeType(b *bytes.Buffer, name string, t node) {
	b.WriteString("  @type ")
	b.WriteString(name)
	b.WriteString(" ::")
	switch {
	case len("  @type ")+len(name)+len(" :: ")+t.size() <= width:
		b.WriteByte(' ')
		t.writeFlat(b)
	case t.union:
		b.WriteString("\n          ")
		t.writeBroken(b, 10, 0)
	default:
		b.WriteByte(' ')
		t.writeBroken(b, 8, 0)
	}
}

// clause is one arm of a case.
type clause struct {
	pattern string
	body    node
}

// writeClauses writes the arms of a case: all on a line each, or none.
func writeClauses(b *bytes.Buffer, clauses []clause, indent int) {
	broken := false
	for _, c := range clauses {
		broken = broken || indent+len(c.pattern)+len(" -> ")+c.body.size() > width
	}
	for i, c := range clauses {
		if i > 0 && broken {
			b.WriteByte('\n')
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		writeBlanks(b, indent)
		b.WriteString(c.pattern)
		b.WriteString(" ->")
		if broken {
			newLine(b, indent+2)
			c.body.write(b, indent+2, indent+2, 0)
		} else {
			b.WriteByte(' ')
			c.body.writeFlat(b)
		}
	}
}

// writeSpaced writes functions below each other, with a blank line around those
// of several lines, as the formatter does.
func writeSpaced(b *bytes.Buffer, functions []string) {
	for i, f := range functions {
		if i > 0 {
			b.WriteByte('\n')
			if strings.Contains(functions[i-1], "\n") || strings.Contains(f, "\n") {
				b.WriteByte('\n')
			}
		}
		b.WriteString(f)
	}
}

// integer writes a number with an underscore between thousands, as the
// formatter does from six digits on.
func integer(n int64) string {
	text := fmt.Sprint(n)
	sign := ""
	if text[0] == '-' {
		sign, text = "-", text[1:]
	}
	if len(text) < 6 {
		return sign + text
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "_" + text[i:]
	}
	return sign + text
}
