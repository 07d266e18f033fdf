package golang

import (
	"go/token"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/naming"
	"github.com/echomq/emqgen/internal/protocol"
)

// names holds the spelling of everything the SDK declares. Check and Emit share
// it, so that what was checked is what is written.
type names struct {
	p        *protocol.Protocol
	findings []diag.Finding
	list     diag.List
	pkg      *naming.Scope

	keyOf    map[*protocol.Key]string // JobKey is Job + Key, its record Job
	fieldOf  map[*protocol.Field]string
	paramOf  map[*protocol.Param]string // as a local variable
	errorOf  map[*protocol.Error]string
	moduleOf map[*protocol.Module]string
	scriptOf map[*protocol.Script]*scriptNames
	answerOf map[*protocol.Verdict]string     // EnqueueDuplicate
	memberOf map[*protocol.Member]string      // as the field of a struct
	localOf  map[*protocol.CallParam]string   // as a local variable
	enumOf   map[*protocol.Type]*declaredType // enums that the spec gives no name
	namedOf  map[string]*declaredType
	declared []*declaredType // both, in spec order
}

// scriptNames are the spellings of one script.
type scriptNames struct {
	method string // Enqueue
	base   string // Enqueue, or JobsEnqueue where modules share a name
}

// namesOf gives the names of a protocol.
var namesOf = emit.Last(newNames)

// structField is a parameter as the field of a struct.
func (n *names) structField(cp *protocol.CallParam) string {
	if n.localOf[cp] == local(unitless(cp.Name, cp.Type)) {
		return pascal(unitless(cp.Name, cp.Type))
	}
	return upper(n.localOf[cp])
}

func newNames(p *protocol.Protocol) *names {
	n := &names{
		p:        p,
		pkg:      naming.NewScope("go", "the Go package"),
		keyOf:    map[*protocol.Key]string{},
		fieldOf:  map[*protocol.Field]string{},
		paramOf:  map[*protocol.Param]string{},
		errorOf:  map[*protocol.Error]string{},
		moduleOf: map[*protocol.Module]string{},
		scriptOf: map[*protocol.Script]*scriptNames{},
		answerOf: map[*protocol.Verdict]string{},
		memberOf: map[*protocol.Member]string{},
		localOf:  map[*protocol.CallParam]string{},
		enumOf:   map[*protocol.Type]*declaredType{},
		namedOf:  map[string]*declaredType{},
	}
	n.reserve()
	n.checkPackage()
	n.nameErrors()
	n.nameBrands()
	n.nameParams()
	n.nameKeys()
	n.nameModules()
	n.list.Add(n.pkg.Findings...)
	n.findings = n.list.Sorted()
	return n
}

// spell gives the override for a path, or else the spelling derived from the
// name. An override must be exported; that it is an
// identifier at all was seen when the spec was read.
func (n *names) spell(path, derived string) string {
	override, ok := n.p.Names.Go.Rename[path]
	if !ok {
		return derived
	}
	if !token.IsExported(override.Name) {
		n.misspelt(override, path, "an exported Go identifier, such as "+derived)
	}
	return override.Name
}

// spellLocal is spell for the parameters of functions, which have a small first
// letter however the override is written.
func (n *names) spellLocal(path, derived string) string {
	override, ok := n.p.Names.Go.Rename[path]
	if !ok {
		return derived
	}
	name := lower(override.Name)
	if token.IsExported(name) || reservedLocal(name) {
		n.misspelt(override, path, "a Go identifier that emitted functions do not use themselves, such as "+derived)
	}
	return name
}

func (n *names) overridden(path string) bool {
	_, ok := n.p.Names.Go.Rename[path]
	return ok
}

func (n *names) misspelt(override protocol.Spelling, path, want string) {
	n.list.Errorf(override.Pos, "name-unspellable", "%q cannot spell %q in Go: expected %s", override.Name, path, want).
		Help = "choose another spelling, or remove the override"
}

// claim takes names in a scope for one thing of the spec, up to the first that is
// taken: one clash is told once.
func claim(scope *naming.Scope, path string, pos diag.Pos, names ...string) bool {
	for _, name := range names {
		if !scope.Claim(name, path, pos) {
			return false
		}
	}
	return true
}

// checkPackage refuses names of packages that nobody could import.
func (n *names) checkPackage() {
	name := n.p.Names.Go.Package
	if name == "main" || name == "documentation" || strings.HasSuffix(name, "_test") {
		n.list.Errorf(n.p.Place("names.go.package", "protocol"), "name-unspellable", "a Go package called %q cannot be imported", name).
			Help = "choose another name: names: {go: {package: …}}"
	}
}

func (n *names) nameErrors() {
	for _, e := range n.p.Errors {
		path := "errors." + e.Name
		if e.Class != "" {
			path = "errors." + e.Class
		}
		n.errorOf[e] = n.spell(path, "Err"+pascal(e.Name))
		n.pkg.Claim(n.errorOf[e], path, e.Pos)
	}
}

func (n *names) nameBrands() {
	if n.p.IDs == nil {
		return
	}
	for _, b := range n.p.IDs.Brands {
		n.pkg.Claim("Brand"+b.Name, "ids.brands."+b.Name, b.Pos)
	}
}

func (n *names) nameParams() {
	for _, p := range n.p.Params {
		path := "params." + p.Name
		n.paramOf[p] = n.spellLocal(path, local(unitless(p.Name, p.Type)))
		n.pkg.Claim(prefixAdmit+pascal(p.Name), path, p.Pos)
		n.nameType(&p.Type, pascal(p.Name), path, p.Doc, p.Pos)
	}
}

func (n *names) nameKeys() {
	for _, k := range n.p.Keys {
		path := "keys." + k.Name
		base := n.spell(path, pascal(k.Name))
		n.keyOf[k] = base
		claimed := claim(n.pkg, path, k.Pos, base+"Key")
		holes := naming.NewScope("go", "the parameters of "+base+"Key")
		for _, hole := range k.Holes() {
			holes.Claim(n.paramOf[hole], "params."+hole.Name, hole.Pos)
		}
		n.list.Add(holes.Findings...)
		if !k.IsRecord() {
			continue
		}
		if claimed {
			claim(n.pkg, path, k.Pos, base, "Read"+base, "Parse"+base)
		}
		fields := naming.NewScope("go", "the struct "+base)
		for _, f := range k.Fields {
			path := path + ".fields." + f.Name
			n.fieldOf[f] = n.spell(path, pascal(unitless(f.Name, f.Type)))
			fields.Claim(n.fieldOf[f], path, f.Pos)
			n.nameType(&f.Type, base+n.fieldOf[f], path, f.Doc, f.Pos)
		}
		n.list.Add(fields.Findings...)
	}
}

func (n *names) nameModules() {
	shared := map[string]int{}
	for _, s := range n.p.Scripts() {
		shared[s.Name]++
	}
	for _, m := range n.p.Modules {
		path := "modules." + m.Name
		derived := pascal(m.Name)
		if n.pkg.Reserved(derived) {
			derived += "Module" // the SDK's own name stays what it is in every SDK
		}
		name := n.spell(path, derived)
		n.moduleOf[m] = name
		claim(n.pkg, path, m.Pos, name, "New"+name, name+"Pipe", "New"+name+"Pipe")
		methods := naming.NewScope("go", "the methods of "+name)
		for _, s := range m.Scripts {
			path := m.Name + "." + s.Name
			method := n.spell(path, pascal(s.Name))
			base := method
			if shared[s.Name] > 1 {
				base = name + method
			}
			claimed := methods.Claim(method, path, s.Pos) && n.pkg.Claim(prefixCall+base, path, s.Pos)
			if claimed && s.Many {
				claimed = methods.Claim(method+"Many", path, s.Pos) && n.pkg.Claim(base+"Call", path, s.Pos)
			}
			n.nameScript(s, method, base, path, claimed)
		}
		n.list.Add(methods.Findings...)
	}
}

// nameScript names what a script declares. Without a name of its own (claimed),
// it would clash in everything.
func (n *names) nameScript(s *protocol.Script, method, base, path string, claimed bool) {
	sn := &scriptNames{method: method, base: base}
	n.scriptOf[s] = sn
	locals := naming.NewScope("go", "the parameters of "+method)
	for _, cp := range s.Call {
		path := path + paramSection(cp) + cp.Name
		if cp.Hole != nil && cp.Hole.Name == cp.Name && !n.overridden(path) {
			n.localOf[cp] = n.paramOf[cp.Hole]
		} else {
			n.localOf[cp] = n.spellLocal(path, local(unitless(cp.Name, cp.Type)))
		}
		locals.Claim(n.localOf[cp], path, cp.Pos)
	}
	n.list.Add(locals.Findings...)
	for _, a := range s.Args {
		if !isDeclared(&a.Type) {
			continue
		}
		n.nameType(&a.Type, base+pascal(a.Name), path+".args."+a.Name, a.Doc, a.Pos)
	}
	if claimed {
		claim(n.pkg, path+".returns", s.Pos, replyTypes(s.Reply, base)...)
	}
	n.nameReply(s, sn, path+".returns")
}

// paramSection is where the path of a call parameter is, below its script.
func paramSection(cp *protocol.CallParam) string {
	if cp.Flag || cp.Hole != nil {
		return ".keys."
	}
	return ".args."
}

func (n *names) nameReply(s *protocol.Script, sn *scriptNames, path string) {
	form := formOf(s.Reply)
	if form != optionalForm {
		for _, v := range s.Reply.Answers() {
			path := path + "." + v.Name
			n.answerOf[v] = n.spell(path, sn.base+pascal(v.Name))
			n.pkg.Claim(n.answerOf[v], path, v.Pos)
		}
	}
	n.nameShape(s.Reply.Value, sn, path)
}

func (n *names) nameShape(shape *protocol.Shape, sn *scriptNames, path string) {
	if shape == nil {
		return
	}
	n.nameType(&shape.Type, sn.base+"Value", path+".value", "", shape.Pos)
	n.nameType(&shape.Key, sn.base+"MapKey", path+".key", "", shape.Pos)
	n.nameShape(shape.Elem, sn, path)
	if shape.Kind != protocol.Tuple {
		return
	}
	members := naming.NewScope("go", "the struct of "+sn.method)
	for _, m := range shape.Members {
		path := path + "." + m.Name
		n.memberOf[m] = n.spell(path, pascal(unitless(m.Name, m.Shape.Type)))
		members.Claim(n.memberOf[m], path, m.Pos)
		for of := m.Shape; of != nil; of = of.Elem {
			n.nameType(&of.Type, sn.base+n.memberOf[m], path, m.Doc, m.Pos)
			n.nameType(&of.Key, sn.base+n.memberOf[m]+"MapKey", path+".key", m.Doc, m.Pos)
		}
	}
	n.list.Add(members.Findings...)
}
