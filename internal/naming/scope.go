package naming

import (
	"fmt"

	"github.com/echomq/emqgen/internal/diag"
)

// Scope is one namespace of emitted code. Whoever emits into it claims each name
// once; a name claimed twice, or one the language keeps for itself, becomes a
// finding that names both places and the override that resolves it.
type Scope struct {
	Language string // as written under `names:`, such as go
	Title    string // for messages, such as "the Go package"
	taken    map[string]claim
	Findings []diag.Finding
}

type claim struct {
	pos  diag.Pos
	path string // spec path, empty for names the emitter or language owns
	why  string
}

// NewScope opens a namespace.
func NewScope(language, title string) *Scope {
	return &Scope{Language: language, Title: title, taken: map[string]claim{}}
}

// Reserve marks names that no part of the spec may be spelled as; why completes
// "is …", as in "a keyword of Go".
func (s *Scope) Reserve(why string, names ...string) {
	for _, name := range names {
		s.taken[name] = claim{why: why}
	}
}

// Reserved reports whether the emitter or the language keeps a name for itself.
func (s *Scope) Reserved(name string) bool {
	taken, ok := s.taken[name]
	return ok && taken.path == ""
}

// Claim takes a name for the thing at path. It reports whether the name was
// free; if not, the scope gains a finding. No name, which is what things have that
// a spec with errors does not name, is always free.
func (s *Scope) Claim(name, path string, pos diag.Pos) bool {
	if name == "" {
		return true
	}
	first, clash := s.taken[name]
	if !clash {
		s.taken[name] = claim{pos: pos, path: path}
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
