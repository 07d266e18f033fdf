package diag

import (
	"slices"
	"strings"
)

// List gathers findings. Its zero value is ready to use.
type List struct{ findings []Finding }

// Add appends findings as they are met; Sorted puts them in order later.
func (l *List) Add(findings ...Finding) { l.findings = append(l.findings, findings...) }

// Errorf adds an error finding, whose message Sprintf makes, and returns it, so
// that a caller may attach
// help or related places.
func (l *List) Errorf(pos Pos, rule, format string, args ...any) *Finding {
	l.findings = append(l.findings, Finding{Pos: pos, Rule: rule, Message: Sprintf(format, args...)})
	return &l.findings[len(l.findings)-1]
}

// Len counts what was added.
func (l *List) Len() int { return len(l.findings) }

// HasErrors reports whether any finding is an error.
func (l *List) HasErrors() bool {
	return slices.ContainsFunc(l.findings, func(f Finding) bool { return f.Severity == Error })
}

// Sorted returns the findings by position, rule and message, each only once.
func (l *List) Sorted() []Finding {
	sorted := slices.Clone(l.findings)
	slices.SortStableFunc(sorted, compare)
	return slices.CompactFunc(sorted, func(a, b Finding) bool { return compare(a, b) == 0 })
}

func compare(a, b Finding) int {
	switch {
	case a.Pos.Less(b.Pos):
		return -1
	case b.Pos.Less(a.Pos):
		return 1
	}
	if c := strings.Compare(a.Rule, b.Rule); c != 0 {
		return c
	}
	return strings.Compare(a.Message, b.Message)
}

// Err returns nil for an empty list and the list itself otherwise.
func (l *List) Err() error {
	if l.Len() == 0 {
		return nil
	}
	return l
}

// Error joins the findings, one a line.
func (l *List) Error() string {
	var lines []string
	for _, f := range l.Sorted() {
		lines = append(lines, f.Error())
	}
	return strings.Join(lines, "\n")
}
