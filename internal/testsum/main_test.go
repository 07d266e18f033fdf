package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const stream = `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"run","Package":"p","Test":"TestA/one"}
{"Action":"output","Package":"p","Test":"TestA/one","Output":"    a_test.go:3: wrong\n"}
{"Action":"fail","Package":"p","Test":"TestA/one"}
{"Action":"pass","Package":"p","Test":"TestA/two"}
{"Action":"fail","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:9: SKIPPED: elixir is not installed\n"}
{"Action":"skip","Package":"p","Test":"TestB"}
{"Action":"fail","Package":"p","Elapsed":1}
{"Action":"build-output","ImportPath":"q","Output":"q.go:1: does not compile\n"}
{"Action":"fail","Package":"q"}
{"Action":"pass","Package":"r","Test":"TestC"}
{"Action":"pass","Package":"r"}
`

func TestSum(t *testing.T) {
	dir := t.TempDir()
	junit := filepath.Join(dir, "pytest.xml")
	exunit := filepath.Join(dir, "elixir.log")
	for name, text := range map[string]string{
		junit:  `<testsuites><testsuite name="pytest" errors="1" failures="2" skipped="3" tests="10"></testsuite></testsuites>`,
		exunit: "....\nFinished in 0.1 seconds\n2 doctests, 5 tests, 1 failure, 1 skipped\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	total, err := run(strings.NewReader(stream), &out, []string{junit, exunit})
	if err != nil {
		t.Fatal(err)
	}
	// Go: 2 passed, 1 failed and a package that does not build, 1 skipped.
	if want := (sum{2 + 4 + 5, 2 + 3 + 1, 1 + 3 + 1}); total != want {
		t.Errorf("got %v, want %v", total, want)
	}
	for _, want := range []string{"a_test.go:3: wrong", "elixir is not installed", "does not compile", "ok   r"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not shown in:\n%s", want, &out)
		}
	}
}

// A panic ends the process: no test of the package is said to have failed, and the
// text stands in the output of one that was running.
func TestAPanicIsShown(t *testing.T) {
	const stream = `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"panic: out of turn\n"}
{"Action":"output","Package":"p","Output":"FAIL\n"}
{"Action":"fail","Package":"p","Elapsed":1}
`
	var out bytes.Buffer
	total, err := run(strings.NewReader(stream), &out, nil)
	if err != nil {
		t.Fatal(err)
	}
	if total != (sum{failed: 1}) {
		t.Errorf("got %v", total)
	}
	if !strings.Contains(out.String(), "panic: out of turn") {
		t.Errorf("the panic is not shown in:\n%s", &out)
	}
}

func TestResultsWithoutTestsAreRefused(t *testing.T) {
	name := filepath.Join(t.TempDir(), "elixir.log")
	if err := os.WriteFile(name, []byte("** (CompileError)"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := run(strings.NewReader(""), &bytes.Buffer{}, []string{name}); err == nil {
		t.Error("a log without a result counts as one")
	}
}
