package elixir

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/echomq/emqgen/internal/protocol"
)

// writeRequest writes the statements that check the arguments and build the
// call.
func (s *scriptView) writeRequest(b *bytes.Buffer) {
	var defaults []node
	for _, c := range s.script.Call {
		if isOption(c) {
			defaults = append(defaults, pair(keyword(s.options[c])+" ", leaf(absent(c))))
		}
	}
	if len(defaults) > 0 {
		writeStatement(b, "opts", call("Gate.options!", append(leaves("opts"), defaults...)...))
		b.WriteString("\n\n")
		s.writeOrder(b, s.keyOptions())
		s.writeOrder(b, s.argOptions())
	}
	keys := make([]node, len(s.script.Keys))
	for i, u := range s.script.Keys {
		keys[i] = s.key(u)
	}
	args := make([]node, len(s.script.Args))
	for i, a := range s.script.Args {
		args[i] = s.arg(a)
	}
	build := call("Call.new", leaf("@"+s.names.base+"_script"), group("", "[", keys...), group("", "[", args...),
		leaf("&"+s.names.reply+"/1"))
	b.WriteString("    ")
	build.write(b, 4, 4, 0)
}

// absent is what an option is when it is not given.
func absent(c *protocol.CallParam) string {
	switch {
	case c.Flag:
		return "false"
	case c.Variadic:
		return "[]"
	}
	return "nil"
}

// writeOrder writes the check that options are given from the front.
func (s *scriptView) writeOrder(b *bytes.Buffer, options []string) {
	if len(options) < 2 {
		return
	}
	check := call("Gate.in_order!", leaf("opts"), group("", "[", leaves(options...)...))
	b.WriteString("    ")
	check.write(b, 4, 4, 0)
	b.WriteString("\n\n")
}

func (s *scriptView) keyOptions() []string {
	var options []string
	for _, u := range s.script.Keys {
		for _, c := range append(slices.Clone(u.Holes), u.Given) {
			options = s.addOption(options, c)
		}
	}
	return options
}

func (s *scriptView) argOptions() []string {
	var options []string
	for _, a := range s.script.Args {
		options = s.addOption(options, a.Param)
	}
	return options
}

func (s *scriptView) addOption(options []string, c *protocol.CallParam) []string {
	if c == nil || !isOption(c) || slices.Contains(options, atom(s.options[c])) {
		return options
	}
	return append(options, atom(s.options[c]))
}

// key writes an entry of KEYS.
func (s *scriptView) key(u *protocol.KeyUse) node {
	values := make([]node, len(u.Holes))
	var given, lists, elements []node
	for i, c := range u.Holes {
		value := s.value(c)
		switch {
		case u.Variadic && c.Variadic:
			lists = append(lists, value)
			value = leaf(s.items[c])
			elements = append(elements, value)
		case c.Optional:
			given = append(given, value)
		}
		values[i] = value
	}
	key := call("Keyspace."+s.keys[u.Key].builder, values...)
	if len(lists) > 0 {
		key = each(u.Optional, u.Name(), lists, elements, key)
	}
	if len(given) > 0 {
		key = call("Gate.optional", group("", "[", given...), fn("", key))
	}
	if u.Given != nil {
		key = call("Gate.flag!", leaf(quote(u.Given.Name)), s.value(u.Given), fn("", key))
	}
	return key
}

// arg writes an entry of ARGV.
func (s *scriptView) arg(a *protocol.Arg) node {
	c := a.Param
	path := s.path + ".args." + c.Name
	value := s.value(c)
	if c.Variadic {
		element := leaf(s.items[c])
		return each(c.Optional, a.Name, []node{value}, []node{element}, s.gate(a.Type, a.Name, element, path))
	}
	arg := s.gate(a.Type, a.Name, value, path)
	if c.Optional {
		return call("Gate.optional", group("", "[", value), fn("", arg))
	}
	return arg
}

// value is what the caller passes for a parameter.
func (s *scriptView) value(c *protocol.CallParam) node {
	if isOption(c) {
		return group("opts", "[", leaf(atom(s.options[c])))
	}
	return leaf(s.vars[c])
}

func each(optional bool, label string, lists, elements []node, body node) node {
	name := "Gate.each!"
	if optional {
		name = "Gate.each"
	}
	pattern := group("", "[", elements...)
	return call(name, leaf(quote(label)), group("", "[", lists...), fn(pattern.flat()+" ", body))
}

// replyClause is one clause of the function that reads the reply.
type replyClause struct {
	pattern, guard string
	body           node
}

// replies lists what the reply is compared with, in order.
func (s *scriptView) replies() []replyClause {
	reply := s.script.Reply
	clauses := make([]replyClause, 0, len(reply.Verdicts)+2)
	if reply.None != nil {
		clauses = append(clauses, replyClause{"reply", " when reply in [nil, false, [], %{}]", s.verdict(reply.None)})
	}
	for _, v := range reply.Verdicts {
		c := replyClause{pattern: integer(v.Match.Int), body: s.verdict(v)}
		switch {
		case v.Match.IsString:
			c.pattern = quote(v.Match.Str)
		case s.isText(v):
			c.pattern, c.guard = "reply", " when reply in ["+c.pattern+", "+quote(fmt.Sprint(v.Match.Int))+"]"
		}
		clauses = append(clauses, c)
	}
	switch {
	case reply.Undescribed():
		return append(clauses, replyClause{pattern: "reply", body: ok(leaf("reply"))})
	case reply.Value != nil:
		return append(clauses, replyClause{pattern: "reply", body: call("Reply.read", leaf("reply"), s.shape(reply.Value, s.path+".returns"))})
	}
	return append(clauses, replyClause{pattern: "reply", body: call("Reply.unexpected", leaf("reply"))})
}

// writeReply writes the function that reads the reply.
func (s *scriptView) writeReply(b *bytes.Buffer) {
	broken := false
	for i, c := range s.replies() {
		head := call(s.names.reply, leaf(c.pattern))
		size := len("  defp ") + head.size() + len(c.guard)
		fits := size+len(", do: ")+c.body.size() <= width
		if i > 0 {
			b.WriteByte('\n')
			if broken || !fits {
				b.WriteByte('\n')
			}
		}
		b.WriteString("  defp ")
		head.write(b, len("  defp "), len("  defp "), len(" do"))
		if c.guard != "" && size+len(" do") > width {
			b.WriteString("\n      ")
		}
		b.WriteString(c.guard)
		if fits {
			b.WriteString(", do: ")
			c.body.writeFlat(b)
		} else {
			b.WriteString(" do")
			writeBody(b, c.body)
		}
		broken = !fits
	}
}

// isText reports whether an integer verdict may arrive as text. Some clients
// give integers so; our own struct tells the executor which to turn back, a
// struct of the host does not.
func (s *scriptView) isText(v *protocol.Verdict) bool {
	return !s.OwnScript() && s.script.Reply.Value == nil && !slices.ContainsFunc(s.script.Reply.Verdicts, func(other *protocol.Verdict) bool {
		return other.Match.IsString && other.Match.Str == fmt.Sprint(v.Match.Int)
	})
}

func (s *scriptView) verdict(v *protocol.Verdict) node {
	if v.Error != nil {
		return failed(atom(s.errors[v.Error]))
	}
	return ok(leaf(atom(s.verdicts[v])))
}
