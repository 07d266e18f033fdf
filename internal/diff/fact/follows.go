package fact

import (
	"slices"

	"github.com/echomq/emqgen/internal/lazy"
	"github.com/echomq/emqgen/internal/protocol"
)

// follows reports whether the code of a script is another only where it says
// what is renamed: fields and values of the rows it is given, brands, and error
// classes. A word that also names something which kept its name is not followed,
// since it cannot be told which of them the script means.
func (c *comparer) follows(s Pair[protocol.Script]) bool {
	words := c.renames(s)
	if len(words) == 0 {
		return false
	}
	return slices.EqualFunc(tokens(s.Old.Source), tokens(s.New.Source), func(before, after string) bool {
		return before == after || words.said(before) == after
	})
}

// renames is what the words of a script became.
type renames map[string]string

func (c *comparer) renames(s Pair[protocol.Script]) renames {
	words, kept := renames{}, map[string]bool{}
	note := func(old, new string) {
		if earlier, ok := words[old]; old == new || ok && earlier != new {
			kept[old] = true
		}
		words[old] = new
	}
	for _, k := range c.given(s.Old) {
		for _, f := range k.Fields {
			if n := c.pairs.Fields.New(f); n != nil {
				note(f.Name, n.Name)
				c.noteValues(f, n, note)
			}
		}
	}
	for _, e := range c.pairs.Errors.All() {
		if e.Old.Class != "" {
			note(e.Old.Class, e.New.Class)
		}
	}
	for _, b := range c.pairs.Brands.All() {
		note(b.Old.Name, b.New.Name)
	}
	for word := range kept {
		delete(words, word)
	}
	return words
}

func (c *comparer) noteValues(old, new *protocol.Field, note func(old, new string)) {
	for _, value := range old.Type.Values {
		i := slices.IndexFunc(c.pairs.Values, func(r RenamedValue) bool { return r.Field.Old == old && r.Old == value })
		switch {
		case i >= 0:
			note(value, c.pairs.Values[i].New)
		case slices.Contains(new.Type.Values, value):
			note(value, value)
		}
	}
}

// given lists the keys that a script is given, and those that it derives.
func (c *comparer) given(s *protocol.Script) []*protocol.Key {
	var keys []*protocol.Key
	for _, use := range s.Keys {
		keys = append(keys, use.Key)
		if use.Key.RootOf != nil {
			keys = append(keys, use.Key.RootOf)
		}
	}
	return keys
}

var word = lazy.Regexp(`\w+`)

// said is a token of the script with the new words. In the text of a refusal,
// which begins with its class, every word counts.
func (r renames) said(token string) string {
	text, ok := literal(token)
	if !ok {
		return token
	}
	if new, renamed := r[text]; renamed {
		return `"` + new + `"`
	}
	if first := word().FindString(text); first == "" || text[:len(first)] != first || !isClass(first) || first == text {
		return token
	}
	return `"` + word().ReplaceAllStringFunc(text, func(w string) string {
		if new, renamed := r[w]; renamed {
			return new
		}
		return w
	}) + `"`
}

var classWord = lazy.Regexp(`^[A-Z][A-Z0-9_]*$`)

func isClass(w string) bool { return classWord().MatchString(w) }
