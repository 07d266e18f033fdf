package spec

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/spec/yaml"
)

// WritePins returns the text of a spec with the pins of its scripts, which are
// called module.script in the map, set to the given SHA1s. Nothing else of the
// text is touched: comments, quotes, line ends and order stay as they are. A
// script without a pin gets one behind its lua, in the style it is written in.
func WritePins(source []byte, pins map[string]string) ([]byte, error) {
	root, errs := yaml.Parse(string(source))
	if root == nil || len(errs) > 0 {
		return nil, fmt.Errorf("the spec cannot be read: check it before pins are written")
	}
	w := pinWriter{source: source, edits: map[int]edit{}}
	for module, m := range entries(lookup(root, "modules")) {
		for script, s := range entries(lookup(m, "scripts")) {
			name := module + "." + script
			if sha1, ok := pins[name]; ok {
				if err := w.pin(name, s, sha1); err != nil {
					return nil, err
				}
			}
		}
	}
	return w.apply(), nil
}

// edit replaces the bytes from where it stands up to end.
type edit struct {
	end  int
	text string
}

type pinWriter struct {
	source []byte
	edits  map[int]edit // by where they begin; scripts behind one alias share theirs
}

func (w *pinWriter) pin(name string, script *yaml.Node, sha1 string) error {
	if key, value := pair(script, "sha1"); key != nil {
		if value.Start < key.End {
			return fmt.Errorf("the pin of %s is an alias: write it out, and its SHA1 can be set", name)
		}
		w.replace(value, sha1)
		return nil
	}
	key, value := pair(script, "lua")
	switch {
	case key == nil:
		return fmt.Errorf("%s has no lua to pin", name)
	case !script.Flow:
		w.insertLine(key, value, sha1)
	case value.Start < key.End:
		return fmt.Errorf("the lua of %s is an alias: write it out, and its SHA1 can be added", name)
	default:
		w.insertEntry(key, value, sha1)
	}
	return nil
}

// replace puts a SHA1 where a value is, within the same quotes.
func (w *pinWriter) replace(value *yaml.Node, sha1 string) {
	start, end := value.Start, value.End
	switch {
	case value.Style == yaml.Single || value.Style == yaml.Double:
		start, end = start+1, end-1
	case value.Style == yaml.Block:
		sha1 += w.lineEnd(start)
	case start == end && start > 0 && w.source[start-1] == ':':
		sha1 = " " + sha1
	}
	w.edits[start] = edit{end, sha1}
}

// insertEntry adds an entry within brackets behind lua, in the same quotes and on
// a line of its own if lua has one.
func (w *pinWriter) insertEntry(key, value *yaml.Node, sha1 string) {
	comma := ", "
	bol := bytes.LastIndexAny(w.source[:key.Start], "\r\n") + 1
	if indent := string(w.source[bol:key.Start]); strings.Trim(indent, " \t") == "" {
		comma = "," + w.lineEnd(value.End) + indent
	}
	w.edits[value.End] = edit{value.End, comma + quotedAs(key, "sha1") + ": " + quotedAs(value, sha1)}
}

// quotedAs puts a text in the quotes of a scalar, or in none.
func quotedAs(n *yaml.Node, text string) string {
	switch n.Style {
	case yaml.Double:
		return `"` + text + `"`
	case yaml.Single:
		return "'" + text + "'"
	}
	return text
}

// insertLine adds a line below the one that lua ends on, indented and ended in the
// same way.
func (w *pinWriter) insertLine(key, value *yaml.Node, sha1 string) {
	bol := bytes.LastIndexAny(w.source[:key.Start], "\r\n") + 1
	line := string(w.source[bol:key.Start]) + "sha1: " + sha1
	at := max(key.End, value.End)
	if value.Style == yaml.Block {
		w.edits[at] = edit{at, line + w.lineEnd(key.End)}
		return
	}
	if eol := bytes.IndexAny(w.source[at:], "\r\n"); eol >= 0 {
		at += eol
	} else {
		at = len(w.source)
	}
	w.edits[at] = edit{at, w.lineEnd(at) + line}
}

// lineEnd is how the line at an offset ends, or the first one if it does not.
func (w *pinWriter) lineEnd(off int) string {
	for _, rest := range [][]byte{w.source[off:], w.source} {
		if i := bytes.IndexAny(rest, "\r\n"); i >= 0 {
			if bytes.HasPrefix(rest[i:], []byte("\r\n")) {
				return "\r\n"
			}
			return string(rest[i : i+1])
		}
	}
	return "\n"
}

func (w *pinWriter) apply() []byte {
	var b strings.Builder
	last := 0
	for _, start := range slices.Sorted(maps.Keys(w.edits)) {
		e := w.edits[start]
		b.Write(w.source[last:start])
		b.WriteString(e.text)
		last = e.end
	}
	b.Write(w.source[last:])
	return []byte(b.String())
}

// entries iterates over a mapping by its keys; what is none has no entries.
func entries(n *yaml.Node) iter.Seq2[string, *yaml.Node] {
	return func(yield func(string, *yaml.Node) bool) {
		if n == nil || n.Kind != yaml.Mapping {
			return
		}
		for k, v := range pairs(n) {
			if !yield(k.Value, v) {
				return
			}
		}
	}
}

func lookup(n *yaml.Node, name string) *yaml.Node {
	_, value := pair(n, name)
	return value
}

// pair finds a key of a mapping and its value.
func pair(n *yaml.Node, name string) (key, value *yaml.Node) {
	if n != nil && n.Kind == yaml.Mapping {
		for k, v := range pairs(n) {
			if k.Value == name {
				return k, v
			}
		}
	}
	return nil, nil
}
