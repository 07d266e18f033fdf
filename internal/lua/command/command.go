// Package command knows the commands of Redis and Valkey as the engines publish
// them: which arguments are keys, what is read and written, since when.
//
// The tables are data, read from running servers (gen/main.go); what the servers
// at hand are too old for stands in tables of its own, with its source. The few
// things the engines do not say (which arguments are fields, what a reply is)
// stand in fields.go and reply.go.
package command

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:generate sh -c "go run ./gen $REDIS_ADDR > redis.tsv && go run ./gen $VALKEY_ADDR > valkey.tsv"

//go:embed redis.tsv
var redisTable string

//go:embed redis-later.tsv
var redisLater string

//go:embed valkey.tsv
var valkeyTable string

//go:embed valkey-later.tsv
var valkeyLater string

// Engine is a server that runs scripts.
type Engine int

const (
	Redis Engine = iota
	Valkey
)

// Engines lists all engines.
var Engines = []Engine{Redis, Valkey}

func (e Engine) String() string { return [...]string{"Redis", "Valkey"}[e] }

// Command is one command, or one subcommand.
type Command struct {
	Name  string // upper case; CONTAINER SUB for a subcommand
	Group string // string, hash, list, set, sorted-set, stream, generic, …
	Arity int    // words including the name; negative: at least that many
	Since [2]Version
	Later [2]map[string]Version // by token, + for one more argument than Arity asks
	Keys  []KeySpec
	flags map[string]bool
}

// Has reports a flag of the engines: readonly, noscript, blocking, …
func (c *Command) Has(flag string) bool { return c.flags[flag] }

// Writes reports whether the command can leave a trace that others see: data,
// or a published message.
func (c *Command) Writes() bool {
	return c.flags["write"] || c.Name == "PUBLISH" || c.Name == "SPUBLISH"
}

// Words counts the words of the name.
func (c *Command) Words() int { return 1 + strings.Count(c.Name, " ") }

// ArityError says what is wrong with a number of words, or nothing.
func (c *Command) ArityError(words int) string {
	switch {
	case c.Arity >= 0 && words != c.Arity:
		return fmt.Sprintf("%s takes %s, not %s", c.Name, arguments(c.Arity-c.Words()), count(words-c.Words()))
	case c.Arity < 0 && words < -c.Arity:
		return fmt.Sprintf("%s takes at least %s, not %s", c.Name, arguments(-c.Arity-c.Words()), count(words-c.Words()))
	}
	return ""
}

// groups are the commands whose last words come in groups: how many each has, and
// where they begin, behind options.
var groups = map[string]struct {
	first, size int
	options     []string
	what        string
}{
	"HSET":   {2, 2, nil, "fields and values"},
	"HMSET":  {2, 2, nil, "fields and values"},
	"MSET":   {1, 2, nil, "keys and values"},
	"MSETNX": {1, 2, nil, "keys and values"},
	"ZADD":   {2, 2, []string{"NX", "XX", "GT", "LT", "CH", "INCR"}, "scores and members"},
	"GEOADD": {2, 3, []string{"NX", "XX", "CH"}, "longitudes, latitudes and members"},
	"XADD":   {2, 2, nil, "fields and values"},
}

// afterID is where the fields of an XADD begin.
func afterID(words []Word) int {
	at := 2
	for at < len(words) {
		switch w := words[at]; {
		case w.Is("NOMKSTREAM"):
			at++
		case w.Is("MAXLEN"), w.Is("MINID"):
			at++
			if at < len(words) && (words[at].Is("~") || words[at].Is("=")) {
				at++
			}
			at++
		case w.Is("LIMIT"):
			at += 2
		default:
			return at + 1
		}
	}
	return at
}

// GroupError says what is wrong with words whose last ones should come in pairs or
// triples, and nothing when they do.
func (c *Command) GroupError(words []Word) string {
	g, ok := groups[c.Name]
	if !ok {
		return ""
	}
	first := g.first
	if c.Name == "XADD" {
		first = afterID(words)
	}
	for first < len(words) && slices.ContainsFunc(g.options, words[first].Is) {
		first++
	}
	if n := len(words) - first; n > 0 && n%g.size != 0 {
		return fmt.Sprintf("%s takes %s, and %d are given", c.Name, g.what, n)
	}
	return ""
}

func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return count(n) + " arguments"
}

func count(n int) string { return strconv.Itoa(max(n, 0)) }

// Find looks a command up by its words, of which a subcommand needs two.
func Find(name, sub string) *Command {
	name = strings.ToLower(name)
	if strings.Contains(name, "|") {
		return nil // the tables part the words so, and callers do not
	}
	if parents()[name] {
		if c := find(name + "|" + strings.ToLower(sub)); c != nil {
			return c
		}
	}
	return find(name)
}

// parents are the commands that have subcommands.
var parents = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for name := range rows() {
		if parent, _, ok := strings.Cut(name, "|"); ok {
			all[parent] = true
		}
	}
	return all
})

// Names lists the names of all commands, unordered.
func Names() []string {
	var names []string
	for name := range rows() {
		names = append(names, upper(name))
	}
	return names
}

// Newest is the newest version whose commands the tables know whole.
func Newest(e Engine) Version {
	return [...]Version{measured(redisTable), measured(valkeyTable)}[e]
}

// measured reads the version out of a table's first line.
func measured(table string) Version {
	head, _, _ := strings.Cut(table, ",")
	words := strings.Fields(head)
	v, _ := ParseVersion(words[len(words)-1])
	return v
}

// tables are in the order in which they are read: what two engines share is taken
// from the first.
var tables = [...]struct {
	engine Engine
	text   string
}{{Redis, redisTable}, {Redis, redisLater}, {Valkey, valkeyTable}, {Valkey, valkeyLater}}

// row is what the tables say of one command.
type row [len(tables)]string

// rows finds the commands in the tables, by name as spelled there. They are many,
// and the scripts of a protocol call few of them.
var rows = sync.OnceValue(func() map[string]row {
	all := make(map[string]row, 512)
	for i, table := range tables {
		for line := range strings.Lines(table.text) {
			if name, _, found := strings.Cut(line, "\t"); found {
				r := all[name]
				r[i] = line
				all[name] = r
			}
		}
	}
	return all
})

// asked holds the commands that were asked for, by name as in the tables.
var asked = struct {
	sync.RWMutex
	commands map[string]*Command
}{commands: map[string]*Command{}}

func find(name string) *Command {
	asked.RLock()
	c := asked.commands[name]
	asked.RUnlock()
	if c != nil {
		return c
	}
	r, ok := rows()[name]
	if !ok {
		return nil
	}
	asked.Lock()
	defer asked.Unlock()
	if asked.commands[name] == nil {
		asked.commands[name] = r.command(upper(name))
	}
	return asked.commands[name]
}

// upper is the name of a command as scripts and people write it.
func upper(name string) string { return strings.ToUpper(strings.ReplaceAll(name, "|", " ")) }

func (r row) command(name string) *Command {
	var c *Command
	for i, line := range r {
		if line == "" {
			continue
		}
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if c == nil {
			c = &Command{Name: name, Group: cells[2], flags: map[string]bool{}}
			c.Arity, _ = strconv.Atoi(cells[3])
			for _, flag := range strings.Split(cells[4], ",") {
				c.flags[flag] = true
			}
			for _, spec := range strings.Fields(cells[5]) {
				c.Keys = append(c.Keys, parseKeySpec(spec))
			}
		}
		engine := tables[i].engine
		c.Since[engine], _ = ParseVersion(cells[1])
		c.Later[engine] = map[string]Version{}
		for _, later := range strings.Fields(cells[6]) {
			token, version, _ := strings.Cut(later, "=")
			c.Later[engine][token], _ = ParseVersion(version)
		}
	}
	return c
}
