// Package prove runs two versions of a protocol against one store: every gate of
// both, its steps taken by old and new speakers in every mixture. What the rules
// expect of a change, this shows or refutes.
//
// A step that the speaker of the other version takes is the same step in that
// version's words: its own script with its own KEYS and ARGV, its own addresses
// and names of fields, its own names of answers. A mixture holds when nobody sees
// anything but what the gate promises.
package prove

import (
	"context"
	"fmt"
	"time"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/diff/fact"
	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

// Input says what is proved, and where.
type Input struct {
	Old, New *protocol.Protocol
	Pairs    *fact.Pairs
	Engine   *engine.Engine
	Most     int // how many mixtures of one gate are run; the rest is left out, and said so
	// Token makes the names of this run unlike all others on the engine:
	// lower-case letters and digits.
	Token string
	Jobs  int // how many mixtures run at a time
	Now   func() time.Time
	// Exclusive allows gates that touch what all users of a server share.
	Exclusive bool
	// Progress, if set, is told of every gate that has ended.
	Progress func(done, total int)
}

// Version is the one of the two that a speaker holds.
type Version string

const (
	Old Version = "old"
	New Version = "new"

	// Both is said of a gate that is the same story in both versions.
	Both Version = "both"
)

func (v Version) other() Version {
	if v == Old {
		return New
	}
	return Old
}

// Proof is what came of all mixtures.
type Proof struct {
	Engine string
	Most   int
	Gates  []*Gate // those of the old version, then those that only the new one has
}

// Gate is what came of the mixtures of one gate.
type Gate struct {
	Name     string
	Home     Version // the version whose gate it is, or both
	Differ   int     // acts that old and new speakers take in different ways
	Ran      int     // mixtures that were run
	All      int     // mixtures that there are; -1 when they are too many to count
	Held     int
	Failures []*Failure
	Skipped  string // why there was nothing to run
	Kept     bool   // something kept it from running that can be put right
	Unheld   bool   // the version whose gate it is does not hold it even when it is alone

	// Scripts counts the mixtures that ran, by the scripts of the home version
	// that took part in different ways.
	Scripts map[*protocol.Script]int
}

// Relation is the way in which old and new meet when a mixture fails.
type Relation string

const (
	OldReadsNew Relation = "old reader on new rows"
	NewReadsOld Relation = "new reader on old rows"
	Together    Relation = "old and new writers side by side"
)

// Failure is a mixture that does not hold, cut down to the calls that show it.
type Failure struct {
	Relation Relation
	Harm     Harm
	Story    []Line
	Scripts  []*protocol.Script // of the home version: those that the story needs
}

// Harm is what became of a row, in the words of the judgement.
type Harm string

const (
	Unfindable   Harm = "unfindable"
	Unreadable   Harm = "unreadable"
	NeverClaimed Harm = "never claimed"
	NotPromised  Harm = "not as promised" // it is read, and says something else
)

// Line is one act of a story.
type Line struct {
	Speaker Version // empty for what no speaker does
	Act     string
	Saw     string
	Wanted  string // of the last line: what the gate promises instead
}

// String tells the act in one line.
func (l Line) String() string {
	text := l.Act
	if l.Speaker != "" {
		text = string(l.Speaker) + " " + text
	}
	if l.Saw != "" {
		text += ": " + l.Saw
	}
	if l.Wanted != "" {
		text += ", and the gate wants " + l.Wanted
	}
	return text
}

// Mixtures counts the mixtures that were run, and those of them that held.
func (p *Proof) Mixtures() (ran, held int) {
	for _, g := range p.Gates {
		ran += g.Ran
		held += g.Held
	}
	return ran, held
}

// Run proves. An error means that nothing can be said: the engine does not
// answer, or the run was stopped.
func Run(ctx context.Context, in Input) (*Proof, error) {
	p := &prover{Input: in, ctx: ctx}
	proof := &Proof{Engine: in.Engine.Name, Most: in.Most}
	total, done := len(in.Old.Gates)+len(in.New.Gates), 0
	shared := map[*protocol.Gate]bool{}
	for _, home := range []Version{Old, New} {
		for _, g := range p.protocol(home).Gates {
			if in.Progress != nil {
				in.Progress(done, total)
			}
			done++
			if shared[g] {
				continue
			}
			gate, even, err := p.gate(home, g)
			if err != nil {
				return nil, fmt.Errorf("gate %q of the %s version: %w", g.Name, home, err)
			}
			if twin := p.twin(home, g); even && twin != nil {
				gate.Home, shared[twin] = Both, true
			}
			proof.Gates = append(proof.Gates, gate)
		}
	}
	return proof, nil
}

// twin is the gate of the new version that tells the same story as one of the
// old version, nil when there is none. Its mixtures are the same ones.
func (p *prover) twin(home Version, g *protocol.Gate) *protocol.Gate {
	if home == New {
		return nil
	}
	if twin := p.Pairs.Gates.New(g); twin != nil && p.Pairs.SameStory(g, twin) {
		return twin
	}
	return nil
}

// prover carries out one Run.
type prover struct {
	Input
	ctx  context.Context
	runs int
}

func (p *prover) protocol(v Version) *protocol.Protocol {
	if v == Old {
		return p.Old
	}
	return p.New
}

// run runs gates that are mixtures, and tells what came of each.
func (p *prover) run(gates []*protocol.Gate) ([]conform.Cell, error) {
	p.runs++
	report, err := conform.Run(p.ctx, conform.Options{
		Protocol: p.both(), Gates: gates, Engine: p.Engine, RESP: 2,
		Runtimes: []conform.Runtime{conform.Tool(p.both())},
		Twins:    p.twins(), Ignores: p.ignores, InTurn: true, Exclusive: p.Exclusive,
		Token: fmt.Sprintf("%s%d", p.Token, p.runs), Jobs: p.Jobs, Now: p.Now,
	})
	if err != nil {
		return nil, err
	}
	cells := make([]conform.Cell, len(gates))
	for i, row := range report.Rows {
		cells[i] = row.Cells[0]
	}
	return cells, nil
}

// both is a protocol with the keyspaces of the two versions, and without a fence,
// which would keep them apart.
func (p *prover) both() *protocol.Protocol {
	return &protocol.Protocol{
		Name: p.New.Name, Version: p.New.Version, IDs: p.New.IDs,
		Params: append(append([]*protocol.Param{}, p.Old.Params...), p.New.Params...),
		Keys:   append(append([]*protocol.Key{}, p.Old.Keys...), p.New.Keys...),
	}
}

func (p *prover) twins() map[*protocol.Param]*protocol.Param {
	twins := map[*protocol.Param]*protocol.Param{}
	for _, pair := range p.Pairs.Params.All() {
		twins[pair.Old], twins[pair.New] = pair.New, pair.Old
	}
	return twins
}

// ignores leaves out of a reading what its reader does not know, and what only
// one of the versions has. An optional field counts when it is there: a row need
// not hold it, and may.
func (p *prover) ignores(k *protocol.Key, field string, met bool) bool {
	if !k.IsRecord() {
		return false
	}
	for _, f := range k.Fields {
		if f.Name == field {
			alone := p.Pairs.Fields.New(f) == nil && p.Pairs.Fields.Old(f) == nil
			return alone || f.Optional && !met
		}
	}
	return true
}
