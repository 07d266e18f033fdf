package command

import "strings"

// Needs tells the least version of an engine that takes these words (the name
// first), and which word asks for it. ok is false for an engine whose tables do
// not have the command.
func (c *Command) Needs(e Engine, words []Word) (v Version, because string, ok bool) {
	v, because = c.Since[e], c.Name
	if !v.Known() {
		return Version{}, c.Name, false
	}
	later := c.Later[e]
	if len(later) > 0 {
		for _, w := range words[min(c.Words(), len(words)):] {
			token := strings.ToUpper(w.Text)
			if since, found := later[token]; found && w.Known && v.Less(since) {
				v, because = since, c.Name+" "+token
			}
		}
	}
	if since := pair(c.Name, words); v.Less(since) && e == Redis {
		v, because = since, "SET NX with GET"
	}
	if since, found := later["+"]; found && len(words) > c.leastWords() && v.Less(since) {
		v, because = since, c.Name+" with a count"
	}
	return v, because, true
}

// pair is the version of Redis from which on two options go together that exclude
// each other before; zero when there are no such two.
func pair(name string, words []Word) Version {
	if name != "SET" {
		return Version{}
	}
	nx, get := false, false
	for _, w := range words {
		nx, get = nx || w.Is("NX"), get || w.Is("GET")
	}
	if nx && get {
		return Version{7}
	}
	return Version{}
}

func (c *Command) leastWords() int {
	if c.Arity < 0 {
		return -c.Arity
	}
	return c.Arity
}
