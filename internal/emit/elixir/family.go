package elixir

import (
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// family is a way to address any key that stands under one hole: the keys
//
//	emq:{<queue>}:pending
//	emq:{<queue>}:metrics:completed
//
// belong to the family emq:{<queue>}:<type>, and queue_key(queue, type)
// composes the address of each.
type family struct {
	hole    *protocol.Param
	builder string // queue_key
	vars    []string
	prefix  string // emq:{
	joint   string // }:
}

// families finds them by one rule. A key belongs to the family of its hole when
// the hole is its only one and is followed by punctuation and more text; the
// text before the hole and the punctuation behind it make the family. A hole
// has one family, that of its first such key, so that keys added later never
// change what the function composes. A key of the same name and number of
// parameters goes first.
func families(n *names) []*family {
	taken := map[string]bool{}
	for _, k := range n.p.Keys {
		if len(k.Holes()) == 2 {
			taken[n.keys[k].builder] = true
		}
	}
	seen := map[*protocol.Param]bool{}
	var found []*family
	for _, k := range n.p.Keys {
		f := familyOf(k)
		if f == nil || seen[f.hole] {
			continue
		}
		seen[f.hole] = true
		name := n.override("params."+f.hole.Name, f.hole.Name)
		f.builder = name + "_key"
		if taken[f.builder] {
			continue
		}
		vars := variables{}
		f.vars = []string{vars.claim(name), vars.claim("type")}
		found = append(found, f)
	}
	return found
}

func familyOf(k *protocol.Key) *family {
	var before, after string
	var hole *protocol.Param
	for _, s := range k.At {
		switch {
		case s.Hole != nil && hole != nil:
			return nil
		case s.Hole != nil:
			hole = s.Hole
		case hole == nil:
			before += s.Text
		default:
			after += s.Text
		}
	}
	word := strings.IndexFunc(after, func(r rune) bool {
		return r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= 0x80
	})
	if hole == nil || word < 1 {
		return nil
	}
	return &family{hole: hole, prefix: before, joint: after[:word]}
}
