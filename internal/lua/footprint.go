package lua

import (
	"slices"

	"github.com/echomq/emqgen/internal/lua/command"
	"github.com/echomq/emqgen/internal/protocol"
)

// Footprint is what a script touches of the keyspace, and what it needs to run.
type Footprint struct {
	Script *protocol.Script
	Areas  []*Area // KEYS in their order, then rows derived from roots, then all else
	Writes bool    // the script can leave a trace that others see
	Whole  bool    // nothing is missing: every command, key and field could be told
	Needs  []Need  // by engine
}

// Area is a key that a script touches, or a family of them it came by in the same
// way.
type Area struct {
	Provenance
	Address  string // as the script makes it: KEYS[1], KEYS[3] .. id
	Reads    bool
	Puts     bool // something is put there or changed
	Drops    bool // something is taken away
	Commands []string
	Fields   []*FieldUse // of a hash, in the order of the declaration, then by name
	Every    bool        // every field is read
	Some     bool        // fields are touched whose names are data
}

// FieldUse is a field of a hash that a script touches.
type FieldUse struct {
	Name  string
	Field *protocol.Field // nil when the key declares no such field
	Reads bool
	Puts  bool
	Drops bool
}

// Need is the least version of an engine that runs a script.
type Need struct {
	Engine  command.Engine
	Version command.Version // zero when the engine lacks a command in every version we know
	Because string          // the command, or the option of it, that asks for the most
}

// FootprintOf analyzes a script for what it touches. Of a script that does not
// parse the footprint is empty, and not whole.
func FootprintOf(p *protocol.Protocol, s *protocol.Script) *Footprint {
	return Analyze(p, s).Footprint()
}

// Footprint sums up what the calls of a script touch.
func (a *Analysis) Footprint() *Footprint {
	f := &Footprint{Script: a.Script, Whole: a.Err == nil && a.Limit == ""}
	areas := map[string]*Area{}
	for _, c := range a.Calls {
		if c.Command == nil {
			f.Whole, f.Writes = false, true
			continue
		}
		f.Writes = f.Writes || c.Command.Writes()
		f.Whole = f.Whole && c.KeysKnown
		for _, t := range c.Keys {
			area := areas[t.area()]
			if area == nil {
				area = &Area{Provenance: t.From, Address: t.address()}
				areas[t.area()] = area
				f.Areas = append(f.Areas, area)
			}
			f.Whole = f.Whole && t.From.Key != nil
			area.add(c, t)
		}
	}
	slices.SortStableFunc(f.Areas, func(x, y *Area) int { return x.rank(a.Script) - y.rank(a.Script) })
	for _, area := range f.Areas {
		area.order()
		f.Whole = f.Whole && !(area.Some && area.Key != nil && area.Key.IsRecord())
	}
	f.Needs = a.needs()
	return f
}

// area is the same for touches that belong together.
func (t *Touch) area() string {
	switch {
	case t.From.Origin == Declared:
		return "use " + t.From.Use.Name()
	case t.From.Origin == Derived:
		return "row " + t.From.Use.Name()
	}
	return t.From.Origin.String() + " " + t.Value.id()
}

// address writes how the script makes the key.
func (t *Touch) address() string {
	if t.From.Origin == Derived {
		return t.Value.X[0].String() + " .. <" + rowHole(t.From.Use.Key).Name + ">"
	}
	return t.Value.String()
}

func (area *Area) rank(s *protocol.Script) int {
	if area.Origin == Declared {
		return slices.Index(s.Keys, area.Use)
	}
	return len(s.Keys) + int(area.Origin)
}

func (area *Area) add(c *Call, t *Touch) {
	area.Reads = area.Reads || t.Reads
	area.Puts = area.Puts || t.Puts
	area.Drops = area.Drops || t.Drops
	area.Every = area.Every || c.AllFields
	area.Some = area.Some || c.Dynamic
	if !slices.Contains(area.Commands, c.Name) {
		area.Commands = append(area.Commands, c.Name)
	}
	for _, field := range c.Fields {
		name, ok := field.Field.Const()
		if field.Key != t || !ok {
			continue
		}
		use := area.field(name)
		use.Reads = use.Reads || field.Reads
		use.Drops = use.Drops || field.Drops
		use.Puts = use.Puts || field.Writes && !field.Drops
	}
}

func (area *Area) field(name string) *FieldUse {
	for _, use := range area.Fields {
		if use.Name == name {
			return use
		}
	}
	use := &FieldUse{Name: name}
	if area.Key != nil {
		for _, f := range area.Key.Fields {
			if f.Name == name {
				use.Field = f
			}
		}
	}
	area.Fields = append(area.Fields, use)
	return use
}

func (area *Area) order() {
	slices.Sort(area.Commands)
	var declared []*protocol.Field
	if area.Key != nil {
		declared = area.Key.Fields
	}
	place := func(use *FieldUse) int {
		if use.Field == nil {
			return len(declared)
		}
		return slices.Index(declared, use.Field)
	}
	slices.SortStableFunc(area.Fields, func(x, y *FieldUse) int {
		if d := place(x) - place(y); d != 0 {
			return d
		}
		return compareStrings(x.Name, y.Name)
	})
}

// needs finds the least version of each engine that has every command.
func (a *Analysis) needs() []Need {
	needs := []Need{
		{command.Redis, command.Version{2, 6}, "EVAL"},
		{command.Valkey, command.Version{7, 2}, "EVAL"},
	}
	for i := range needs {
		n := &needs[i]
		if v := (command.Version{7}); a.File != nil && a.File.Shebang != nil && n.Version.Less(v) {
			n.Version, n.Because = v, "#!lua"
		}
		for _, c := range a.Calls {
			switch need := c.Needs[n.Engine]; {
			case c.Command == nil:
			case !need.Known():
				*n = Need{Engine: n.Engine, Because: c.Name}
			case n.Version.Known() && n.Version.Less(need):
				n.Version, n.Because = need, c.Because[n.Engine]
			}
		}
	}
	return needs
}
