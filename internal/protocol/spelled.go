package protocol

import (
	"slices"
	"sync"

	"github.com/echomq/emqgen/internal/diag"
)

// Speller judges how one language spells the names of a protocol. The emitters of
// SDKs do.
type Speller interface {
	// Language is the word under which the spec has its names: go, elixir, python.
	Language() string
	// Check finds names that the language cannot spell, reserves, or would spell
	// alike; each finding says which override under `names:` helps. The protocol may
	// be Incomplete, its Lua is not read yet, and other spellers look at it meanwhile.
	Check(p *Protocol) []diag.Finding
}

// spell has the names judged, side by side and while the gates are resolved; the
// function it returns waits for what was found. Of a protocol with errors only what
// is sound stays, but the gates are held against all of it.
func (r *resolver) spell(spellers []Speller) func() []diag.Finding {
	if r.list.Len() == 0 {
		defer r.resolveGates()
	} else {
		r.resolveGates()
		r.keepSound()
	}
	found := make([][]diag.Finding, len(spellers))
	var wait sync.WaitGroup
	for i, s := range spellers {
		if !r.misspelt(s.Language()) {
			wait.Go(func() { found[i] = s.Check(r.p) })
		}
	}
	return func() []diag.Finding {
		wait.Wait()
		return slices.Concat(found...)
	}
}

// misspelt reports whether the spec says names for a language that cannot be used:
// they may have been meant to resolve what would be found there.
func (r *resolver) misspelt(language string) bool {
	f := r.file.Names
	given, broken := false, false
	switch language {
	case "go":
		given, broken = f.Go.Pos.Line != 0, f.Go.Broken
	case "elixir":
		given, broken = f.Elixir.Pos.Line != 0, f.Elixir.Broken
	case "python":
		given, broken = f.Python.Pos.Line != 0, f.Python.Broken
	}
	return broken || f.Broken && !given || r.unspelled[language]
}
