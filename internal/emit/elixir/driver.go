package elixir

import (
	"bytes"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

// driver lists the modules that hold the application to the gates of its
// protocol, which are of no use in an application of somebody else. They need a
// connector of ours.
func (v *view) driver(layout emit.Layout) []part {
	if layout != emit.Standalone || !v.Connects() {
		return nil
	}
	return []part{
		{"Driver", "driver.ex"},
		{"Driver.Cluster", "driver_cluster.ex"},
		{"Driver.Json", "driver_json.ex"},
		{"Driver.Table", "driver_table.ex"},
		{"Driver.Values", "driver_values.ex"},
	}
}

// driverView is what the template of the driver sees: tables of what the
// application has, in which every kind of value is named.
type driverView struct{ *view }

// table writes a module attribute that is a map.
func table(name string, entries []node) string {
	list := group("@"+name+" ", "%{", entries...)
	return "  " + written(func(b *bytes.Buffer) {
		if len(entries) == 0 {
			list.writeFlat(b)
		} else {
			list.writeBroken(b, 2, 0)
		}
	})
}

// Scripts tells how each script is called and what its answers are.
func (d driverView) Scripts() string {
	var entries []node
	for _, s := range d.p.Scripts() {
		entries = append(entries, pair(quote(s.Module.Name+"."+s.Name)+" => ", d.script(s)))
	}
	return table("scripts", entries)
}

func (d driverView) script(s *protocol.Script) node {
	names, path := d.scripts[s], scriptPath(s)
	var params, answers, members []node
	for _, c := range s.Call {
		key := "nil"
		if isOption(c) {
			key = atom(d.options[c])
		}
		params = append(params, group("", "{", leaf(quote(c.Name)), d.kind(c, path), leaf(key)))
	}
	for _, a := range s.Reply.Answers() {
		answers = append(answers, pair(keyword(d.verdicts[a])+" ", leaf(quote(a.Name))))
	}
	shape := leaf(":any")
	if s.Reply.Value != nil {
		shape = d.shape(s.Reply.Value, path+".returns")
	}
	if t := s.Reply.Value.Tuple(); t != nil {
		for _, m := range t.Members {
			members = append(members, pair(keyword(d.atoms[path+".returns."+m.Name])+" ", leaf(quote(m.Name))))
		}
	}
	many := "nil"
	if names.many != "" {
		many = atom(names.many)
	}
	return group("", "%{",
		pair("module: ", leaf(d.modules[s.Module])),
		pair("prefix: ", leaf(quote(s.Module.Name+"."))),
		pair("run: ", leaf(atom(names.function))),
		pair("prepare: ", leaf(atom(names.call))),
		pair("many: ", leaf(many)),
		pair("params: ", group("", "[", params...)),
		pair("answers: ", group("", "%{", answers...)),
		pair("shape: ", shape),
		pair("members: ", group("", "%{", members...)),
	)
}

// kind is how a parameter is read.
func (d driverView) kind(c *protocol.CallParam, path string) node {
	if c.Flag {
		return leaf(":bool")
	}
	kind := d.scalar(c.Type, path+".args."+c.Name)
	if c.Variadic {
		return group("", "{", leaf(":list"), kind)
	}
	return kind
}

// Rows tells how each row is read.
func (d driverView) Rows() string {
	var entries []node
	for _, k := range d.p.Keys {
		if !k.IsRecord() {
			continue
		}
		var params, fields []node
		for _, h := range k.Holes() {
			params = append(params, group("", "{", leaf(quote(h.Name)), d.scalar(h.Type, "params."+h.Name)))
		}
		for _, f := range k.Fields {
			fields = append(fields, group("", "{", leaf(atom(d.fields[f])), leaf(quote(f.Name)),
				d.scalar(f.Type, recordView{d.view, k}.fieldPath(f))))
		}
		entries = append(entries, pair(quote(k.Name)+" => ", group("", "%{",
			pair("module: ", leaf(d.keys[k].record)),
			pair("params: ", group("", "[", params...)),
			pair("fields: ", group("", "[", fields...)),
		)))
	}
	return table("rows", entries)
}

// Errors tells what the protocol calls each kind of error.
func (d driverView) Errors() string {
	var entries []node
	for _, e := range d.p.Errors {
		entries = append(entries, pair(keyword(d.errors[e])+" ", leaf(quote(e.Name))))
	}
	return table("errors", entries)
}
