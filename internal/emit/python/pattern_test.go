package python_test

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// Python's gate admits what the pattern of the spec admits, whole values only.
func TestPatternsMeanTheSame(t *testing.T) {
	interpreter := testenv.Python(t)
	testenv.LongOnly(t)
	patterns := []string{
		`[A-Za-z0-9._-]{1,128}`, `[^{}]+`, `a(b|c)*`, `.+`, `(?s).`, `\d{2,}`, `ab?c?`, `(?:a|-)[.]?b?`, `日本|é`,
		`A(?:BB)?A`, `[\w.-]{1,3}`, `(ab|a)(c|)`, `["'\\ #~^\]]+`, `[[:alpha:]&&-]*`, `\x{1F642}?`, `(?:a{2}){3}`, `(a*)+?`, `x|`,
	}
	values := []string{
		"", "a", "ab", "abc", "-", "a.b", "é", "e\u0301", "\n", "a\n", "}", "{", "ABBA", "aXb", "1234", "٣٤", "日本", "&&",
		`"'\ #~^]`, "🙂", "aaaaaa", "aaaaa", "x", " ", "a b", "\x00", "_", "Å",
	}
	var spec, program, wanted strings.Builder
	spec.WriteString("emqgen: 1\nprotocol: p\nversion: 1.0.0\nparams:\n")
	for i, pattern := range patterns {
		fmt.Fprintf(&spec, "  p%d: {match: %s}\n", i, strconv.Quote(pattern))
	}
	spec.WriteString("keys:\n")
	program.WriteString("from p import InputError, keys\n")
	fmt.Fprintf(&program, "values = [%s]\n", strings.Join(quoted(values), ", "))
	for i, pattern := range patterns {
		fmt.Fprintf(&spec, "  k%d: {at: \"%d:<p%d>\", type: string}\n", i, i, i)
		fmt.Fprintf(&program, "for value in values:\n    try:\n        print(%d, keys.k%d(value) == f\"%d:{value}\")\n    except InputError:\n        print(%d, False)\n", i, i, i, i)
		compiled, err := protocol.ParsePattern(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, value := range values {
			fmt.Fprintf(&wanted, "%d %s\n", i, map[bool]string{true: "True", false: "False"}[compiled.MatchString(value)])
		}
	}
	dir := t.TempDir()
	write(t, dir, emitted(t, parse(t, spec.String()), emit.Embedded))
	cmd := exec.Command(interpreter, "-W", "error", "-c", program.String())
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil || string(out) != wanted.String() {
		t.Errorf("%v\ngot:\n%s\nwant:\n%s", err, out, wanted.String())
	}
}

// quoted writes texts as literals of Python.
func quoted(texts []string) []string {
	var literals []string
	for _, text := range texts {
		var b strings.Builder
		for _, r := range text {
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		literals = append(literals, `"`+b.String()+`"`)
	}
	return literals
}
