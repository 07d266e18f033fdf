package protocol

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec"
)

func related(pos diag.Pos, message string) []diag.Related {
	return []diag.Related{{Pos: pos, Message: message}}
}

func (r *resolver) resolveParams() {
	r.params = newIndex[*Param](r.file.Params)
	for _, e := range r.file.Params.Entries {
		p := &Param{Pos: e.Key.Pos, Name: e.Key.Value, Type: r.typ(e.Value.Type, Text), Doc: e.Value.Doc.Value}
		switch p.Type.Kind {
		case Text, Branded, Int, Enum, Bytes:
		default:
			r.list.Errorf(e.Value.Type.Name.Pos, RuleType, "%q cannot stand in a key", e.Value.Type.Name.Value).Help = "a hole is text, branded, int, enum or bytes"
		}
		if m := e.Value.Match; m.Given() {
			p.Pattern = r.pattern(m, p)
		}
		if x := e.Value.Except; x.Pos.Line != 0 && p.Type.Kind != Text {
			r.list.Errorf(x.Pos, RuleType, "except belongs to a text only").Help = "leave except out, or write type text"
		}
		for _, x := range e.Value.Except.Items {
			p.Except = append(p.Except, x.Value)
		}
		r.params.add(p.Name, p)
		r.p.Params = append(r.p.Params, p)
	}
}

func (r *resolver) pattern(m spec.Text, p *Param) *Pattern {
	if p.Type.Kind != Text {
		r.list.Errorf(m.Pos, RuleType, "match belongs to a text only").Help = "leave match out, or write type text"
		return nil
	}
	pattern, err := ParsePattern(m.Value)
	if parse := new(syntax.Error); errors.As(err, &parse) {
		err = fmt.Errorf("%s: %q", parse.Code, diag.Cut(parse.Expr))
	}
	if err != nil {
		r.list.Errorf(m.Pos, RulePattern, "the pattern %q cannot be used: %v", m.Value, err).Help = "write what every language understands: literals, classes, groups, | and repetition"
		return nil
	}
	return pattern
}

func (r *resolver) resolveKeys() {
	r.keys = newIndex[*Key](r.file.Keys)
	for _, e := range r.file.Keys.Entries {
		k := &Key{
			Pos:   e.Key.Pos,
			Name:  e.Key.Value,
			Type:  KeyType(e.Value.Type.Value),
			Fence: e.Value.Fence.Value,
			Doc:   e.Value.Doc.Value,
		}
		if e.Value.At.Given() {
			k.At = r.template(e.Value.At)
		}
		k.Fields = r.fields(e)
		r.keys.add(k.Name, k)
		r.p.Keys = append(r.p.Keys, k)
	}
	r.roots()
	r.fence()
	r.addresses()
	addressed := r.keys.complete && !slices.ContainsFunc(r.p.Keys, func(k *Key) bool { return k.At == nil })
	for i, p := range r.p.Params {
		if !r.used[p] && addressed && !r.file.Params.Entries[i].Broken {
			r.list.Errorf(p.Pos, RuleUnused, "no key has a hole <%s>", diag.Cut(p.Name)).Help = "use it in an address, or remove it"
		}
	}
}

func (r *resolver) fields(entry spec.Entry[spec.Key]) []*Field {
	k := entry.Value
	if k.Fields.Pos.Line != 0 && k.Type.Value != "hash" && !entry.Broken {
		r.list.Errorf(k.Fields.Pos, RuleType, "fields belong to a hash only").Help = "write type: hash, or leave fields out"
	}
	var fields []*Field
	for _, e := range k.Fields.Entries {
		fields = append(fields, &Field{
			Pos:      e.Key.Pos,
			Name:     e.Key.Value,
			Type:     r.typ(e.Value.Type, Text),
			Optional: e.Value.Optional.Value,
			Doc:      e.Value.Doc.Value,
		})
	}
	return fields
}

// roots resolves root_of: the address of a root is that of its key, cut off
// before the last hole.
func (r *resolver) roots() {
	for i, e := range r.file.Keys.Entries {
		ref := e.Value.RootOf
		if !ref.Given() {
			continue
		}
		root := r.p.Keys[i]
		key, ok := r.keys.find(r, ref, "a declared key")
		if !ok {
			continue
		}
		root.RootOf = key
		switch {
		case e.Value.Type.Given():
			r.list.Errorf(e.Value.Type.Pos, RuleRoot, "a root has no type").Help = "nothing lives at the root itself: leave type out"
		case key.RootOf != nil || key == root:
			r.list.Errorf(ref.Pos, RuleRoot, "%q is a root itself", ref.Value).Help = "name the key whose rows are derived"
		case root.At != nil && key.At != nil && !rootOf(root.At, key.At):
			f := r.list.Errorf(e.Value.At.Pos, RuleRoot, "%q is no root of %q: expected its address up to the last hole", root.At, key.At)
			f.Help = "the address of " + diag.Cut(key.Name) + " must be this address and then one hole"
			f.Related = related(key.Pos, diag.Sprintf("%q is here", key.Name))
		}
	}
}

// rootOf reports whether key is root and one hole more.
func rootOf(root, key Template) bool {
	last := len(key) - 1
	return last >= 0 && key[last].Hole != nil && root.String() == key[:last].String()
}

func (r *resolver) fence() {
	for i, k := range r.p.Keys {
		if !k.Fence {
			continue
		}
		said := r.file.Keys.Entries[i].Value
		if first := r.p.Fence; first != nil {
			f := r.list.Errorf(said.Fence.Pos, RuleFence, "%q is a second fence", k.Name)
			f.Help = "a protocol has one version fence"
			f.Related = related(first.Pos, diag.Sprintf("%q is the first", first.Name))
			continue
		}
		r.p.Fence = k
		if len(k.At.Holes()) > 0 {
			r.list.Errorf(said.At.Pos, RuleFence, "the fence %q has a hole", k.Name).Help = "the fence is one key for all: write its address out"
		}
		if k.Type != String {
			pos := said.Fence.Pos
			if said.Type.Given() {
				pos = said.Type.Pos
			}
			r.list.Errorf(pos, RuleFence, "the fence %q is no string", k.Name).Help = "write type: string"
		}
		if !r.file.Wire.Given() && !r.file.Broken {
			r.list.Errorf(said.Fence.Pos, RuleFence, "the fence %q has nothing to claim", k.Name).Help = "say the wire identity at the top, such as wire: " + diag.Cut(r.p.Name+":"+or(r.p.Version, "1.0.0"))
		}
	}
	if w := r.file.Wire; w.Given() && w.Value == "" {
		r.list.Errorf(w.Pos, RuleFence, "the wire identity is empty").Help = "write what the fence compares, such as wire: " + diag.Cut(r.p.Name+":"+or(r.p.Version, "1.0.0"))
	}
}

// addresses refuses two keys that can be one: the same text and, whatever they
// are called, holes in the same places. An address of holes alone is no address
// to compare.
func (r *resolver) addresses() {
	first := map[string]*Key{}
	for i, k := range r.p.Keys {
		if len(k.At) == 0 {
			continue
		}
		shape, literal := "", false
		for _, s := range k.At {
			if s.Hole != nil {
				shape += "<>"
			} else {
				literal = true
				shape += strings.ReplaceAll(s.Text, "<", "<<")
			}
		}
		if !literal {
			shape = k.At.String()
		}
		other, taken := first[shape]
		if !taken {
			first[shape] = k
			continue
		}
		at := r.file.Keys.Entries[i].Value.At
		f := r.list.Errorf(at.Pos, RuleAddress, "%q and %q are both at %q", k.Name, other.Name, other.At)
		f.Help = "keep one of them"
		if !slices.Equal(k.Holes(), other.Holes()) {
			f.Message = diag.Sprintf("%q and %q are at one address: %q and %q differ in the names of holes only", k.Name, other.Name, k.At, other.At)
			f.Help = "keep one, and give it roles in a script: keys: [{key: " + diag.Cut(other.Name) + ", as: …}]"
		}
		f.Related = related(other.Pos, diag.Sprintf("%q is here", other.Name))
	}
}
