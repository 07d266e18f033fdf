package elixir

import (
	"fmt"
	"regexp"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lazy"
	"github.com/echomq/emqgen/internal/naming"
)

// longestName is how long a spelling may get. Elixir has atoms of 255 characters
// at most, and names are derived from names.
const longestName = 200

var (
	functionName = lazy.Regexp(`\A[a-z_][a-zA-Z0-9_]*\z`)
	moduleName   = lazy.Regexp(`\A[A-Z][A-Za-z0-9_]*(\.[A-Z][A-Za-z0-9_]*)*\z`)
)

// override gives the spelling of a path that becomes a function or a variable,
// or is part of the name of one.
func (n *names) override(path, derived string) string {
	return n.overrideAs(path, derived, functionName, "a name of Elixir, such as push_all")
}

// overrideModule gives the spelling of a path that becomes a module.
func (n *names) overrideModule(path, derived string) string {
	return n.overrideAs(path, derived, moduleName, "a module of Elixir, such as WorkQueue")
}

func (n *names) overrideAs(path, derived string, fits func() *regexp.Regexp, what string) string {
	name := n.overrideAtom(path, derived)
	if _, overridden := n.p.Names.Elixir.Rename[path]; overridden && (!fits().MatchString(name) || reserved[name]) {
		n.misspelt(path, "%q cannot spell %q in Elixir: expected %s", name, path, what)
	}
	return name
}

// overrideAtom gives the spelling of a path that becomes an atom, which may be
// any text.
func (n *names) overrideAtom(path, derived string) string {
	override, ok := n.p.Names.Elixir.Rename[path]
	if !ok {
		return derived
	}
	n.used[path] = true
	return or(override.Name, derived)
}

func (n *names) misspelt(path, format string, args ...any) {
	n.list.Errorf(n.p.Names.Elixir.Rename[path].Pos, "name-unspellable", format, args...).
		Help = "choose another spelling, or remove the override"
}

// unusedOverrides finds overrides of things that are not there.
func (n *names) unusedOverrides() {
	if n.p.Incomplete {
		return // what they name may be what could not be read
	}
	for path, override := range n.p.Names.Elixir.Rename {
		if !n.used[path] {
			n.list.Errorf(override.Pos, "name-unknown", "%q names nothing that the Elixir SDK spells", path).
				Help = "write the path of a thing in the spec, such as keys.job, jobs.enqueue or errors.EMQKIND; or remove the override"
		}
	}
}

// claim takes names in a scope for one thing of the spec, up to the first that
// is taken: one clash is told once.
func (n *names) claim(s *naming.Scope, path string, pos diag.Pos, names ...string) {
	for _, name := range names {
		if len(name) > longestName {
			n.list.Errorf(pos, "name-unspellable", "%q is spelled with %d characters, more than Elixir has room for", path, len(name)).
				Help = fmt.Sprintf("choose a shorter spelling with names: {elixir: {rename: {%s: …}}}", path)
			return
		}
		if !s.Claim(name, path, pos) {
			return
		}
	}
}

// scope opens a namespace; its findings are kept when it is closed.
func (n *names) scope(title string) *naming.Scope { return naming.NewScope(language, title) }

func (n *names) close(scopes ...*naming.Scope) {
	for _, s := range scopes {
		n.list.Add(s.Findings...)
	}
}
