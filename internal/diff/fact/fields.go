package fact

import (
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// fields compares the fields of a record that stands in both versions.
func (c *comparer) fields(k Pair[protocol.Key]) {
	fields := &c.pairs.Fields
	fields.pair(k.Old.Fields, k.New.Fields, func(f *protocol.Field) string { return f.Name }, func(o, n *protocol.Field) int {
		return c.fieldLikeness(k, o, n)
	})
	fields.each(k.Old.Fields, k.New.Fields, func(f Pair[protocol.Field]) {
		switch {
		case f.Old == nil:
			c.add(Change{Kind: FieldAdded, Subject: fieldPath(k.Old, f.New), New: fieldType(f.New), OldPos: fields.before(k.New.Fields, f.New, fieldPos, k.Old.Pos), NewPos: f.New.Pos, Key: k, Field: f})
		case f.New == nil:
			c.add(Change{Kind: FieldRemoved, Subject: fieldPath(k.Old, f.Old), Old: fieldType(f.Old), OldPos: f.Old.Pos, NewPos: fields.beside(k.Old.Fields, f.Old, fieldPos, k.New.Pos), Key: k, Field: f})
		default:
			c.field(k, f)
		}
	})
	c.order(keyPath(k.Old)+".fields", fields.reordered(k.Old.Fields, k.New.Fields), k.Old.Pos, k.New.Pos)
}

// fieldLikeness weighs what a rename leaves as it was: the type, the place in
// the record, the description, and what the scripts do with the name.
func (c *comparer) fieldLikeness(k Pair[protocol.Key], o, n *protocol.Field) int {
	score := 0
	for _, s := range c.pairs.Scripts.All() {
		if renamedIn(s.Old.Source, s.New.Source, o.Name, n.Name) {
			score += sure
			break
		}
	}
	if slices.Index(k.Old.Fields, o) == slices.Index(k.New.Fields, n) {
		score += 2
	}
	if o.Doc != "" && o.Doc == n.Doc {
		score += 2
	}
	if typeName(o.Type) != typeName(n.Type) || o.Type.Unit != n.Type.Unit {
		return score
	}
	if o.Optional == n.Optional {
		score++
	}
	if o.Type.Kind == protocol.Enum {
		score++
	}
	return score + 1
}

func fieldPath(k *protocol.Key, f *protocol.Field) string { return keyPath(k) + ".fields." + f.Name }

func fieldType(f *protocol.Field) string {
	if f.Optional {
		return typeName(f.Type) + ", optional"
	}
	return typeName(f.Type)
}

func fieldNames(k *protocol.Key) string {
	return strings.Join(mapped(k.Fields, func(f *protocol.Field) string { return f.Name }), ", ")
}

func (c *comparer) field(k Pair[protocol.Key], f Pair[protocol.Field]) {
	change := Change{Subject: fieldPath(k.Old, f.Old), OldPos: f.Old.Pos, NewPos: f.New.Pos, Key: k, Field: f}
	of := func(kind Kind, old, new string) Change {
		change.Kind, change.Old, change.New = kind, old, new
		return change
	}
	c.differ(of(FieldRenamed, f.Old.Name, f.New.Name))
	c.fieldType(of, change.Subject, f)
	switch {
	case !f.Old.Optional && f.New.Optional:
		c.add(of(FieldMadeOptional, "required", "optional"))
	case f.Old.Optional && !f.New.Optional:
		c.add(of(FieldMadeRequired, "optional", "required"))
	}
	c.differ(of(FieldUnitChanged, unitNames[f.Old.Type.Unit], unitNames[f.New.Type.Unit]))
	c.differ(of(FieldTypeNameChanged, f.Old.Type.Named, f.New.Type.Named))
	c.doc(change.Subject, f.Old.Doc, f.New.Doc, f.Old.Pos, f.New.Pos)
}

func (c *comparer) fieldType(of builder, path string, f Pair[protocol.Field]) {
	before, after := f.Old.Type, f.New.Type
	switch {
	case before.Kind == protocol.Enum && after.Kind == protocol.Enum:
		c.fieldValues(of, path, f)
	case before.Kind == after.Kind:
	case includes(after.Kind, before.Kind):
		c.add(of(FieldTypeWidened, typeName(before), typeName(after)))
	case includes(before.Kind, after.Kind):
		c.add(of(FieldTypeNarrowed, typeName(before), typeName(after)))
	default:
		c.add(of(FieldTypeChanged, typeName(before), typeName(after)))
	}
}

func (c *comparer) fieldValues(of builder, path string, f Pair[protocol.Field]) {
	v := compareValues(f.Old.Type.Values, f.New.Type.Values, func(o, n string) bool {
		return slices.ContainsFunc(c.pairs.Scripts.All(), func(s Pair[protocol.Script]) bool {
			return renamedIn(s.Old.Source, s.New.Source, o, n)
		})
	})
	for _, r := range v.renamed {
		c.add(of(FieldValueRenamed, *r.Old, *r.New))
		c.pairs.Values = append(c.pairs.Values, RenamedValue{f, *r.Old, *r.New})
	}
	for _, value := range v.added {
		c.add(of(FieldValueAdded, "", value))
	}
	for _, value := range v.removed {
		c.add(of(FieldValueRemoved, value, ""))
	}
	c.order(path+".values", v.reordered, f.Old.Pos, f.New.Pos)
}
