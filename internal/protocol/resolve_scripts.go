package protocol

import (
	"fmt"
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec"
)

func (r *resolver) resolveModules() {
	for _, e := range r.file.Modules.Entries {
		m := &Module{Pos: e.Key.Pos, Name: e.Key.Value, Doc: e.Value.Doc.Value}
		for _, s := range e.Value.Scripts.Entries {
			script := r.script(m, s)
			m.Scripts = append(m.Scripts, script)
		}
		if len(m.Scripts) == 0 && !e.Broken {
			r.list.Errorf(e.Key.Pos, RuleEmpty, "the module %q has no scripts", m.Name).Help = "declare one under scripts, or remove the module"
		}
		r.p.Modules = append(r.p.Modules, m)
	}
}

func (r *resolver) script(m *Module, e spec.Entry[spec.Script]) *Script {
	s := &Script{
		Pos:    e.Key.Pos,
		Module: m,
		Name:   e.Key.Value,
		Doc:    e.Value.Doc.Value,
		Path:   e.Value.Lua.Value,
		Pin:    e.Value.SHA1.Value,
		PinPos: e.Value.SHA1.Pos,
		Many:   e.Value.Many.Value,
	}
	if e.Broken {
		r.broken[s] = true
	}
	r.keyUses(s, e.Value)
	r.args(s, e.Value)
	r.call(s)
	s.Reply = r.reply(e.Value.Returns)
	for _, ref := range e.Value.Refuses.Items {
		class, ok := r.class(ref)
		if !ok {
			continue
		}
		if slices.Contains(s.Refuses, class) {
			r.list.Errorf(ref.Pos, RuleTwice, "%q is listed twice", ref.Value).Help = "remove one of them"
			continue
		}
		s.Refuses, s.Refused = append(s.Refuses, class), append(s.Refused, ref.Pos)
	}
	if e.Value.Lua.Given() {
		r.lua = append(r.lua, luaFile{script: s, at: e.Value.Lua, pinned: isDigest(s.Pin)})
	}
	return s
}

// class finds a wire class, and tells those who wrote the name of its error.
func (r *resolver) class(ref spec.Text) (*Error, bool) {
	if err, named := r.errors.items[ref.Value]; named && err.Class != ref.Value && err.Class != "" {
		r.list.Errorf(ref.Pos, RuleReference, "%q is the name of an error, expected its class", ref.Value).Help = "write " + diag.Cut(err.Class)
		return nil, false
	}
	return r.classes.find(r, ref, "a declared class")
}

func (r *resolver) keyUses(s *Script, said spec.Script) {
	optional := false
	for i, u := range said.Keys.Items {
		key, ok := r.keys.find(r, u.Key, "a declared key")
		if !ok {
			r.broken[s] = true
			continue
		}
		if key.At == nil {
			r.broken[s] = true // its holes are not known
		}
		use := &KeyUse{Pos: u.Key.Pos, Key: key, As: u.As.Value, Optional: u.Optional.Value, Variadic: u.Variadic.Value}
		r.order(u.Key, "key", &optional, use.Optional, use.Variadic, i == len(said.Keys.Items)-1)
		for _, other := range s.Keys {
			if other.Name() == use.Name() {
				f := r.list.Errorf(use.Pos, RuleTwice, "two keys of %q are called %q", s.Name, use.Name())
				f.Help = "give each a role of its own: {key: " + diag.Cut(key.Name) + ", as: …}"
				f.Related = related(other.Pos, "the first is here")
				r.broken[s] = true
				break
			}
		}
		s.Keys = append(s.Keys, use)
	}
}

// order keeps what may be absent, or may be many, at the end.
func (r *resolver) order(at spec.Text, what string, optional *bool, isOptional, isVariadic, isLast bool) {
	if *optional && !isOptional {
		r.list.Errorf(at.Pos, RuleOrder, "%s %q follows an optional one", what, at.Value).Help = "what may be absent stands at the end: make it optional, or move it forward"
	}
	if isVariadic && !isLast {
		r.list.Errorf(at.Pos, RuleOrder, "variadic %s %q is not the last", what, at.Value).Help = "what may be many stands at the end: move it there"
	}
	*optional = *optional || isOptional
}

func (r *resolver) args(s *Script, said spec.Script) {
	optional := false
	for i, a := range said.Args.Items {
		arg := &Arg{
			Pos:      a.Name.Pos,
			Name:     a.Name.Value,
			Type:     r.typ(a.Type, Text),
			Optional: a.Optional.Value,
			Variadic: a.Variadic.Value,
			Doc:      a.Doc.Value,
		}
		r.order(a.Name, "argument", &optional, arg.Optional, arg.Variadic, i == len(said.Args.Items)-1)
		for _, other := range s.Args {
			if other.Name == arg.Name {
				f := r.list.Errorf(arg.Pos, RuleTwice, "two arguments of %q are called %q", s.Name, arg.Name)
				f.Help = "name them apart"
				f.Related = related(other.Pos, "the first is here")
				r.broken[s] = true
				break
			}
		}
		s.Args = append(s.Args, arg)
	}
}

// call finds out what a caller passes.
//
// A hole is one parameter, however many keys it stands in. A key that a script
// uses more than once is told apart by its roles: under a role (as), the holes
// outside the hash tag are parameters of their own, called after the role if
// there is one such hole, and after role and hole otherwise. Holes inside the
// hash tag stay shared, because all keys of a call are in one slot.
//
// A variadic key varies in those same holes, as far as no key before it has
// given them already.
func (r *resolver) call(s *Script) {
	c := caller{script: s, params: map[string]*CallParam{}}
	for _, u := range s.Keys {
		r.holes(&c, u)
	}
	for _, a := range s.Args {
		r.argument(&c, a)
	}
}

type caller struct {
	script *Script
	params map[string]*CallParam
}

func (c *caller) add(p *CallParam) *CallParam {
	c.params[p.Name] = p
	c.script.Call = append(c.script.Call, p)
	return p
}

func (r *resolver) holes(c *caller, u *KeyUse) {
	own := u.Key.ownHoles()
	apart := u.As != "" && slices.ContainsFunc(c.script.Keys, func(other *KeyUse) bool { return other != u && other.Key == u.Key })
	varies, optional := false, false
	for _, h := range u.Key.Holes() {
		mine := slices.Contains(own, h)
		name := h.Name
		if apart && mine {
			name = u.As
			if len(own) > 1 {
				name += "_" + h.Name
			}
		}
		param, given := c.params[name]
		switch {
		case !given:
			param = c.add(&CallParam{
				Pos: u.Pos, Name: name, Type: h.Type, Hole: h, Doc: h.Doc,
				Optional: u.Optional, Variadic: u.Variadic && mine,
			})
		case param.Hole != h:
			f := r.list.Errorf(u.Pos, RuleCall, "two parameters of %q are called %q", c.script.Name, name)
			f.Help = "choose another role with as"
			f.Related = related(param.Pos, "the first is here")
		}
		varies = varies || param.Variadic
		optional = optional || param.Optional
		u.Holes = append(u.Holes, param)
	}
	if u.Variadic && !varies && u.Key.At != nil {
		r.list.Errorf(u.Pos, RuleCall, "variadic key %q has no hole left to vary in", u.Name()).Help = "its holes are given by the keys before it, or stand in the hash tag; give it a role with as, or drop variadic"
	}
	if u.Optional && !optional {
		u.Given = c.add(&CallParam{
			Pos: u.Pos, Name: "with_" + u.Name(), Type: Type{Kind: Bool}, Optional: true, Flag: true,
			Doc: fmt.Sprintf("Whether the key %s is passed.", u.Name()),
		})
	}
}

func (r *resolver) argument(c *caller, a *Arg) {
	param, given := c.params[a.Name]
	if !given {
		a.Param = c.add(&CallParam{Pos: a.Pos, Name: a.Name, Type: a.Type, Doc: a.Doc, Optional: a.Optional, Variadic: a.Variadic})
		return
	}
	a.Param = param
	differ := ""
	switch {
	case param.Flag || param.Type.Kind != a.Type.Kind || !slices.Equal(param.Type.Values, a.Type.Values):
		differ = "another type"
	case param.Variadic != a.Variadic:
		differ = "one is variadic"
	case param.Optional != a.Optional:
		differ = "one is optional"
	}
	if differ != "" {
		f := r.list.Errorf(a.Pos, RuleCall, "argument %q and the hole of the same name are not one value: %s", a.Name, differ)
		f.Help = "make them agree, or give the argument a name of its own"
		f.Related = related(param.Pos, "the hole is filled here")
		return
	}
	param.Doc = or(a.Doc, param.Doc)
	param.Type.Named = or(a.Type.Named, param.Type.Named)
	if a.Type.Unit != NoUnit {
		param.Type.Unit = a.Type.Unit
	}
}
