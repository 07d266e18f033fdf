package elixir

import (
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/naming"
)

// spellModules names the modules of scripts, which stand below the root, and
// those of records, which have a place of their own.
func (n *names) spellModules() {
	modules := n.scope("the modules below " + n.root)
	modules.Reserve("a module of the Elixir SDK itself", runtimeModules...)
	files := n.scope("the files of " + n.root)
	claim := func(name, file, path string, pos diag.Pos) string {
		module := n.root + "." + name
		n.claim(modules, path, pos, name)
		n.claim(files, path, pos, file)
		n.files[module] = underscore(n.root) + "/" + file
		return module
	}
	for _, m := range n.p.Modules {
		path, name, file := "modules."+m.Name, naming.Pascal(m.Name, nil), m.Name
		if modules.Reserved(name) {
			name, file = name+"Module", file+"_module"
		}
		if renamed := n.overrideModule(path, name); renamed != name {
			name, file = renamed, underscore(renamed)
		}
		n.modules[m] = claim(name, file, path, m.Pos)
	}
	for _, k := range n.p.Keys {
		n.keys[k] = &keyNames{}
		if k.IsRecord() {
			path := "keys." + k.Name
			name := n.override(path, k.Name)
			n.keys[k].record = claim("Record."+naming.Pascal(name, nil), "record/"+name, path, k.Pos)
		}
	}
	n.close(modules, files)
}

func (n *names) spellKeyspace() {
	functions := n.scope(n.root + ".Keyspace")
	functions.Reserve("a function of the module itself", "gate", "module_info")
	for _, k := range n.p.Keys {
		path := "keys." + k.Name
		names := n.keys[k]
		names.builder = n.override(path, k.Name) + "_key"
		n.claim(functions, path, k.Pos, names.builder)
		vars := variables{}
		for _, hole := range k.Holes() {
			n.spellEnum(hole.Type, "params."+hole.Name, hole.Pos)
			names.vars = append(names.vars, vars.claim(n.override("params."+hole.Name, hole.Name)))
		}
	}
	n.families = families(n)
	n.close(functions)
}

func (n *names) spellRecords() {
	for _, k := range n.p.Keys {
		if !k.IsRecord() {
			continue
		}
		fields := n.scope("the fields of " + n.keys[k].record)
		for _, f := range k.Fields {
			path := "keys." + k.Name + ".fields." + f.Name
			n.fields[f] = n.overrideAtom(path, underscore(strings.NewReplacer(".", "_", "-", "_").Replace(f.Name)))
			n.claim(fields, path, f.Pos, n.fields[f])
			n.spellEnum(f.Type, path, f.Pos)
		}
		n.close(fields)
	}
}

func (n *names) spellErrors() {
	kinds := n.scope("the kinds of " + n.root + ".Error")
	for _, e := range n.p.Errors {
		path := "errors." + or(e.Class, e.Name)
		n.errors[e] = n.overrideAtom(path, e.Name)
		n.claim(kinds, path, e.Pos, n.errors[e])
	}
	n.close(kinds)
}
