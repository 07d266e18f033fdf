package python

import (
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/naming"
	"github.com/echomq/emqgen/internal/protocol"
)

// names holds the Python spelling of everything in a protocol, computed once:
// Check reports what went wrong on the way, Emit uses what came out.
type names struct {
	p            *protocol.Protocol
	pkg          string // import name
	distribution string

	modules  map[*protocol.Module]moduleNames
	scripts  map[*protocol.Script]scriptNames
	keys     map[*protocol.Key]string
	records  map[*protocol.Key]recordNames
	fields   map[*protocol.Field]string
	members  map[*protocol.Member]string
	verdicts map[*protocol.Verdict]string
	params   map[*protocol.CallParam]string
	holes    map[*protocol.Param]string
	errors   map[*protocol.Error]string
	brands   map[*protocol.Brand]string
	enums    map[any]*enum     // of a *Field, *CallParam, *Param, *Member or *Shape
	types    map[string]string // of `is:` names
	shared   []sharedType      // what types.py holds, in spec order

	namesakes map[string]int // how many modules have a script of this name

	root   *naming.Scope   // what the package exports
	typing *naming.Scope   // the module types
	used   map[string]bool // paths that an override can spell
	list   diag.List
}

type moduleNames struct {
	file string // of the public module, without .py
	sync string // class of the calls on a redis.Redis
}

func (m moduleNames) async() string   { return "Async" + m.sync }
func (m moduleNames) calls() string   { return m.sync + "Calls" }
func (m moduleNames) sources() string { return "_" + m.file + "_scripts" }

type scriptNames struct {
	method string
	reply  string // enum of the verdicts, where there are some
	result string // class of the tuple, where there is one
}

type recordNames struct {
	class string
	read  string // reader over a redis.Redis
}

func (r recordNames) readAsync() string { return r.read + "_async" }

// constant names the script's source; it cannot clash, as the names of a spec
// are of small letters.
func constant(s *protocol.Script) string { return strings.ToUpper(s.Name) }

// enum is a class of words.
type enum struct {
	class   string
	doc     string
	values  []string
	members []string
	shared  bool // stands in types.py
}

// sharedType is a type that has a name in the spec, or the words of a param.
type sharedType struct {
	class string
	typ   protocol.Type
	enum  *enum
}

// namesOf gives the names of a protocol.
var namesOf = emit.Last(newNames)

func newNames(p *protocol.Protocol) *names {
	n := &names{
		p:         p,
		modules:   map[*protocol.Module]moduleNames{},
		scripts:   map[*protocol.Script]scriptNames{},
		keys:      map[*protocol.Key]string{},
		records:   map[*protocol.Key]recordNames{},
		fields:    map[*protocol.Field]string{},
		members:   map[*protocol.Member]string{},
		verdicts:  map[*protocol.Verdict]string{},
		params:    map[*protocol.CallParam]string{},
		holes:     map[*protocol.Param]string{},
		errors:    map[*protocol.Error]string{},
		brands:    map[*protocol.Brand]string{},
		enums:     map[any]*enum{},
		types:     map[string]string{},
		namesakes: map[string]int{},
		root:      naming.NewScope("python", "the Python package"),
		typing:    naming.NewScope("python", "the Python module types"),
		used:      map[string]bool{},
	}
	n.namePackage()
	n.reserve()
	n.nameTypes()
	n.nameKeys()
	n.nameErrors()
	n.nameBrands()
	n.nameModules()
	n.unusedOverrides()
	n.list.Add(n.root.Findings...)
	n.list.Add(n.typing.Findings...)
	return n
}

// class spells a class after words that lead to it.
func class(words string) string { return evade(pascal(words), keywords, exceptions, ownClasses) }

// scope opens a namespace, fills it and keeps what it finds.
func (n *names) scope(title string, fill func(*naming.Scope)) {
	s := naming.NewScope("python", title)
	fill(s)
	n.list.Add(s.Findings...)
}

// spell gives the override for a path, or else the derived name.
func (n *names) spell(path string, derived func() string) string {
	override, ok := n.p.Names.Python.Rename[path]
	if !ok {
		return derived()
	}
	n.used[path] = true
	if !identifier().MatchString(override.Name) || keywords[override.Name] {
		n.list.Errorf(override.Pos, "name-unspellable", "%q cannot spell %q in Python: expected an identifier that begins with a letter, such as %s", override.Name, path, derived()).
			Help = "choose another spelling, or remove the override"
	}
	return override.Name
}

// unusedOverrides finds overrides of things that have no name in Python.
func (n *names) unusedOverrides() {
	if n.p.Incomplete {
		return // what they name may be what could not be read
	}
	for path, override := range n.p.Names.Python.Rename {
		if !n.used[path] {
			n.list.Errorf(override.Pos, "name-unknown", "%q names nothing that the Python SDK spells", path).
				Help = "write the path of a thing in the spec, such as keys.job, jobs.enqueue or errors.EMQKIND; or remove the override"
		}
	}
}

// member spells a name that stands in a class and among annotations.
func member(name string) func() string {
	return func() string { return evade(naming.Snake(name), keywords, annotations) }
}

func (n *names) namePackage() {
	n.pkg, n.distribution = n.p.Names.Python.Package, n.p.Names.Python.Distribution
	if standardLibrary[n.pkg] || foreign[n.pkg] {
		n.list.Errorf(n.p.Place("names.python.package", "protocol"), "name-reserved", "the Python package %q hides a module that it needs itself", n.pkg).
			Help = "choose another name with names: {python: {package: …}}"
	}
}

// reserve keeps what the package itself exports.
func (n *names) reserve() {
	own := []string{"InputError"}
	if len(n.p.Scripts()) > 0 {
		own = append(own, "Call", "DeclaredError", "DigestError", "Outcome", "ReplyError", "Script", "UnknownOutcomeError")
	}
	if n.hasRecords() {
		own = append(own, "RecordError", "ReplyError")
	}
	if n.p.Fence != nil {
		own = append(own, "FenceError")
	}
	if n.p.IDs != nil {
		own = append(own, "Brand", "DecodedId", "Minter")
	}
	n.root.Reserve("a name of the package itself", own...)
}

func (n *names) nameKeys() {
	n.scope("the Python module keys", func(s *naming.Scope) {
		s.Reserve("a name of the module itself", "functools", "re")
		for _, key := range n.p.Keys {
			path := "keys." + key.Name
			n.keys[key] = n.spell(path, member(key.Name))
			s.Claim(n.keys[key], path, key.Pos)
			n.scope("the Python function "+n.keys[key], func(s *naming.Scope) {
				for _, hole := range key.Holes() {
					s.Claim(n.holes[hole], "params."+hole.Name, hole.Pos)
				}
			})
		}
	})
	n.scope("the Python module records", func(s *naming.Scope) {
		for _, key := range n.p.Keys {
			if key.IsRecord() {
				n.nameRecord(s, key)
			}
		}
	})
}

func (n *names) nameRecord(module *naming.Scope, key *protocol.Key) {
	path := "keys." + key.Name
	base := pascal(n.keys[key])
	r := recordNames{class: strings.TrimSuffix(base, "Record") + "Record", read: "read_" + strings.TrimSuffix(n.keys[key], "_")}
	n.records[key] = r
	n.root.Claim(r.class, path, key.Pos)
	module.Claim(r.read, path, key.Pos)
	module.Claim(r.readAsync(), path, key.Pos)
	n.scope("the Python class "+r.class, func(s *naming.Scope) {
		for _, field := range key.Fields {
			at := path + ".fields." + field.Name
			n.fields[field] = n.spell(at, member(field.Name))
			s.Claim(n.fields[field], at, field.Pos)
			n.typeOf(field, field.Type, base+pascal(n.fields[field]), at, field.Pos, field.Doc)
		}
	})
}

func (n *names) nameErrors() {
	for _, e := range n.p.Errors {
		path := "errors." + e.Class
		if e.Class == "" {
			path = "errors." + e.Name
		}
		n.errors[e] = n.spell(path, func() string { return class(e.Name + "_error") })
		n.root.Claim(n.errors[e], path, e.Pos)
	}
}

func (n *names) nameBrands() {
	if n.p.IDs == nil {
		return
	}
	n.scope("the Python enum Brand", func(s *naming.Scope) {
		for _, b := range n.p.IDs.Brands {
			path := "ids.brands." + b.Name
			n.brands[b] = n.spell(path, func() string { return b.Name })
			s.Claim(n.brands[b], path, b.Pos)
		}
	})
}
