package protocol

import (
	"go/token"
	"regexp"
	"strings"

	"github.com/echomq/emqgen/internal/lazy"
	"github.com/echomq/emqgen/internal/naming"
	"github.com/echomq/emqgen/internal/spec"
)

func (r *resolver) resolveNames() {
	f := r.file.Names
	name := r.p.Name
	pythonPackage := or(f.Python.Package.Value, name)
	r.spelledIn("go", func() {
		r.p.Names.Go = GoNames{
			Package: or(f.Go.Package.Value, strings.ReplaceAll(name, "_", "")),
			Module:  f.Go.Module.Value,
			Rename:  r.rename("go", f.Go.Rename),
		}
		r.spelled(f.Go.Package, goPackage)
		r.spelled(f.Go.Module, goModule)
	})
	r.spelledIn("elixir", func() {
		r.p.Names.Elixir = ElixirNames{
			App:       or(f.Elixir.App.Value, name),
			Module:    or(f.Elixir.Module.Value, naming.Pascal(name, nil)),
			Connector: f.Elixir.Connector.Value,
			Script:    f.Elixir.Script.Value,
			ID:        f.Elixir.ID.Value,
			Rename:    r.rename("elixir", f.Elixir.Rename),
		}
		r.spelled(f.Elixir.App, elixirApp)
		for _, module := range []spec.Text{f.Elixir.Module, f.Elixir.Connector, f.Elixir.Script, f.Elixir.ID} {
			r.spelled(module, elixirModule)
		}
	})
	r.spelledIn("python", func() {
		r.p.Names.Python = PythonNames{
			Package:      pythonPackage,
			Distribution: or(f.Python.Distribution.Value, strings.ReplaceAll(pythonPackage, "_", "-")),
			Rename:       r.rename("python", f.Python.Rename),
		}
		r.spelled(f.Python.Package, pythonPackageName)
		r.spelled(f.Python.Distribution, pythonDistribution)
	})
	if !f.Go.Package.Given() && token.IsKeyword(r.p.Names.Go.Package) {
		r.list.Errorf(r.file.Protocol.Pos, RuleName, "%q is a keyword of Go, so it is no package name there", r.p.Names.Go.Package).Help = "choose one: names: {go: {package: …}}"
	}
	if !f.Python.Package.Given() && pythonKeywords[name] {
		r.list.Errorf(r.file.Protocol.Pos, RuleName, "%q is a keyword of Python, so it is no package name there", name).Help = "choose one: names: {python: {package: …}}"
	}
}

// spelledIn notes whether anything is wrong with what is said for a language.
func (r *resolver) spelledIn(language string, look func()) {
	before := r.list.Len()
	look()
	r.unspelled[language] = r.list.Len() > before
}

// spelling is what a name must look like to be one in its language.
type spelling struct {
	what string
	re   func() *regexp.Regexp
	ok   func(string) bool
	help string
}

var (
	goPackage = spelling{
		"a Go package name", lazy.Regexp(`^[a-z][a-z0-9_]*$`),
		func(s string) bool { return !token.IsKeyword(s) && s != "main" },
		"write lower-case letters and digits, such as echomq, and no keyword",
	}
	goModule = spelling{
		"a Go module path", lazy.Regexp(`^[A-Za-z0-9][A-Za-z0-9._~-]*(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$`),
		func(s string) bool { return !strings.HasSuffix(s, ".") && !strings.Contains(s, "./") },
		"write what go get takes, such as github.com/echomq/echomq-go",
	}
	elixirApp = spelling{
		"an OTP application name", lazy.Regexp(`^[a-z][a-z0-9_]*$`), nil,
		"write lower_snake, such as echo_mq",
	}
	elixirModule = spelling{
		"an Elixir module", lazy.Regexp(`^[A-Z][A-Za-z0-9_]*(\.[A-Z][A-Za-z0-9_]*)*$`), nil,
		"write capitalized words with dots between them, such as EchoMQ.Wire",
	}
	pythonPackageName = spelling{
		"a Python package name", lazy.Regexp(`^[a-z][a-z0-9_]*$`),
		func(s string) bool { return !pythonKeywords[s] },
		"write lower_snake, such as echomq, and no keyword",
	}
	pythonDistribution = spelling{
		"a name for pyproject.toml", lazy.Regexp(`^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$`), nil,
		"write letters, digits and . _ - between them, such as echo-mq",
	}
	identifiers = map[string]spelling{
		"go": {
			"a Go identifier", lazy.Regexp(`^[A-Za-z_][A-Za-z0-9_]*$`),
			func(s string) bool { return !token.IsKeyword(s) && s != "_" },
			"write letters, digits and underscores, and no keyword",
		},
		"elixir": {
			"an Elixir name", lazy.Regexp(`^([a-z_][A-Za-z0-9_]*[?!]?|[A-Z][A-Za-z0-9_]*(\.[A-Z][A-Za-z0-9_]*)*)$`), nil,
			"write a function or atom such as push, or a module such as Work.Queue",
		},
		"python": {
			"a Python identifier", lazy.Regexp(`^[A-Za-z_][A-Za-z0-9_]*$`),
			func(s string) bool { return !pythonKeywords[s] },
			"write letters, digits and underscores, and no keyword",
		},
	}
)

var pythonKeywords = set(`False None True and as assert async await break class continue def del elif else
	except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// spelled refuses a name that is none in its language.
func (r *resolver) spelled(t spec.Text, s spelling) bool {
	if !t.Given() || s.re().MatchString(t.Value) && (s.ok == nil || s.ok(t.Value)) {
		return true
	}
	r.list.Errorf(t.Pos, RuleName, "%q is not %s", t.Value, s.what).Help = s.help
	return false
}

// rename resolves the overrides of one language. A path that names nothing would
// silently do nothing, so it is refused.
func (r *resolver) rename(language string, m spec.Map[spec.Text]) Rename {
	if len(m.Entries) == 0 {
		return nil
	}
	paths := r.renamable()
	spellings := Rename{}
	for _, e := range m.Entries {
		paths.find(r, e.Key, "the path of anything in this spec")
		if r.spelled(e.Value, identifiers[language]) {
			spellings[e.Key.Value] = Spelling{Pos: e.Value.Pos, Name: e.Value.Value}
		}
	}
	return spellings
}

// renamable lists the paths that an override may name; see Rename.
func (r *resolver) renamable() *index[bool] {
	if r.paths != nil {
		return r.paths
	}
	r.paths = &index[bool]{items: map[string]bool{}, complete: !r.file.Broken}
	add := func(path string, t Type) {
		r.paths.add(path, true)
		for _, v := range t.Values {
			r.paths.add(path+"."+v, true)
		}
		if t.Named != "" {
			r.paths.add("types."+t.Named, true)
			for _, v := range t.Values {
				r.paths.add("types."+t.Named+"."+v, true)
			}
		}
	}
	if r.p.IDs != nil {
		for _, b := range r.p.IDs.Brands {
			add("ids.brands."+b.Name, Type{})
		}
	}
	for _, p := range r.p.Params {
		add("params."+p.Name, p.Type)
	}
	for _, k := range r.p.Keys {
		add("keys."+k.Name, Type{})
		for _, f := range k.Fields {
			add("keys."+k.Name+".fields."+f.Name, f.Type)
		}
	}
	for _, e := range r.p.Errors {
		add("errors."+or(e.Class, e.Name), Type{})
	}
	for _, m := range r.p.Modules {
		add("modules."+m.Name, Type{})
		for _, s := range m.Scripts {
			s.renamable(add)
		}
	}
	return r.paths
}

func (s *Script) renamable(add func(string, Type)) {
	path := s.Module.Name + "." + s.Name
	add(path, Type{})
	for _, u := range s.Keys {
		add(path+".keys."+u.Name(), Type{})
	}
	for _, c := range s.Call {
		add(path+".args."+c.Name, c.Type)
	}
	for _, v := range s.Reply.Answers() {
		add(path+".returns."+v.Name, Type{})
	}
	add(path+".returns", Type{})
	s.Reply.Value.each(path+".returns", add)
}

// each visits the scalar types of a shape; members of a tuple lengthen the path.
func (s *Shape) each(path string, visit func(string, Type)) {
	if s == nil {
		return
	}
	switch s.Kind {
	case Scalar:
		visit(path, s.Type)
	case Map:
		visit(path, s.Key)
	}
	for _, m := range s.Members {
		m.Shape.each(path+"."+m.Name, visit)
	}
	s.Elem.each(path, visit)
}
