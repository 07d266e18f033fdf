package lint

import (
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
)

var slotRules = []*Rule{
	{
		ID: "slot-split", Severity: diag.Error,
		Sentence: "two keys of a script cannot share a slot",
		Why: `A cluster runs a script only where all of its keys are, and keys are together only
when they carry the same hash tag: the text between the first { and the next }.
Without a cluster nothing shows, until the day there is one.`,
		Bad: `-- keys: [pending, version]
return redis.call('EXISTS', KEYS[1], KEYS[2])`,
		Good: `-- keys: [pending, active]
return redis.call('EXISTS', KEYS[1], KEYS[2])`,
		script: func(s *script) {
			for _, split := range s.splits {
				if split.tagged && s.Protocol.Profile != protocol.Open {
					s.inSpec(split.use.Pos, "%s (%s) and %s (%s) of %s cannot be in one slot: %s", split.first.Name(), split.first.Key.At,
						split.use.Name(), split.use.Key.At, s.Script.Name, split.why).
						see(split.first.Pos, "%s is declared here", split.first.Name()).about(split.use.Key.Name, split.first.Key.Name).
						help("give the keys the same hash tag, or the script one of them only")
				}
			}
		},
	},
	{
		ID: "slot-untagged", Severity: diag.Warning,
		Sentence: "a script has several keys and no hash tag that holds them together",
		Why: `Without a hash tag every key has a slot of its own, so that the script cannot run on
a cluster. A protocol that will never see one can allow this rule.`,
		Bad: `-- keys: [total, limit]
return redis.call('EXISTS', KEYS[1], KEYS[2])`,
		Good: `-- keys: [pending, active]
return redis.call('EXISTS', KEYS[1], KEYS[2])`,
		script: func(s *script) {
			for _, split := range s.splits {
				if !split.tagged && s.Protocol.Profile != protocol.Open {
					s.inSpec(split.use.Pos, "%s (%s) and %s (%s) of %s have no hash tag: a cluster keeps them in different slots", split.first.Name(),
						split.first.Key.At, split.use.Name(), split.use.Key.At, s.Script.Name).
						see(split.first.Pos, "%s is declared here", split.first.Name()).about(split.use.Key.Name, split.first.Key.Name).
						help("put what the keys have in common in braces, as in app:{<queue>}:total")
					return
				}
			}
		},
	},
	{
		ID: "tag-pattern", Severity: diag.Warning,
		Sentence: "a parameter in a hash tag admits values that split or empty the tag",
		Why: `The tag is the text between the first { and the next }. With an empty name, "emq:{}:x"
has no tag, and "emq:{}:y" is in another slot; a brace within a name moves the tag's
ends. One queue is then two slots, or two queues are one.`,
		Bad: `params:
  queue: {match: ".{1,64}"}
keys:
  waiting: {at: "app:{<queue>}:waiting", type: zset}`,
		Good: `params:
  queue: {match: "[a-z0-9]{1,64}"}
keys:
  waiting: {at: "app:{<queue>}:waiting", type: zset}`,
		whole: tagPatterns,
	},
}

// split is a pair of keys that cannot be together.
type split struct {
	first, use *protocol.KeyUse
	tagged     bool
	why        string
}

// splits compares the tag of each key of a script with the first's.
func splits(s *protocol.Script) (found []split) {
	if len(s.Keys) == 0 {
		return nil
	}
	first := s.Keys[0]
	firstTag, tagged := useTag(first)
	for _, use := range s.Keys {
		if use.Variadic && variadicTag(use) {
			found = append(found, split{use, use, true, "each of them has a tag of its own"})
			continue
		}
		if use == first {
			continue
		}
		tag, alsoTagged := useTag(use)
		if tag == firstTag {
			continue
		}
		f := split{first, use, tagged || alsoTagged, "their tags are " + firstTag + " and " + tag}
		switch {
		case tagged && !alsoTagged:
			f.why = use.Name() + " has no tag"
		case !tagged && alsoTagged:
			f.why = first.Name() + " has no tag"
		}
		found = append(found, f)
	}
	return found
}

// tagOf is the part of an address that decides its slot, and whether that is a
// hash tag or, for want of one, the whole.
func tagOf(at protocol.Template) (protocol.Template, bool) {
	if tag := at.Tag(); len(tag) > 0 {
		return tag, true
	}
	return at, false
}

// useTag writes a key's tag with the call parameters that fill it.
func useTag(use *protocol.KeyUse) (string, bool) {
	tag, tagged := tagOf(use.Key.At)
	var b strings.Builder
	for _, segment := range tag {
		if segment.Hole == nil {
			b.WriteString(segment.Text)
			continue
		}
		b.WriteString("<" + filledBy(use, segment.Hole).Name + ">")
	}
	if tagged {
		return "{" + b.String() + "}", true
	}
	return b.String(), false
}

// filledBy is the call parameter that fills a hole.
func filledBy(use *protocol.KeyUse, hole *protocol.Param) *protocol.CallParam {
	if i := slices.Index(use.Key.Holes(), hole); i >= 0 && i < len(use.Holes) {
		return use.Holes[i]
	}
	return &protocol.CallParam{Name: hole.Name}
}

// variadicTag reports whether each key of a variadic use has a tag of its own.
func variadicTag(use *protocol.KeyUse) bool {
	tag, _ := tagOf(use.Key.At)
	return slices.ContainsFunc(tag.Holes(), func(hole *protocol.Param) bool { return filledBy(use, hole).Variadic })
}

func tagPatterns(w *whole) {
	seen := map[*protocol.Param]bool{}
	for _, key := range w.Keys {
		for _, hole := range tagHoles(key.At) {
			if seen[hole] {
				continue
			}
			seen[hole] = true
			if what := splitting(hole); what != "" {
				w.report(hole.Pos, []string{hole.Name, key.Name}, "%s may be %s, which breaks the hash tag of %s", hole.Name, what, key.At).
					see(key.Pos, "%s has it in its tag", key.Name).
					help("give it a match without braces and of one character at least, such as \"[A-Za-z0-9._-]{1,128}\"")
			}
		}
	}
}

// tagHoles lists the holes in a tag, and before it, where a brace would do the
// same harm.
func tagHoles(at protocol.Template) []*protocol.Param {
	if _, tagged := tagOf(at); !tagged {
		return nil
	}
	var holes []*protocol.Param
	open := false
	for _, segment := range at {
		if segment.Hole != nil {
			holes = append(holes, segment.Hole)
			continue
		}
		text := segment.Text
		if !open {
			_, text, open = strings.Cut(text, "{")
		}
		if open && strings.Contains(text, "}") {
			break
		}
	}
	return holes
}

// splitting names a value that a parameter admits and that breaks a hash tag.
func splitting(p *protocol.Param) string {
	empty, brace := false, false
	switch p.Type.Kind {
	case protocol.Int, protocol.Branded, protocol.Bool, protocol.Float:
		return ""
	case protocol.Enum:
		for _, v := range p.Type.Values {
			empty = empty || v == ""
			brace = brace || strings.ContainsAny(v, "{}")
		}
	default:
		empty, brace = true, true
		if p.Pattern != nil {
			empty = p.Pattern.MatchString("")
			brace = admitsBrace(p.Pattern.Source)
		}
	}
	switch {
	case empty && !slices.Contains(p.Except, ""):
		return "empty"
	case brace:
		return "text with a brace"
	}
	return ""
}

// admitsBrace reports whether some text that matches has a brace in it.
func admitsBrace(pattern string) bool {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	return err == nil && hasBrace(tree)
}

func hasBrace(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return slices.Contains(re.Rune, '{') || slices.Contains(re.Rune, '}')
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			for _, brace := range "{}" {
				if re.Rune[i] <= brace && brace <= re.Rune[i+1] {
					return true
				}
			}
		}
		return false
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	case syntax.OpRepeat:
		if re.Max == 0 {
			return false
		}
	}
	return slices.ContainsFunc(re.Sub, hasBrace)
}
