package python

import (
	"maps"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

type initView struct{ Head, Version, All string }

// init re-exports what a caller needs.
func (n *names) init() view {
	f := n.file()
	exports := map[string]bool{}
	export := func(module string, names ...string) {
		for _, name := range names {
			exports[f.take(module, name)] = true
		}
	}
	export("_gates", "InputError")
	if len(n.p.Keys) > 0 {
		export("_slots", "slot")
		export("", "keys")
	}
	if n.hasRecords() {
		export("", "records")
		export("_errors", "RecordError", "ReplyError")
		for _, key := range n.p.Keys {
			if !key.IsRecord() {
				continue
			}
			export("records", n.records[key].class)
			for _, field := range key.Fields {
				export("records", n.enumsOf(field)...)
			}
		}
	}
	for _, e := range n.p.Errors {
		export("errors", n.errors[e])
	}
	if len(n.shared) > 0 {
		export("", "types")
	}
	if n.p.IDs != nil {
		export("", "ids")
		export("ids", "Minter")
		export("_ids", "DecodedId")
		if len(n.p.IDs.Brands) > 0 {
			export("ids", "Brand")
		}
	}
	if n.p.Fence != nil {
		export("", "fence")
		export("_errors", "FenceError")
	}
	if n.hasScripts() {
		export("scripts", "SCRIPTS")
		export("_errors", "DeclaredError", "DigestError", "ReplyError", "UnknownOutcomeError")
		export("_executor", "Call", "Outcome", "Script", "run", "run_async", "run_many", "run_many_async")
	}
	for _, m := range n.p.Modules {
		names := n.modules[m]
		export(names.file, names.sync, names.async(), names.calls())
		for _, s := range m.Scripts {
			export(names.file, n.classes(s)...)
		}
	}
	var all []node
	for _, name := range slices.SortedFunc(maps.Keys(exports), byExport) {
		all = append(all, leaf(quote(name)))
	}
	v := initView{
		Version: quote(n.p.Version),
		All:     statement(0, "__all__ = ", list(all...)),
	}
	v.Head = f.head(or(n.p.Doc, "The protocol "+n.p.Name+"."))
	return view{n.in("__init__.py"), "init.py", v}
}

// classes lists the classes that a script has for itself.
func (n *names) classes(s *protocol.Script) []string {
	var classes []string
	for _, p := range s.Call {
		classes = append(classes, n.enumsOf(p)...)
	}
	if hasVerdicts(s.Reply) {
		classes = append(classes, n.scripts[s].reply)
	}
	if s.Reply.Value.Tuple() != nil {
		classes = append(classes, n.scripts[s].result)
	}
	return append(classes, n.shapeEnums(s.Reply.Value)...)
}

func (n *names) shapeEnums(s *protocol.Shape) []string {
	if s == nil {
		return nil
	}
	enums := n.enumsOf(s, mapKey{s})
	for _, m := range s.Members {
		enums = append(enums, n.shapeEnums(m.Shape)...)
	}
	return append(enums, n.shapeEnums(s.Elem)...)
}

// enumsOf names the enums that places have for themselves.
func (n *names) enumsOf(places ...any) []string {
	var classes []string
	for _, at := range places {
		if e := n.enums[at]; e != nil && !e.shared {
			classes = append(classes, e.class)
		}
	}
	return classes
}

type pyprojectView struct{ Header, Name, Version, Description, Dependencies, Package string }

func (n *names) pyproject() view {
	v := pyprojectView{
		Header:      strings.TrimPrefix(strings.TrimSpace(n.header()), "# "),
		Name:        tomlString(n.distribution),
		Version:     tomlString(n.p.Version),
		Description: tomlString(strings.Join(strings.Fields(or(n.p.Doc, "The protocol "+n.p.Name+".")), " ")),
		Package:     tomlString(n.pkg),
	}
	if n.isConnected() {
		// 7.2 is the first to tell the class words that it cuts off error replies.
		v.Dependencies = tomlString("redis>=7.2")
	}
	return view{"pyproject.toml", "pyproject.toml", v}
}

// tomlString writes a basic string of TOML; its escapes are those that JSON has.
func tomlString(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= ' ' && r <= '~':
			b.WriteRune(r)
		case r <= 0xffff:
			b.WriteString(strings.Replace(codePoint(r), `\x`, `\u00`, 1))
		default:
			b.WriteString(codePoint(r))
		}
	}
	b.WriteByte('"')
	return b.String()
}
