package lua

import (
	"slices"
	"strings"
)

// holding marks facts about what a key holds since the script itself put it there.
const holding = "has "

// stored notes what a write puts where a later read of the same path finds it.
func (s *state) stored(c *Call, words []*Value) {
	if c.Open || len(c.Keys) != 1 || c.Keys[0].Value.vague {
		return
	}
	key := holding + c.Keys[0].Value.id() + " "
	note := func(member *Value) {
		if !member.vague {
			s.learn(key+member.id(), fact{truth: yes})
		}
	}
	noteAt := func(i int) {
		if i < len(words) { // too few words are another rule's finding
			note(words[i])
		}
	}
	switch c.Name {
	case "SET":
		if len(words) == 3 {
			note(nilValue)
		}
	case "SETEX", "PSETEX", "INCR", "DECR", "INCRBY", "DECRBY", "APPEND":
		note(nilValue)
	case "HSET", "HMSET":
		for i := 2; i+1 < len(words); i += 2 {
			note(words[i])
		}
	case "HINCRBY", "HINCRBYFLOAT", "HSETNX":
		noteAt(2)
	case "ZINCRBY":
		noteAt(3)
	case "ZADD":
		at := 2
		for ; at < len(words) && zaddOption(words[at]) != ""; at++ {
			if zaddOption(words[at]) == "XX" {
				return
			}
		}
		for ; at+1 < len(words); at += 2 {
			note(words[at+1])
		}
	}
}

// zaddOption is the option of ZADD that a word is, nothing for a score.
func zaddOption(v *Value) string {
	text, _ := v.Const()
	if text = strings.ToUpper(text); slices.Contains([]string{"NX", "XX", "GT", "LT", "CH", "INCR"}, text) {
		return text
	}
	return ""
}

// holds reports whether a read finds what the script itself has put there.
func (s *state) holds(c *Call, words []*Value) bool {
	if c.Open || len(c.Keys) != 1 || len(s.facts) == 0 {
		return false
	}
	key := holding + c.Keys[0].Value.id() + " "
	switch c.Name {
	case "GET":
		return s.facts[key+nilValue.id()].truth == yes
	case "HGET", "ZSCORE", "ZRANK", "ZREVRANK":
		return len(words) > 2 && s.facts[key+words[2].id()].truth == yes
	}
	return false
}

// taken forgets what a write may have taken away.
func (s *state) taken(c *Call) {
	for id := range s.factsAfter(c) {
		if strings.HasPrefix(id, holding) && (!c.KeysKnown || slices.ContainsFunc(c.Keys, func(t *Touch) bool { return t.Drops && strings.HasPrefix(id, holding+t.Value.id()+" ") })) {
			delete(s.facts, id)
		}
	}
}
