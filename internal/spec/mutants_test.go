package spec_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// mutants are copies of a document with one thing changed each: a value replaced
// by one of another form, a key renamed or taken out.
func mutants(doc any) map[string]any {
	all := map[string]any{}
	visit("", doc, func(path string, replaced any) { all[path] = replaced }, func(v any) any { return v })
	return all
}

// visit calls found with every mutant of the part at path, put back into the whole
// document by within.
func visit(path string, part any, found func(string, any), within func(any) any) {
	for name, other := range map[string]any{"a list": []any{}, "a mapping": map[string]any{"x": "y"}, "nothing": nil, "a fraction": json.Number("1.5")} {
		found(path+" is "+name, within(other))
	}
	switch part := part.(type) {
	case []any:
		for i, item := range part {
			visit(fmt.Sprintf("%s[%d]", path, i), item, found, func(v any) any {
				changed := slices.Clone(part)
				changed[i] = v
				return within(changed)
			})
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(part)) {
			less := maps.Clone(part)
			delete(less, key)
			found(path+"."+key+" is missing", within(less))
			renamed := maps.Clone(less)
			renamed[key+"x!"] = part[key]
			found(path+"."+key+" is misspelt", within(renamed))
			visit(path+"."+key, part[key], found, func(v any) any {
				changed := maps.Clone(part)
				changed[key] = v
				return within(changed)
			})
		}
	}
}

var plain = regexp.MustCompile(`^(none|value|tuple|list|map|-?[0-9]+)$`)

// flow writes a document as YAML in brackets, everything in quotes that is not a
// number, a boolean or one of the words that are told from replies by having none.
func flow(b *strings.Builder, doc any) {
	switch doc := doc.(type) {
	case []any:
		b.WriteByte('[')
		for _, item := range doc {
			flow(b, item)
			b.WriteString(", ")
		}
		b.WriteByte(']')
	case map[string]any:
		b.WriteByte('{')
		for _, key := range slices.Sorted(maps.Keys(doc)) {
			if !plain.MatchString(key) {
				key = strconv.Quote(key)
			}
			b.WriteString(key + ": ")
			flow(b, doc[key])
			b.WriteString(", ")
		}
		b.WriteByte('}')
	case string:
		fmt.Fprintf(b, "%q", doc)
	case nil:
		b.WriteByte('~')
	default:
		fmt.Fprint(b, doc)
	}
}
