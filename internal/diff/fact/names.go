package fact

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// names compares the spellings that belong to one language each. It walks the
// model, so that a name added to a language there is compared here.
func (c *comparer) names() {
	before, after := reflect.ValueOf(c.old.Names), reflect.ValueOf(c.new.Names)
	for i := range before.NumField() {
		language := "names." + strings.ToLower(before.Type().Field(i).Name)
		c.language(language, before.Field(i), after.Field(i))
	}
}

func (c *comparer) language(path string, before, after reflect.Value) {
	for i := range before.NumField() {
		name := path + "." + strings.ToLower(before.Type().Field(i).Name)
		switch old := before.Field(i).Interface().(type) {
		case string:
			c.differ(Change{Kind: NameChanged, Subject: name, Old: old, New: after.Field(i).String(), OldPos: c.old.Place(name), NewPos: c.new.Place(name)})
		case protocol.Rename:
			c.overrides(name, old, after.Field(i).Interface().(protocol.Rename))
		}
	}
}

func (c *comparer) overrides(path string, before, after protocol.Rename) {
	all := maps.Clone(before)
	if all == nil {
		all = protocol.Rename{}
	}
	maps.Copy(all, after)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		old, had := before[name]
		new, has := after[name]
		change := Change{Kind: OverrideChanged, Subject: path + "." + name, Old: old.Name, New: new.Name, OldPos: old.Pos, NewPos: new.Pos}
		switch {
		case !had:
			change.Kind, change.OldPos = OverrideAdded, c.old.Pos
		case !has:
			change.Kind, change.NewPos = OverrideRemoved, c.new.Pos
		}
		c.differ(change)
	}
}
