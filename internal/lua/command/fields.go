package command

import "strconv"

// Field is a field argument of a hash command.
type Field struct {
	Index  int // of the word with the field's name
	Value  int // of the word with its new value; 0 for none
	Reads  bool
	Writes bool
	Drops  bool // the field is taken away
}

// fieldRule says where a hash command has its fields; the engines do not
// publish it.
type fieldRule struct {
	first  int // position of the first field; 0: after FIELDS and a number
	step   int // to the next field; 0: there is one
	valued bool
	reads  bool
	writes bool
	drops  bool
}

var fieldRules = map[string]fieldRule{
	"HDEL":         {first: 2, step: 1, writes: true, drops: true},
	"HEXISTS":      {first: 2, reads: true},
	"HEXPIRE":      {step: 1, writes: true},
	"HEXPIREAT":    {step: 1, writes: true},
	"HEXPIRETIME":  {step: 1, reads: true},
	"HGET":         {first: 2, reads: true},
	"HGETDEL":      {step: 1, reads: true, writes: true, drops: true},
	"HGETEX":       {step: 1, reads: true, writes: true},
	"HINCRBY":      {first: 2, reads: true, writes: true},
	"HINCRBYFLOAT": {first: 2, reads: true, writes: true},
	"HMGET":        {first: 2, step: 1, reads: true},
	"HMSET":        {first: 2, step: 2, valued: true, writes: true},
	"HPERSIST":     {step: 1, writes: true},
	"HPEXPIRE":     {step: 1, writes: true},
	"HPEXPIREAT":   {step: 1, writes: true},
	"HPEXPIRETIME": {step: 1, reads: true},
	"HPTTL":        {step: 1, reads: true},
	"HSET":         {first: 2, step: 2, valued: true, writes: true},
	"HSETEX":       {step: 2, valued: true, writes: true},
	"HSETNX":       {first: 2, valued: true, writes: true},
	"HSTRLEN":      {first: 2, reads: true},
	"HTTL":         {step: 1, reads: true},
}

// wholeHash are the commands that read every field.
var wholeHash = map[string]bool{"HGETALL": true, "HKEYS": true, "HVALS": true, "HSCAN": true, "HRANDFIELD": true}

// ReadsWhole reports whether the command reads every field of a hash.
func (c *Command) ReadsWhole() bool { return wholeHash[c.Name] }

// FieldsOf finds the field arguments among the words of a hash command. With an
// open end there may be more of them: complete is false.
func (c *Command) FieldsOf(words []Word, open bool) (fields []Field, complete bool) {
	rule, ok := fieldRules[c.Name]
	if !ok {
		return nil, true
	}
	first, end := rule.first, len(words)
	if first == 0 {
		at := findKeyword(words, "FIELDS", 2)
		if at < 0 || at+1 >= len(words) {
			return nil, !open
		}
		first = at + 2
		if n, err := strconv.Atoi(words[at+1].Text); err == nil && words[at+1].Known {
			end = min(end, first+n*rule.step)
		}
	}
	for i := first; i < end; i += rule.step {
		f := Field{Index: i, Reads: rule.reads, Writes: rule.writes, Drops: rule.drops}
		if rule.valued && i+1 < len(words) {
			f.Value = i + 1
		}
		fields = append(fields, f)
		if rule.step == 0 {
			return fields, true
		}
	}
	return fields, !open
}
