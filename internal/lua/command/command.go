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

func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return count(n) + " arguments"
}

func count(n int) string { return strconv.Itoa(max(n, 0)) }

// Find looks a command up by its words, of which a subcommand needs two.
func Find(name, sub string) *Command {
	all := table()
	if c := all[strings.ToUpper(name)+" "+strings.ToUpper(sub)]; c != nil {
		return c
	}
	return all[strings.ToUpper(name)]
}

// Names lists the names of all commands, unordered.
func Names() []string {
	var names []string
	for name := range table() {
		names = append(names, name)
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

var table = sync.OnceValue(func() map[string]*Command {
	all := map[string]*Command{}
	load(all, Redis, redisTable)
	load(all, Redis, redisLater)
	load(all, Valkey, valkeyTable)
	load(all, Valkey, valkeyLater)
	return all
})

// load adds the rows of one engine's table; what two engines share is taken from
// the first.
func load(all map[string]*Command, engine Engine, table string) {
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		name := strings.ToUpper(strings.ReplaceAll(cells[0], "|", " "))
		c := all[name]
		if c == nil {
			c = &Command{Name: name, Group: cells[2], flags: map[string]bool{}}
			c.Arity, _ = strconv.Atoi(cells[3])
			for _, flag := range strings.Split(cells[4], ",") {
				c.flags[flag] = true
			}
			for _, spec := range strings.Fields(cells[5]) {
				c.Keys = append(c.Keys, parseKeySpec(spec))
			}
			all[name] = c
		}
		c.Since[engine], _ = ParseVersion(cells[1])
		c.Later[engine] = map[string]Version{}
		for _, later := range strings.Fields(cells[6]) {
			token, version, _ := strings.Cut(later, "=")
			c.Later[engine][token], _ = ParseVersion(version)
		}
	}
}
