package spec

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"
)

// Schema is the JSON Schema (2020-12) of the format, derived from the tables that
// specs are read with.
//
// It says less than those where JSON has no word for it: that a reply is a string
// because it is quoted, that an argument has one name only, that a name is
// declared. Whatever the schema refuses, the loader refuses as well.
func Schema() []byte {
	s := &schemas{defs: map[string]any{}}
	root := fileForm.properties(s)
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "emqgen spec"
	root["description"] = "What the speakers of a Redis or Valkey protocol agree on: keys, fields, Lua scripts and error classes."
	root["$defs"] = s.defs
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(root); err != nil {
		panic(err) // it holds nothing but maps, slices and strings
	}
	return b.Bytes()
}

// schema is a JSON Schema, or a part of one.
type schema = map[string]any

// schemas gathers the definitions that parts of a schema share.
type schemas struct{ defs map[string]any }

// shared refers to a definition and builds it the first time, which ties
// recursive forms together. What it is called in messages, such as "a key of a
// script", is the one thing that is called so.
func (s *schemas) shared(what string, build func() any) any {
	_, name, _ := strings.Cut(what, " ")
	name = strings.ReplaceAll(name, " ", "-")
	if _, known := s.defs[name]; !known {
		s.defs[name] = schema{}
		s.defs[name] = build()
	}
	return schema{"$ref": "#/$defs/" + name}
}

func anyOf(alternatives ...any) any { return schema{"anyOf": alternatives} }

// closed is a mapping with just these keys.
func closed(properties schema, required ...string) schema {
	s := schema{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

// described adds a description to a schema that others may share.
func described(s any, doc string) schema {
	d := maps.Clone(s.(schema))
	d["description"] = doc
	return d
}

func (f scalar) schema(s *schemas) any {
	return s.shared(f.what, f.types)
}

func (f scalar) types() any {
	if f.words != nil {
		return schema{"enum": f.words}
	}
	// What is text to a spec may be a number or a boolean to JSON: 7.0, true.
	types := []string{"string"}
	if f.accepts("0") || f.accepts("7.0") || f.accepts(strings.Repeat("1", 40)) {
		types = append(types, "number")
	}
	if f.accepts("true") {
		types = append(types, "boolean")
	}
	s := schema{"type": types}
	if f.pattern != "" {
		s["pattern"] = f.pattern
	}
	return s
}

func (f scalar) accepts(s string) bool { return f.ok == nil || f.ok(s) }

func (integerForm) schema(*schemas) any { return schema{"type": "integer"} }

func (booleanForm) schema(*schemas) any { return schema{"type": "boolean"} }

func (f pointerForm[V]) schema(s *schemas) any { return f.form.schema(s) }

func (f partForm[T, V]) schema(s *schemas) any { return f.form.schema(s) }

func (f listForm[V]) schema(s *schemas) any {
	return schema{"type": "array", "items": f.item.schema(s)}
}

func (f mapForm[V]) schema(s *schemas) any {
	m := schema{"type": "object", "additionalProperties": f.value.schema(s)}
	if key, ok := f.key.(scalar); ok && key.pattern != "" {
		m["propertyNames"] = schema{"pattern": key.pattern}
	}
	return m
}

func (f eitherForm[V]) schema(s *schemas) any { return anyOf(f.short.schema(s), f.long.schema(s)) }

func (f objectForm[T]) schema(s *schemas) any {
	return s.shared(f.what, func() any { return f.properties(s) })
}

func (f objectForm[T]) properties(s *schemas) schema {
	properties := schema{}
	var required []string
	for _, field := range f.fields {
		properties[field.key] = described(field.schema(s), field.doc)
		if field.required {
			required = append(required, field.key)
		}
	}
	return closed(properties, required...)
}

// schema of a named thing: a key that is no option is its name. Without one, an
// option is the name, and JSON does not say which comes first.
func (f namedForm[T, V]) schema(s *schemas) any {
	return s.shared(f.what, func() any { return f.alternatives(s) })
}

func (f namedForm[T, V]) alternatives(s *schemas) any {
	typ := f.typ.schema(s)
	options, either := schema{}, schema{}
	for _, o := range f.options.fields {
		options[o.key] = described(o.schema(s), o.doc)
		either[o.key] = anyOf(o.schema(s), typ)
	}
	onlyOptions := schema{"propertyNames": schema{"enum": f.options.keys}}
	return anyOf(
		schema{
			"type": "object", "properties": options, "additionalProperties": typ,
			"propertyNames": schema{"pattern": namePattern}, "not": onlyOptions,
		},
		schema{"type": "object", "properties": either, "additionalProperties": false, "minProperties": 1},
	)
}

func (f replyForm) schema(s *schemas) any {
	outcome := outcomeForm.schema(s)
	shape := shapeForm{}.schema(s)
	properties := schema{
		"none":  described(outcome, "nil, false or an empty array"),
		"value": described(shape, "what any other reply holds"),
		"tuple": described(listOf("members", memberForm).schema(s), "an array with named members, in order"),
		"list":  described(shape, "an array of any length"),
		"map":   described(shapeForm{}.mapSchema(s), "pairs of any number"),
	}
	var both []any
	for i, a := range shapeWords {
		for _, b := range shapeWords[i+1:] {
			both = append(both, schema{"required": []string{a, b}})
		}
	}
	return anyOf(replyType.schema(s), schema{
		"type": "object", "properties": properties, "additionalProperties": outcome,
		"minProperties": 1, "not": anyOf(both...),
	})
}

func (f shapeForm) mapSchema(s *schemas) any {
	return schema{
		"type": "object", "minProperties": 1, "maxProperties": 1,
		"propertyNames": replyType.schema(s), "additionalProperties": f.schema(s),
	}
}
