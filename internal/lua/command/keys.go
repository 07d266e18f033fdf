package command

import (
	"slices"
	"strconv"
	"strings"
)

// KeySpec says where a command's keys stand and what becomes of them, as COMMAND
// INFO does.
type KeySpec struct {
	reads   bool
	writes  bool
	drops   bool
	varies  bool // options decide whether it reads or writes
	notKey  bool
	search  string // index, keyword, unknown
	keyword string
	from    int    // position of the first key, or where the search for the keyword starts
	find    string // range, keynum, unknown
	last    int    // of a range: the last key, relative to the first; negative from the end
	step    int
	limit   int // of a range to the end: only the first 1/limit of it
	number  int // of a keynum: where the number of keys stands, relative to from
	first   int // of a keynum: where the first key stands
}

func parseKeySpec(text string) KeySpec {
	parts := strings.Split(text, "@")
	var s KeySpec
	for _, flag := range strings.Split(parts[0], ",") {
		switch flag {
		case "RO", "access":
			s.reads = true
		case "RW", "OW", "RM":
			s.writes = true
		case "delete":
			s.drops = true
		case "variable_flags":
			s.varies = true
		case "not_key":
			s.notKey = true
		}
	}
	search, find := strings.Split(parts[1], ":"), strings.Split(parts[2], ":")
	s.search, s.find = search[0], find[0]
	at := func(words []string, i int) int {
		if i >= len(words) {
			return 0
		}
		n, _ := strconv.Atoi(words[i])
		return n
	}
	switch s.search {
	case "index":
		s.from = at(search, 1)
	case "keyword":
		s.keyword, s.from = search[1], at(search, 2)
	}
	switch s.find {
	case "range":
		s.last, s.step, s.limit = at(find, 1), at(find, 2), at(find, 3)
	case "keynum":
		s.number, s.first, s.step = at(find, 1), at(find, 2), at(find, 3)
	}
	return s
}

// Word is one word of a command as far as it is known before it runs.
type Word struct {
	Text  string
	Known bool // Text is exactly what is sent
	Most  int  // when not known: the most that it is as a number; 0 when nothing bounds it
}

// Is reports whether the word is known to be a keyword.
func (w Word) Is(keyword string) bool { return w.Known && strings.EqualFold(w.Text, keyword) }

// Key is one key argument of a command.
type Key struct {
	Index   int  // of the word; len(words) for the keys in an open end
	Reads   bool // its value is looked at
	Writes  bool // it is changed
	Drops   bool // the change takes something away
	Puts    bool // the change puts something there
	Pattern bool // no key but a pattern from which the command makes keys
}

// KeysOf finds the key arguments among the words of a command (its name first).
// An open end means that more words follow whose number is not known. What cannot
// be told is left out, and complete is false.
func (c *Command) KeysOf(words []Word, open bool) (keys []Key, complete bool) {
	complete = true
	for i := range c.Keys {
		spec := &c.Keys[i]
		if spec.notKey || spec.search == "unknown" {
			continue
		}
		found, sure := spec.positions(words, open)
		complete = complete && sure
		for _, i := range found {
			key := Key{Index: i, Reads: spec.reads, Writes: spec.writes, Drops: spec.drops}
			if spec.varies {
				key.Reads, key.Writes = c.variable(words, open)
			}
			if c.Name == "XCLAIM" || c.Name == "XAUTOCLAIM" {
				key.Reads = true // they answer the entries, which the tables do not say
			}
			key.Puts = key.Writes && !key.Drops
			keys = append(keys, key)
		}
	}
	if c.Name == "SORT" || c.Name == "SORT_RO" {
		keys = append(keys, sortKeys(words)...)
	}
	return keys, complete
}

// variable decides what a command does whose options decide it.
func (c *Command) variable(words []Word, open bool) (reads, writes bool) {
	has := func(keyword string) bool {
		return slices.ContainsFunc(words, func(w Word) bool { return w.Is(keyword) })
	}
	switch c.Name {
	case "SET":
		return has("GET") || has("IFEQ"), true
	case "BITFIELD":
		return true, open || has("SET") || has("INCRBY")
	}
	return true, true
}

func (s *KeySpec) positions(words []Word, open bool) (found []int, sure bool) {
	from := s.from
	if s.search == "keyword" {
		at := findKeyword(words, s.keyword, s.from)
		if at < 0 {
			return nil, !open
		}
		from = at + 1
	}
	if s.find == "keynum" {
		return s.numbered(words, open, from)
	}
	if s.find != "range" {
		return nil, false
	}
	if from > len(words) || from == len(words) && !open {
		return nil, true // too few words: a matter of arity
	}
	last := from + s.last
	switch {
	case s.last >= 0:
	case s.limit > 1 && open:
		return []int{len(words)}, false
	case s.limit > 1:
		last = from + (len(words)-from)/s.limit - 1
	case open:
		last = len(words)
	default:
		last = len(words) + s.last
	}
	for i := from; i <= last && (i < len(words) || open && i == len(words)); i += max(s.step, 1) {
		found = append(found, i)
	}
	return found, true
}

// numbered finds keys that a number counts. Where the number is not known, every
// word up to the first keyword is taken for a key.
func (s *KeySpec) numbered(words []Word, open bool, from int) (found []int, sure bool) {
	number, first := from+s.number, from+s.first
	if number >= len(words) {
		return nil, !open
	}
	if n, err := strconv.Atoi(words[number].Text); err == nil && words[number].Known {
		for i := first; i < first+n && i < len(words); i++ {
			found = append(found, i)
		}
		if open && first+n > len(words) {
			found = append(found, len(words))
		}
		return found, true
	}
	for i := first; i < len(words) && !words[i].Known; i++ {
		found = append(found, i)
	}
	if open && first+len(found) == len(words) {
		found = append(found, len(words))
	}
	return found, true
}

// findKeyword searches forward from a position, or backward from one that is
// counted from the end. KEYS of MIGRATE is searched forward all the same: only
// its last word can be mistaken for it.
func findKeyword(words []Word, keyword string, from int) int {
	for i := max(from, 1); i < len(words); i++ {
		if words[i].Is(keyword) {
			return i
		}
	}
	return -1
}

// sortKeys finds what the engines leave open for SORT: the destination, and the
// patterns of BY and GET that name keys after the elements.
func sortKeys(words []Word) (keys []Key) {
	for i := 2; i+1 < len(words); i++ {
		next := words[i+1]
		switch {
		case words[i].Is("STORE"):
			keys = append(keys, Key{Index: i + 1, Writes: true, Puts: true})
		case words[i].Is("LIMIT"):
			i++
		case words[i].Is("GET") && !next.Is("#"), words[i].Is("BY") && (!next.Known || strings.Contains(next.Text, "*")):
			keys = append(keys, Key{Index: i + 1, Reads: true, Pattern: true})
		default:
			continue
		}
		i++
	}
	return keys
}
