// Testsum adds up test results: those of `go test -json` on stdin, which it
// shows as it reads them, and of JUnit files and ExUnit logs named as
// arguments. Its last line is the sum.
package main

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func main() {
	total, err := run(os.Stdin, os.Stdout, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "testsum:", err)
		os.Exit(2)
	}
	fmt.Println(total)
	if total.failed > 0 || total.passed == 0 {
		os.Exit(1)
	}
}

// sum counts tests.
type sum struct{ passed, failed, skipped int }

func (s sum) String() string {
	text := fmt.Sprintf("%d passed, %d failed", s.passed, s.failed)
	if s.skipped > 0 {
		text += fmt.Sprintf(", %d skipped", s.skipped)
	}
	return text
}

func (s *sum) add(o sum) {
	s.passed += o.passed
	s.failed += o.failed
	s.skipped += o.skipped
}

func run(stdin io.Reader, out io.Writer, files []string) (sum, error) {
	total, err := goTests(stdin, out)
	if err != nil {
		return total, err
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return total, err
		}
		read := exUnit
		if strings.HasSuffix(name, ".xml") {
			read = jUnit
		}
		one, err := read(text)
		if err != nil {
			return total, fmt.Errorf("%s: %w", name, err)
		}
		total.add(one)
	}
	return total, nil
}

// event is a line of `go test -json`.
type event struct {
	Action, Package, Test, Output, ImportPath string
	Elapsed                                   float64
}

// goTests counts tests that have no subtests, and packages that fail without a
// failing test: those that do not build, or end by os.Exit.
func goTests(in io.Reader, out io.Writer) (sum, error) {
	var (
		total   sum
		outputs = map[string]*strings.Builder{}
		parents = map[string]bool{}
		failing = map[string]bool{}
	)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Fprintln(out, lines.Text())
			continue
		}
		name := e.Package + " " + e.Test
		if i := strings.LastIndex(name, "/"); e.Test != "" && i > len(e.Package) {
			parents[name[:i]] = true
		}
		if outputs[name] == nil {
			outputs[name] = &strings.Builder{}
		}
		switch e.Action {
		case "output":
			outputs[name].WriteString(e.Output)
		case "build-output":
			fmt.Fprint(out, e.Output)
		case "pass", "fail", "skip":
			if e.Test == "" {
				if e.Action == "fail" {
					showUnfinished(out, e.Package, outputs)
				}
				show(out, e, outputs[name].String())
				if e.Action == "fail" && !failing[e.Package] {
					total.failed++
				}
				continue
			}
			if e.Action == "fail" {
				failing[e.Package] = true
				fmt.Fprint(out, outputs[name])
			}
			if e.Action == "skip" {
				fmt.Fprint(out, skipReason(outputs[name].String()))
			}
			delete(outputs, name)
			if parents[name] {
				continue
			}
			total.add(map[string]sum{"pass": {passed: 1}, "fail": {failed: 1}, "skip": {skipped: 1}}[e.Action])
		}
	}
	return total, lines.Err()
}

// showUnfinished prints what the tests of a package wrote that never ended: a panic
// stands there, for it ends the process and no test.
func showUnfinished(out io.Writer, pkg string, outputs map[string]*strings.Builder) {
	for _, name := range slices.Sorted(maps.Keys(outputs)) {
		if strings.HasPrefix(name, pkg+" ") && name != pkg+" " {
			fmt.Fprint(out, outputs[name])
		}
	}
}

// show prints the result of a package; its own output only when it failed.
func show(out io.Writer, e event, text string) {
	switch e.Action {
	case "fail":
		fmt.Fprintf(out, "%sFAIL %s (%.1fs)\n", text, e.Package, e.Elapsed)
	case "pass":
		fmt.Fprintf(out, "ok   %s (%.1fs)\n", e.Package, e.Elapsed)
	}
}

// skipReason finds the line with which a test says that something is missing.
func skipReason(text string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, "SKIPPED:") {
			return line
		}
	}
	return ""
}

func jUnit(text []byte) (sum, error) {
	var suites struct {
		Suite []struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Errors   int `xml:"errors,attr"`
			Skipped  int `xml:"skipped,attr"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(text, &suites); err != nil {
		return sum{}, err
	}
	var total sum
	for _, s := range suites.Suite {
		failed := s.Failures + s.Errors
		total.add(sum{s.Tests - failed - s.Skipped, failed, s.Skipped})
	}
	return total, nil
}

var (
	exUnitLine = regexp.MustCompile(`(?m)^(?:(\d+) doctests?, )?(\d+) tests?, (\d+) failures?(.*)$`)
	exUnitSkip = regexp.MustCompile(`(\d+) (?:skipped|excluded)`)
)

func exUnit(text []byte) (sum, error) {
	var total sum
	found := exUnitLine.FindAllSubmatch(text, -1)
	if len(found) == 0 {
		return total, fmt.Errorf("no line such as \"3 tests, 0 failures\"")
	}
	for _, m := range found {
		tests, failed := number(m[1])+number(m[2]), number(m[3])
		skipped := 0
		for _, s := range exUnitSkip.FindAllSubmatch(m[4], -1) {
			skipped += number(s[1])
		}
		total.add(sum{tests - failed - skipped, failed, skipped})
	}
	return total, nil
}

func number(digits []byte) int {
	n, _ := strconv.Atoi(string(digits))
	return n
}
