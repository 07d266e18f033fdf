package lua

import (
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/lua/command"
	"github.com/echomq/emqgen/internal/lua/syntax"
)

// command runs redis.call or redis.pcall.
func (m *machine) command(x *syntax.Call, protected bool, args values, st *state, fr *frame, k func(*state, values)) {
	names := args.first().Alternatives()
	if len(args.list) == 0 {
		names = []*Value{unknown(values{rest: args.rest}.first())}
	}
	for i, name := range names {
		way := st
		if i < len(names)-1 {
			way = st.fork()
		}
		c := m.met(x, fr, i)
		c.Protected = c.Protected || protected || fr.caught != nil
		if fr.caught != nil {
			*fr.caught = append(*fr.caught, c)
		}
		if args.rest != nil {
			c.Open = true
		}
		way.forget(c.sym)
		m.issue(c, x, name, args, way)
		for i, v := range args.list[min(1, len(args.list)):] {
			m.mayBeMissing(v, "given to ", c.Name, argSpan(x, i+1), way)
		}
		c.Before = merged(c.Before, way.writes())
		m.reply(c, args.list, way, k)
	}
}

// met finds the record of a call under the n-th of the names it may have, or
// makes it.
func (m *machine) met(x *syntax.Call, fr *frame, n int) *Call {
	at := x.Span
	at.End += n << 32 // no place in a script is so far back
	sym := m.site(fr, at)
	c := m.calls[sym]
	if c == nil {
		c = &Call{At: x.Span, sym: sym, KeysKnown: true}
		m.calls[sym] = c
	}
	return c
}

// issue records a command under one of the names it may have.
func (m *machine) issue(c *Call, x *syntax.Call, name *Value, args values, st *state) {
	text, ok := name.Const()
	if !ok {
		m.event(&Event{Kind: Named, At: c.At, X: name})
		c.KeysKnown = false
		m.spread(c, args, x)
		return
	}
	sub, _ := args.at(1).Const()
	cmd := command.Find(text, sub)
	if cmd == nil {
		c.Name = strings.ToUpper(text)
		m.spread(c, args, x)
		return
	}
	c.Name, c.Command = cmd.Name, cmd
	m.spread(c, args, x)
	words := wordsOf(name, args, st)
	c.words = words
	open := args.rest != nil
	if !open && c.Ungrouped == "" {
		c.Ungrouped = cmd.GroupError(words)
	}
	c.Reply = cmd.ReplyTo(words, open)
	if c.Protected || m.a.RESP3 {
		c.Reply = command.Reply{}
	}
	for _, e := range command.Engines {
		v, because, ok := cmd.Needs(e, words)
		if !ok {
			v = command.Version{}
		}
		if c.Needs[e].Less(v) || c.Because[e] == "" {
			c.Needs[e], c.Because[e] = v, because
		}
	}
	m.touch(c, cmd, words, args, x, open)
}

// spread keeps the words as any path gives them.
func (m *machine) spread(c *Call, args values, x *syntax.Call) {
	if more := len(args.list) - len(c.Words); more > 0 {
		c.Words, c.Spans = slices.Grow(c.Words, more), slices.Grow(c.Spans, more)
	}
	for i, v := range args.list {
		if i < len(c.Words) {
			c.Words[i] = join(c.Words[i], v)
			continue
		}
		c.Words = append(c.Words, v)
		c.Spans = append(c.Spans, argSpan(x, i))
	}
}

// argSpan is where the i-th word stands; the words of an unpack stand where it does.
func argSpan(x *syntax.Call, i int) syntax.Span {
	args := x.Args
	if len(args) > 0 && isCommandFn(args[0]) { // pcall(redis.call, …)
		args = args[1:]
	}
	if len(args) == 0 {
		return x.Span
	}
	return args[min(i, len(args)-1)].Range()
}

func isCommandFn(x syntax.Expr) bool {
	index, ok := x.(*syntax.Index)
	if !ok {
		return false
	}
	key, ok := index.Key.(*syntax.String)
	return ok && (key.Value == "call" || key.Value == "pcall")
}

func wordsOf(name *Value, args values, st *state) []command.Word {
	words := make([]command.Word, len(args.list))
	for i, v := range args.list {
		if i == 0 {
			v = name
		}
		if words[i].Text, words[i].Known = v.Const(); words[i].Known {
			continue
		}
		if most := st.most(v); most >= 1 && most < 1e6 {
			words[i].Most = int(most)
		}
	}
	return words
}

// touch records the keys and fields among the words.
func (m *machine) touch(c *Call, cmd *command.Command, words []command.Word, args values, x *syntax.Call, open bool) {
	keys, complete := cmd.KeysOf(words, open)
	c.KeysKnown = c.KeysKnown && complete
	var touched []*Touch
	for _, key := range keys {
		v := args.at(key.Index)
		for _, alt := range v.Alternatives() {
			if v.Op == Union && (alt.Op == Nil || alt == falseValue) {
				continue // the engine raises an error, and touches nothing
			}
			t := &Touch{
				Index: key.Index, At: argSpan(x, key.Index), Value: alt, Pattern: key.Pattern, Written: writtenOut(x, key.Index),
				Reads: key.Reads, Writes: key.Writes, Drops: key.Drops, Puts: key.Puts,
			}
			touched = append(touched, c.touched(t))
		}
	}
	if cmd.ReadsWhole() {
		c.AllFields = true
	}
	fields, complete := cmd.FieldsOf(words, open)
	if !complete {
		c.Dynamic = true
	}
	for _, f := range fields {
		for _, key := range touched {
			m.field(c, key, f, args, x)
		}
	}
}

func (m *machine) field(c *Call, key *Touch, f command.Field, args values, x *syntax.Call) {
	for _, name := range args.at(f.Index).Alternatives() {
		t := FieldTouch{At: argSpan(x, f.Index), Key: key, Field: name, Reads: f.Reads, Writes: f.Writes, Drops: f.Drops}
		if _, ok := name.Const(); !ok {
			c.Dynamic = true
		}
		if f.Value == 0 {
			c.addField(t)
			continue
		}
		for _, v := range args.at(f.Value).Alternatives() {
			t.Value, t.ValAt = v, argSpan(x, f.Value)
			c.addField(t)
		}
	}
}

// touched is the record of a key, made once.
func (c *Call) touched(t *Touch) *Touch {
	for _, have := range c.Keys {
		if have.Index == t.Index && same(have.Value, t.Value) {
			have.Reads, have.Writes = have.Reads || t.Reads, have.Writes || t.Writes
			have.Drops, have.Puts = have.Drops || t.Drops, have.Puts || t.Puts
			return have
		}
	}
	c.Keys = append(c.Keys, t)
	return t
}

func (c *Call) addField(t FieldTouch) {
	for _, have := range c.Fields {
		if have.At == t.At && have.Key == t.Key && same(have.Field, t.Field) && (have.Value == t.Value || have.Value != nil && t.Value != nil && same(have.Value, t.Value)) {
			return
		}
	}
	kept := t
	c.Fields = append(c.Fields, &kept)
}

// writtenOut reports whether a word is spelled KEYS[n].
func writtenOut(x *syntax.Call, i int) bool {
	if i >= len(x.Args) {
		return false
	}
	index, ok := x.Args[i].(*syntax.Index)
	if !ok {
		return false
	}
	table, ok := index.X.(*syntax.Name)
	_, constant := index.Key.(*syntax.Number)
	return ok && constant && table.Ident == "KEYS"
}

// reply goes on with what the call answers.
func (m *machine) reply(c *Call, words []*Value, st *state, k func(*state, values)) {
	v := replyOf(c)
	switch {
	case c.Command == nil || !st.exists(c) || !c.Command.MeetsKey(c.words):
	case st.made(c):
		// A test decided by the script's own write is a mistake: what stands behind
		// it is judged all the same, both ways.
		v = (&Value{Op: ReplyOf, N: c.sym, Call: c, Num: isOne, trace: v.trace}).seal()
	default:
		v = number(1).traced(v.trace) // it fails only where there is no key
	}
	if c.Command == nil || c.Command.Writes() {
		e := effect{call: c}
		if c.tellsIfDone() || c.Protected {
			e.sym = c.sym
		}
		st.add(e)
		st.changed(c)
		st.taken(c)
		st.stored(c, words)
	}
	if v.Op == ReplyOf && v.Call.Reply.False && st.holds(c, words) {
		v = (&Value{Op: ReplyOf, N: c.sym, Call: c, Num: isFound, trace: v.trace}).seal()
	}
	k(st, one(v))
}

func replyOf(c *Call) *Value {
	return (&Value{Op: ReplyOf, N: c.sym, Call: c, trace: &Trace{At: c.At, how: fromReply, name: c.Name, len: 1}}).seal()
}

// looked notes that the script looks at what a protected call answered.
func (m *machine) looked(v *Value) {
	if v.Op == ReplyOf {
		v.Call.Looked = true
	}
	for _, x := range v.X {
		m.looked(x)
	}
}

// Takes reports whether the call removes what it finds.
func (c *Call) Takes() bool { return c.Command != nil && c.Command.Takes() }

// tellsIfDone reports whether nothing was written when the reply is empty, zero
// or missing.
func (c *Call) tellsIfDone() bool {
	return c.Command != nil && c.Command.TellsIfDone(c.words)
}

// SetsOnce reports whether the call sets something only where there is nothing
// yet, and tells if it did.
func (c *Call) SetsOnce() bool { return c.Command != nil && c.Command.SetsOnce(c.words) }

// bounded reports whether a list reply is short whatever the data.
func (c *Call) bounded() bool { return c.Command != nil && c.Command.Bounded(c.words) }
