package python

import (
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

type sourcesView struct {
	Head    string
	Sources string
}

// sources holds the Lua of a module.
func (n *names) sources(m *protocol.Module) view {
	f := n.file()
	script := f.own("_executor") + ".script"
	var b strings.Builder
	var args []node
	for _, s := range m.Scripts {
		args = appendSource(args[:0], s)
		b.Grow(len(s.Source)*3/2 + 256)
		b.WriteByte('\n')
		writeStatement(&b, 0, constant(s)+" = ", call(script, args...).tallOver(0))
		b.WriteByte('\n')
	}
	v := sourcesView{Sources: b.String()}
	v.Head = f.head("The Lua of `" + m.Name + "`: a line here is a line there, and no byte is lost.")
	return view{n.in(n.modules[m].sources() + ".py"), "sources.py", v}
}

// appendSource appends what makes a script: one literal for each of its lines, in a
// call that formatters keep that way.
func appendSource(args []node, s *protocol.Script) []node {
	args = append(args, leaf(quote(s.Module.Name)), leaf(quote(s.Name)), leaf(quote(s.SHA1)))
	for line := range strings.Lines(string(s.Source)) {
		args = append(args, octets(line))
	}
	return args
}

type scriptsView struct{ Head, Scripts string }

// scriptsModule lists all scripts.
func (n *names) scriptsModule() view {
	f := n.file()
	script := f.own("_executor") + ".Script"
	var all []node
	for _, m := range n.p.Modules {
		sources := f.own(n.modules[m].sources())
		for _, s := range m.Scripts {
			all = append(all, leaf(sources+"."+constant(s)))
		}
	}
	list := tuple(all...).tallOver(1) // formatters join a tuple of one
	v := scriptsView{Scripts: statement(0, "SCRIPTS: tuple["+script+", ...] = ", list)}
	v.Head = f.head("Every script of the protocol, in its order.")
	return view{n.in("scripts.py"), "scripts.py", v}
}
