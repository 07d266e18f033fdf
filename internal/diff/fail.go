package diff

import (
	"fmt"
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff/judge"
)

// FailOn says which changes fail a run when nobody has acknowledged them.
type FailOn string

const (
	OnBreak FailOn = "break" // wire breaks
	OnAPI   FailOn = "api"   // these, what needs proof and has none, and what makes callers act
	OnAny   FailOn = "any"   // every change
)

// FailLevels lists the levels, from the mildest to the strictest.
func FailLevels() []FailOn { return []FailOn{OnBreak, OnAPI, OnAny} }

// ParseFailOn reads a level.
func ParseFailOn(word string) (FailOn, error) {
	if slices.Contains(FailLevels(), FailOn(word)) {
		return FailOn(word), nil
	}
	return "", fmt.Errorf("unknown level %q: expected break, api or any", word)
}

// Fails lists the entries that fail a run. Acknowledgements that have run out or
// cover nothing fail at every level, as does a gate that its own version breaks.
func (r *Report) Fails(on FailOn) []Entry {
	var failing []Entry
	for _, e := range r.Entries {
		if e.Ack == nil && e.fails(on) {
			failing = append(failing, e)
		}
	}
	return failing
}

func (e *Entry) fails(on FailOn) bool {
	if e.Rule.Always {
		return true
	}
	if e.Whole() && e.Rule.Severity == diag.Info {
		return false
	}
	switch e.Class {
	case judge.WireBreak:
		return true
	case judge.NeedsProof:
		return on == OnAny || on == OnAPI && e.Proved == 0
	case judge.APIOnly:
		return on != OnBreak
	}
	return on == OnAny
}
