package lua

import (
	"fmt"
	"slices"

	"github.com/echomq/emqgen/internal/lua/syntax"
)

// machine runs a script on abstract values.
type machine struct {
	a        *Analysis
	calls    map[int]*Call       // by sym
	first    map[spot]*Event     // the first event at each place
	others   map[eventKey]*Event // those that tell something else there
	sites    map[site]int        // numbers for what a place in the script makes
	globals  map[string]int      // cells of the variables that the script should not have made
	cells    int
	closures map[*syntax.Function]int // how often each function of the script was entered
	made     int                      // closures made so far
	unread   map[syntax.Span]bool     // entries of KEYS and ARGV that only go into variables nobody reads
	steps    int
}

// closure is a function of the script with the variables it sees.
type closure struct {
	fn    *syntax.Function
	scope *scope
}

// scope binds names to cells, innermost first.
type scope struct {
	name  string
	cell  int
	outer *scope
}

func (s *scope) find(name string) (cell int, ok bool) {
	for ; s != nil; s = s.outer {
		if s.name == name {
			return s.cell, true
		}
	}
	return 0, false
}

// frame is one activation of a function, or of the script.
type frame struct {
	scope   *scope
	rest    values // what ... stands for
	path    string // the call sites that lead here
	fn      *syntax.Function
	caller  *frame
	depth   int
	caught  *[]*Call // the calls within a pcall, while in one
	loop    *loop
	returns *[]outcome // where a function's results go; nil for the script itself
}

// values is a list of values, with any number of rest at its end when rest is set.
type values struct {
	list []*Value
	rest *Value
}

// first is the value where one is wanted.
func (v values) first() *Value { return v.at(0) }

func (v values) at(i int) *Value {
	switch {
	case i < len(v.list):
		return v.list[i]
	case v.rest != nil:
		return v.rest
	}
	return nilValue
}

func one(v *Value) values { return values{list: []*Value{v}} }

// outcome is one way a function comes back.
type outcome struct {
	st *state
	v  values
}

// spent ends the run of a script that takes too long to follow.
type spent struct{}

// maxSteps is how many statements and expressions are run, over all paths. A
// script of a hundred lines takes about a thousand.
const maxSteps = 60_000

// maxCalls is how deep functions of the script may call each other.
const maxCalls = 20

func newMachine(a *Analysis) *machine {
	return &machine{
		a: a, calls: map[int]*Call{}, first: map[spot]*Event{}, sites: map[site]int{},
		closures: make(map[*syntax.Function]int, len(a.File.Functions)),
	}
}

func (m *machine) run() {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(spent); !ok {
				panic(e)
			}
			m.a.Limit = fmt.Sprintf("it takes more than %d steps to follow all its paths", maxSteps)
		}
	}()
	m.unread = unread(m.a.File.Body)
	fr := &frame{rest: values{rest: unknown()}}
	next, _ := m.block(m.a.File.Body, []*state{{}}, fr)
	end := m.a.File.Body.End
	for _, st := range next {
		m.answer(st, syntax.Span{Start: end, End: end}, nilValue)
	}
	m.uncalled()
}

// unread finds the expressions whose value goes into a local variable of a name that
// stands nowhere else in the script.
func unread(script *syntax.Block) map[syntax.Span]bool {
	kept := map[syntax.Span]string{}
	syntax.Walk(script, func(n any) {
		local, ok := n.(*syntax.Local)
		if !ok {
			return
		}
		for i, name := range local.Names {
			if i < len(local.Values) {
				kept[local.Values[i].Range()] = name.Ident
			}
		}
	})
	if len(kept) == 0 {
		return nil
	}
	read := map[string]bool{}
	syntax.Walk(script, func(n any) {
		if name, ok := n.(*syntax.Name); ok {
			read[name.Ident] = true
		}
	})
	found := map[syntax.Span]bool{}
	for at, name := range kept {
		if !read[name] {
			found[at] = true
		}
	}
	return found
}

// uncalled reports the functions that no path called, innermost left out.
func (m *machine) uncalled() {
	var reported []syntax.Span
	for _, fn := range m.a.File.Functions {
		inside := slices.ContainsFunc(reported, func(s syntax.Span) bool { return fn.Start >= s.Start && fn.End <= s.End })
		if m.closures[fn] == 0 && !inside {
			reported = append(reported, fn.Span)
			m.event(&Event{Kind: Uncalled, At: fn.Span})
		}
	}
}

func (m *machine) step() {
	m.steps++
	if m.steps > maxSteps {
		panic(spent{})
	}
}

// site is a place in the script and the call sites that lead there.
type site struct {
	path string
	at   syntax.Span
}

// site numbers a place in the script, apart for each way it was reached.
func (m *machine) site(fr *frame, at syntax.Span) int {
	key := site{fr.path, at}
	n := m.sites[key]
	if n == 0 {
		n = len(m.sites) + 1
		m.sites[key] = n
	}
	return n
}

// declare makes a new variable for what follows in the frame.
func (m *machine) declare(fr *frame, name string) int {
	m.cells++
	fr.scope = &scope{name, m.cells, fr.scope}
	return m.cells
}
