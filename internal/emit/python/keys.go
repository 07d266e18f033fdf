package python

import (
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

type keysView struct {
	Head      string
	Gates     []string
	Functions []keyFunction
}

type keyFunction struct{ Signature, Doc, Return string }

func (n *names) keysModule() view {
	f := n.file()
	var v keysView
	for _, param := range n.p.Params {
		v.Gates = append(v.Gates, f.gate(param))
	}
	for _, key := range n.p.Keys {
		v.Functions = append(v.Functions, f.keyFunction(key))
	}
	v.Head = f.head("Builds the keys of the protocol, and refuses what cannot stand in them.")
	return view{n.in("keys.py"), "keys.py", v}
}

// gateName is the private function that admits what stands in a hole.
func (n *names) gateName(p *protocol.Param) string { return "_check_" + p.Name }

// gate defines the function that admits what stands in a hole.
func (f *file) gate(p *protocol.Param) string {
	name := leaf(quote(f.holes[p]))
	partial := f.use("functools") + ".partial"
	gates := f.own("_gates")
	var n node
	switch {
	case p.Type.Kind == protocol.Branded:
		n = call(partial, leaf(gates+".branded"), name)
	case p.Type.Kind == protocol.Int:
		n = call(partial, leaf(gates+".integer"), name)
	case p.Type.Kind == protocol.Bytes:
		n = call(partial, leaf(gates+".octets"), name)
	case p.Type.Kind == protocol.Enum:
		n = call(partial, leaf(gates+".choice"), name, leaf(f.enumClass(f.enums[p])))
	case p.Pattern == nil && len(p.Except) == 0:
		n = call(partial, leaf(gates+".text"), name)
	default:
		pattern, shown := `[\x00-\U0010ffff]*`, "(?s).*"
		if p.Pattern != nil {
			pattern, shown = p.Pattern.Expr(patternRune), p.Pattern.Source
		}
		reserved := node{text: "frozenset", open: "("}
		if len(p.Except) > 0 {
			var words []node
			for _, word := range p.Except {
				words = append(words, leaf(quote(word)))
			}
			reserved.items = []node{dict(words...)}
		}
		n = call(partial, leaf(gates+".word"), name, call(f.use("re")+".compile", leaf(`r"`+pattern+`"`)), leaf(quote(shown)), reserved)
	}
	return statement(0, f.gateName(p)+" = ", n)
}

// patternRune writes a character of a pattern, whatever meaning it has there, for
// a raw literal: quotes would end that.
func patternRune(r rune) string {
	if r >= ' ' && r <= '~' && r != '"' && r != '\'' {
		return `\` + string(r)
	}
	return codePoint(r)
}

func (f *file) keyFunction(k *protocol.Key) keyFunction {
	return keyFunction{
		Signature: signature(0, "", f.keys[k], f.holeParams(k), f.keyType(k)),
		Doc:       f.keyDoc(k),
		Return:    f.keyReturn(k),
	}
}

// holeParams writes a parameter for each hole of a key.
func (f *file) holeParams(k *protocol.Key) []param {
	var params []param
	for _, hole := range k.Holes() {
		params = append(params, param{name: f.holes[hole], of: f.annotation(hole, hole.Type)})
	}
	return params
}

// isBinary reports whether a key holds bytes that are no text.
func isBinary(k *protocol.Key) bool {
	for _, hole := range k.Holes() {
		if hole.Type.Kind == protocol.Bytes {
			return true
		}
	}
	return false
}

func (f *file) keyType(k *protocol.Key) annotation {
	if isBinary(k) {
		return named("bytes")
	}
	return named("str")
}

func (f *file) keyDoc(k *protocol.Key) string {
	d := doc{indent: 4}
	d.add("Build the key `" + k.At.String() + "`.")
	d.add(k.Doc)
	f.holeArgs(&d, k)
	if len(k.Holes()) > 0 {
		d.section("Raises", item{"InputError", "If a value cannot stand in the key."})
	}
	return d.String()
}

func (f *file) holeArgs(d *doc, k *protocol.Key) {
	var args []item
	for _, hole := range k.Holes() {
		args = append(args, item{f.holes[hole], describeHole(hole.Doc, hole.Type, hole)})
	}
	d.section("Args", args...)
}

func (f *file) keyReturn(k *protocol.Key) string {
	if len(k.Holes()) == 0 {
		return statement(4, "return ", leaf(quote(k.At.String())))
	}
	if isBinary(k) {
		return f.binaryReturn(k)
	}
	var text strings.Builder // what decides the quotes
	for _, s := range k.At {
		text.WriteString(s.Text)
	}
	mark := quoteMark(text.String())
	braces := strings.NewReplacer("{", "{{", "}", "}}")
	var b strings.Builder
	for _, s := range k.At {
		if s.Hole != nil {
			b.WriteString("{" + f.gateName(s.Hole) + "(" + f.holes[s.Hole] + ")}")
		} else {
			b.WriteString(braces.Replace(escape(s.Text, mark)))
		}
	}
	return statement(4, "return ", leaf("f"+string(mark)+b.String()+string(mark)))
}

func (f *file) binaryReturn(k *protocol.Key) string {
	var parts []node
	for _, s := range k.At {
		switch {
		case s.Hole == nil:
			parts = append(parts, leaf(quoteBytes(s.Text)))
		case s.Hole.Type.Kind == protocol.Bytes:
			parts = append(parts, call(f.gateName(s.Hole), leaf(f.holes[s.Hole])))
		default:
			parts = append(parts, leaf(f.gateName(s.Hole)+"("+f.holes[s.Hole]+").encode()"))
		}
	}
	return statement(4, "return ", call(`b"".join`, tuple(parts...)))
}
