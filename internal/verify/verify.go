// Package verify proves that every speaker holds the same script bytes: it asks
// the emitted SDKs, each in its own toolchain, and the engines.
package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
)

// Held is a script as a speaker holds it.
type Held struct {
	Bytes int    `json:"bytes"`
	SHA1  string `json:"sha1"` // of the bytes it holds
	// RunBy is the digest the speaker would send to run the script.
	RunBy string `json:"run_by"`
	// Refused is why an engine does not take the script, of which it then holds
	// nothing.
	Refused string `json:"refused,omitempty"`
}

// Speaker is one that holds scripts: an SDK or an engine.
type Speaker interface {
	// Name heads the column of the table.
	Name() string
	// Ask returns what the speaker holds, by module.script. An error that is a
	// *Broken says that the speaker itself is at fault, any other that it could
	// not be asked.
	Ask(ctx context.Context, p *protocol.Protocol) (map[string]Held, error)
}

// Broken is the error of an SDK that does not run.
type Broken struct{ Output string }

func (b *Broken) Error() string { return b.Output }

// Table is the result: every script of the protocol beside what each speaker
// holds for it.
type Table struct {
	Protocol *protocol.Protocol
	Columns  []Column
}

// Column is what one speaker answered.
type Column struct {
	Name   string
	Held   map[string]Held
	Broken string // why the speaker holds nothing
}

// ErrNothing is the error of a run that compared nothing: it must not pass for
// a proof.
var ErrNothing = errors.New("nothing was compared")

// Run asks every speaker, side by side.
func Run(ctx context.Context, p *protocol.Protocol, speakers []Speaker) (*Table, error) {
	switch {
	case len(p.Scripts()) == 0:
		return nil, fmt.Errorf("%w: %s declares no script", ErrNothing, p.SpecName)
	case len(speakers) == 0:
		return nil, fmt.Errorf("%w: no language and no engine is chosen", ErrNothing)
	}
	table := &Table{p, make([]Column, len(speakers))}
	group, ctx := errgroup.WithContext(ctx)
	for i, s := range speakers {
		group.Go(func() error {
			held, err := s.Ask(ctx, p)
			table.Columns[i] = Column{Name: s.Name(), Held: held}
			var broken *Broken
			if errors.As(err, &broken) {
				table.Columns[i].Broken = broken.Output
				return nil
			}
			if err != nil {
				return fmt.Errorf("%s: %w", s.Name(), err)
			}
			return nil
		})
	}
	return table, group.Wait()
}

// Agrees reports whether a speaker holds exactly the script of the Lua file.
func Agrees(s *protocol.Script, h Held) bool {
	return h.Bytes == len(s.Source) && h.SHA1 == s.SHA1 && h.RunBy == s.SHA1
}

// name is how scripts are called across speakers.
func name(s *protocol.Script) string { return s.Module.Name + "." + s.Name }

// Findings lists every disagreement; where gives the place of a speaker, or of
// one script that it holds.
func (t *Table) Findings(where func(speaker string, script *protocol.Script) diag.Pos) []diag.Finding {
	var list diag.List
	for _, c := range t.Columns {
		if c.Broken != "" {
			f := list.Errorf(where(c.Name, nil), "sdk-broken", "the %s SDK does not run: %s", c.Name, gist(c.Broken))
			if strings.Contains(c.Broken, "\n") {
				f.Help = "its toolchain said\n" + c.Broken
			}
			continue
		}
		for _, s := range t.Protocol.Scripts() {
			h, ok := c.Held[name(s)]
			switch {
			case !ok:
				list.Errorf(where(c.Name, s), "script-missing", "%s does not hold %q", c.Name, name(s))
			case h.Refused != "":
				list.Errorf(diag.Pos{File: s.File}, "script-refused", "%s refuses %q: %s", c.Name, name(s), h.Refused)
			case !Agrees(s, h):
				list.Errorf(where(c.Name, s), "script-differs", "%s holds %q as %s, but %s is %d bytes, SHA1 %s",
					c.Name, name(s), h.describe(), s.File, len(s.Source), s.SHA1)
			}
		}
		for _, extra := range extras(t.Protocol, c.Held) {
			list.Errorf(where(c.Name, nil), "script-unknown", "%s holds %q, which the spec does not declare", c.Name, extra)
		}
	}
	return list.Sorted()
}

// gist picks the line of a toolchain's output that says what is wrong: the first
// of a compiler, the last of a traceback.
func gist(output string) string {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	if strings.HasPrefix(lines[0], "Traceback") {
		return lines[len(lines)-1]
	}
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return "it says nothing"
}

func (h Held) describe() string {
	text := fmt.Sprintf("%d bytes, SHA1 %s", h.Bytes, h.SHA1)
	if h.RunBy != h.SHA1 {
		text += ", and would run it by " + h.RunBy
	}
	return text
}

func extras(p *protocol.Protocol, held map[string]Held) []string {
	known := map[string]bool{}
	for _, s := range p.Scripts() {
		known[name(s)] = true
	}
	var unknown []string
	for script := range held {
		if !known[script] {
			unknown = append(unknown, script)
		}
	}
	return unknown
}
