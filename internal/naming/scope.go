package naming

import (
	"fmt"

	"github.com/echomq/emqgen/internal/diag"
)

// Scope is one namespace of emitted code. Whoever emits into it claims each name
// once; a name claimed twice, or one the language keeps for itself, becomes a
// finding that names both places and the override that resolves it.
type Scope struct {
	Language string            // as written under `names:`, such as go
	Title    string            // for messages, such as "the Go package"
	first    []claim           // up to few
	taken    map[string]*claim // all of them, once they are more
	Findings []diag.Finding
}

// few claims are looked through: most scopes are those of the parameters of one
// function, and a map takes longer than that to make.
const few = 16

type claim struct {
	name string
	pos  diag.Pos
	path string // spec path, empty for names the emitter or language owns
	why  string
}

// NewScope opens a namespace.
func NewScope(language, title string) *Scope {
	return &Scope{Language: language, Title: title}
}

// find gives what has taken a name, or nil.
func (s *Scope) find(name string) *claim {
	if s.taken != nil {
		return s.taken[name]
	}
	for i := range s.first {
		if s.first[i].name == name {
			return &s.first[i]
		}
	}
	return nil
}

func (s *Scope) take(c claim) {
	if s.taken == nil && len(s.first) < few {
		if s.first == nil {
			s.first = make([]claim, 0, 4)
		}
		s.first = append(s.first, c)
		return
	}
	if s.taken == nil {
		s.taken = map[string]*claim{}
		for i := range s.first {
			s.taken[s.first[i].name] = &s.first[i]
		}
	}
	kept := c
	s.taken[c.name] = &kept
}

// Reserve marks names that no part of the spec may be spelled as; why completes
// "is …", as in "a keyword of Go".
func (s *Scope) Reserve(why string, names ...string) {
	for _, name := range names {
		s.take(claim{name: name, why: why})
	}
}

// Reserved reports whether the emitter or the language keeps a name for itself.
func (s *Scope) Reserved(name string) bool {
	c := s.find(name)
	return c != nil && c.path == ""
}

// Claim takes a name for the thing at path. It reports whether the name was
// free; if not, the scope gains a finding. No name, which is what things have that
// a spec with errors does not name, is always free.
func (s *Scope) Claim(name, path string, pos diag.Pos) bool {
	if name == "" {
		return true
	}
	first := s.find(name)
	if first == nil {
		s.take(claim{name: name, pos: pos, path: path})
		return true
	}
	override := fmt.Sprintf("names: {%s: {rename: {%s: …}}}", s.Language, path)
	finding := diag.Finding{Pos: pos, Help: "choose another spelling with " + override}
	if first.path == "" {
		finding.Rule = "name-reserved"
		finding.Message = fmt.Sprintf("%q is spelled %q in %s, which is %s", path, name, s.Title, first.why)
	} else {
		finding.Rule = "name-collision"
		finding.Message = fmt.Sprintf("%q and %q (line %d) are both spelled %q in %s", path, first.path, first.pos.Line, name, s.Title)
		finding.Related = []diag.Related{{Pos: first.pos, Message: fmt.Sprintf("%q is here", first.path)}}
	}
	s.Findings = append(s.Findings, finding)
	return false
}
