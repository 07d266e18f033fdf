package protocol

import (
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec"
)

// Tag is the part of the template between the first { of its literal text and
// the next }: the cluster hash tag. It is nil when there is none, or nothing
// stands in it.
func (t Template) Tag() Template {
	var tag Template
	inside := false
	for _, s := range t {
		if s.Hole != nil {
			if inside {
				tag = append(tag, s)
			}
			continue
		}
		text := s.Text
		if !inside {
			_, after, found := strings.Cut(text, "{")
			if !found {
				continue
			}
			inside, text = true, after
		}
		before, _, closed := strings.Cut(text, "}")
		if before != "" {
			tag = append(tag, Segment{Text: before})
		}
		if closed {
			return tag
		}
	}
	return nil
}

// ownHoles lists the holes that tell keys of one slot apart: those outside the
// hash tag, or all of them when there are no others.
func (k *Key) ownHoles() []*Param {
	all, shared := k.Holes(), k.At.Tag().Holes()
	var own []*Param
	for _, h := range all {
		if !slices.Contains(shared, h) {
			own = append(own, h)
		}
	}
	if len(own) == 0 {
		return all
	}
	return own
}

// template cuts an address into text and holes. It is nil when anything is wrong
// with it.
func (r *resolver) template(at spec.Text) Template {
	var t Template
	broken := false
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			t = append(t, Segment{Text: text.String()})
			text.Reset()
		}
	}
	if at.Value == "" {
		r.list.Errorf(at.Pos, RuleTemplate, "an empty address").Help = `write text and <holes>, such as "emq:{<queue>}:pending"`
	}
	for off := 0; off < len(at.Value); {
		rest := at.Value[off:]
		open := strings.IndexByte(rest, '<')
		if open < 0 {
			text.WriteString(rest)
			break
		}
		text.WriteString(rest[:open])
		off += open
		rest = rest[open:]
		if strings.HasPrefix(rest, "<<") {
			text.WriteByte('<')
			off += 2
			continue
		}
		end := strings.IndexByte(rest, '>')
		if end < 0 {
			r.list.Errorf(at.At(off), RuleTemplate, "the hole %q is not closed", rest).Help = "close it with >, or write << for a literal <"
			return nil
		}
		hole, ok := r.hole(at, off, rest[1:end])
		broken = broken || !ok
		flush()
		t = append(t, Segment{Hole: hole})
		off += end + 1
	}
	if broken {
		return nil
	}
	flush()
	return t
}

// hole finds the parameter that the hole at an offset of an address names.
func (r *resolver) hole(at spec.Text, off int, name string) (*Param, bool) {
	if !spec.IsName(name) {
		r.list.Errorf(at.At(off), RuleTemplate, "%q is no hole: expected a lower_snake name between < and >", "<"+name+">").Help = "name a declared parameter, or write << for a literal <"
		return nil, false
	}
	hole, ok := r.params.items[name]
	if !ok {
		if r.params.complete {
			f := r.list.Errorf(at.At(off), RuleHole, "the hole <%s> is not declared", diag.Cut(name))
			f.Help = "declare it, at least as params: {" + diag.Cut(name) + ": text}"
			if near := r.params.nearest(name); near != "" {
				f.Help = "did you mean <" + diag.Cut(near) + ">?"
			}
		}
		return nil, false
	}
	r.used[hole] = true
	return hole, true
}
