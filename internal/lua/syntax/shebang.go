package syntax

import (
	"slices"
	"strings"
)

// Shebang is a script's first line `#!lua flags=…`, which Redis 7 and Valkey
// read and strip.
type Shebang struct {
	Span
	Flags []string
}

// Flags that the engines know in a script's first line.
var shebangFlags = []string{"no-writes", "allow-oom", "allow-stale", "no-cluster", "allow-cross-slot-keys"}

// Has reports whether a flag is set.
func (s *Shebang) Has(flag string) bool { return s != nil && slices.Contains(s.Flags, flag) }

// shebang reads a #! line where there is one and leaves its line end, so that
// lines keep their numbers.
func (p *parser) shebang() *Shebang {
	if !strings.HasPrefix(p.text, "#!") {
		return nil
	}
	line, _, ended := strings.Cut(p.text, "\n")
	at := Span{0, len(line)}
	if !ended {
		p.fail(at, "the #! line does not end, which the engines refuse: a script follows on the next line")
	}
	words := strings.Fields(line)
	if words[0] != "#!lua" {
		p.fail(at, "%q is no script the engines run: #!lua is expected", words[0])
	}
	s := &Shebang{Span: at}
	for _, word := range words[1:] {
		list, ok := strings.CutPrefix(word, "flags=")
		if !ok {
			p.fail(at, "%q is no option of a #!lua line: flags=… is expected", word)
		}
		for _, flag := range strings.Split(list, ",") {
			if flag == "" {
				continue
			}
			if !slices.Contains(shebangFlags, flag) {
				p.fail(at, "%q is no flag of a script: the engines know %s", flag, strings.Join(shebangFlags, ", "))
			}
			s.Flags = append(s.Flags, flag)
		}
	}
	p.at = len(line)
	return s
}
