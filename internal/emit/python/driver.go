package python

import "github.com/echomq/emqgen/internal/protocol"

type driverView struct{ Head, Driver string }

// driver tells the static module _driver what the package holds, so that the
// gates of the protocol can be run through it.
func (n *names) driver() view {
	f := n.file()
	driver := f.own("_driver")
	var scripts, rows, errors []node
	for _, s := range n.p.Scripts() {
		scripts = append(scripts, entry(quote(s.Module.Name+"."+s.Name), f.driverScript(s)))
	}
	for _, k := range n.p.Keys {
		if k.IsRecord() {
			rows = append(rows, entry(quote(k.Name), f.driverRow(k)))
		}
	}
	for _, e := range n.p.Errors {
		errors = append(errors, entry(f.public("errors")+"."+n.errors[e], leaf(quote(e.Name))))
	}
	args := []node{
		keyword("protocol", leaf(quote(n.p.Name))),
		keyword("scripts", dict(scripts...)),
		keyword("rows", dict(rows...)),
		keyword("errors", dict(errors...)),
	}
	if n.hasScripts() {
		executor := f.own("_executor")
		args = append(args, keyword("many", tuple(leaf(executor+".run_many"), leaf(executor+".run_many_async"))))
	}
	if n.p.Fence != nil {
		args = append(args, keyword("fence", leaf(f.public("fence")+".FENCE")))
	}
	v := driverView{Driver: statement(0, "", call(driver+".Driver", args...).tallOver(0))}
	v.Head = f.head("Holds this package to the gates of its protocol.", "`emqgen conform` starts `python -m "+n.pkg+".driver` and talks to it.")
	return view{n.in("driver.py"), "driver.py", v}
}

func (f *file) driverScript(s *protocol.Script) node {
	module := f.modules[s.Module]
	public := f.public(module.file)
	args := []node{
		keyword("source", leaf(f.own(module.sources())+"."+constant(s)+".source")),
		keyword("calls", tuple(leaf(public+"."+module.sync), leaf(public+"."+module.async()))),
		keyword("prepared", leaf(public+"."+module.calls())),
		keyword("method", leaf(quote(f.scripts[s].method))),
	}
	var params []node
	for _, p := range s.Call {
		read := f.driverReader(s.Module, p, p.Type)
		switch {
		case p.Flag:
			read = leaf("_driver.same")
		case p.Variadic:
			read = call("_driver.each", read)
		}
		params = append(params, entry(quote(p.Name), tuple(leaf(quote(f.params[p])), read)))
	}
	args = append(args, keyword("params", dict(params...)))
	if r := s.Reply; hasVerdicts(r) {
		args = append(args, keyword("verdicts", leaf(public+"."+f.scripts[s].reply)))
	} else if r.None != nil && r.None.Error == nil {
		args = append(args, keyword("none", leaf(quote(r.None.Name))))
	}
	if t := s.Reply.Value.Tuple(); t != nil {
		var members []node
		for _, m := range t.Members {
			members = append(members, leaf(quote(m.Name)))
		}
		args = append(args, keyword("members", list(members...)))
	}
	return call("_driver.Script", args...)
}

func (f *file) driverRow(k *protocol.Key) node {
	var params, fields []node
	for _, h := range k.Holes() {
		params = append(params, entry(quote(h.Name), tuple(leaf(quote(f.holes[h])), f.driverReader(nil, h, h.Type))))
	}
	for _, field := range k.Fields {
		fields = append(fields, leaf(quote(field.Name)))
	}
	records := f.public("records")
	return call("_driver.Row",
		keyword("read", tuple(leaf(records+"."+f.records[k].read), leaf(records+"."+f.records[k].readAsync()))),
		keyword("params", dict(params...)),
		keyword("fields", list(fields...)),
	)
}

// driverReader names what reads a parameter from JSON; at is the parameter, and
// m the module whose script it belongs to, if any.
func (f *file) driverReader(m *protocol.Module, at any, t protocol.Type) node {
	switch t.Kind {
	case protocol.Enum:
		class := f.enums[at].class
		if !f.enums[at].shared {
			return leaf(f.public(f.modules[m].file) + "." + class)
		}
		return leaf(f.public("types") + "." + class)
	case protocol.Bytes:
		return leaf("_driver.octets")
	case protocol.Float:
		return leaf("_driver.number")
	case protocol.Int:
		return leaf("_driver." + codec(t))
	}
	return leaf("_driver.same")
}
