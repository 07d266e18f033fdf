package protocol

import (
	"slices"

	"github.com/echomq/emqgen/internal/spec"
)

// keepSound takes out of a model with errors what is not sure to be meant: what has
// no name, what stands there twice, and what depends on a part that could not be
// read. What stays is spelled as it would be without the errors.
func (r *resolver) keepSound() {
	f, p := r.file, r.p
	p.Incomplete = true
	p.Params = named(p.Params, f.Params.Entries, func(p *Param) string { return p.Name })
	for i, k := range p.Keys {
		k.Fields = named(k.Fields, f.Keys.Entries[i].Value.Fields.Entries, func(f *Field) string { return f.Name })
	}
	p.Keys = named(p.Keys, f.Keys.Entries, func(k *Key) string { return k.Name })
	p.Errors = named(p.Errors, f.Errors.Entries, func(e *Error) string { return e.Name })
	if p.IDs != nil {
		p.IDs.Brands = named(p.IDs.Brands, f.IDs.Brands.Entries, func(b *Brand) string { return b.Name })
	}
	for i, m := range p.Modules {
		scripts := f.Modules.Entries[i].Value.Scripts.Entries
		for i, s := range m.Scripts {
			s.keepSound(scripts[i].Value, p.Keys)
		}
		m.Scripts = named(m.Scripts, scripts, func(s *Script) string { return s.Name })
	}
	p.Modules = named(p.Modules, f.Modules.Entries, func(m *Module) string { return m.Name })
}

// named keeps the things that have a name, and the first of each name. The entries
// are what they were made of, in the same order; there may be more things.
func named[T, V any](things []T, entries []spec.Entry[V], name func(T) string) []T {
	kept := things[:0]
	seen := map[string]bool{}
	for i, t := range things {
		if (i >= len(entries) || !entries[i].NoName) && !seen[name(t)] {
			seen[name(t)] = true
			kept = append(kept, t)
		}
	}
	return kept
}

func (s *Script) keepSound(said spec.Script, keys []*Key) {
	unsure := said.Keys.Broken || len(s.Keys) < len(said.Keys.Items)
	for _, u := range s.Keys {
		unsure = unsure || u.Key.At == nil || !slices.Contains(keys, u.Key)
	}
	if unsure {
		s.Keys, s.Call = nil, nil
	}
	if said.Returns != nil && said.Returns.Broken {
		s.Reply = &Reply{}
		return
	}
	s.Reply.Verdicts = named[*Verdict, any](s.Reply.Verdicts, nil, func(v *Verdict) string { return v.Name })
	if tuple := s.Reply.Value.Tuple(); tuple != nil {
		tuple.Members = named[*Member, any](tuple.Members, nil, func(m *Member) string { return m.Name })
	}
}
