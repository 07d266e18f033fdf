package syntax

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
	"github.com/yuin/gopher-lua/parse"

	"github.com/echomq/emqgen/internal/testenv"
)

// snippets are sources that tell Lua 5.1 from its neighbours, and whether the
// engines take them. The engines are asked in TestEnginesAgree.
var snippets = []struct {
	source string
	ok     bool
}{
	{"", true},
	{"return 1", true},
	{"return 1;", true},
	{";", false},
	{"local a = 1;; return a", false},
	{"return 1;;", false},
	{"goto = 1 return goto", true},
	{"goto done ::done::", false},
	{"f\n(1)", false},
	{"f --[[\n]] (1)", false},
	{"f\n'x'", true},
	{"f\n{}", true},
	{"f(\n1)", true},
	{"return '\\300'", false},
	{"return '\\255\\0'", true},
	{"return '\\x41\\u'", true},
	{"return 'a\nb'", false},
	{"return 'a\\\nb'", true},
	{"return 'a\\\r\nb'", true},
	{"return 'a", false},
	{"return '\\", false},
	{"return '\\'", false},
	{"#!lua\nreturn 1", true},
	{"#!lua flags=no-writes,allow-stale\nreturn 1", true},
	{"#!lua flags=\nreturn 1", true},
	{"#!lua flags=nonsense\nreturn 1", false},
	{"#!lua name=x\nreturn 1", false},
	{"#!python\nreturn 1", false},
	{"#!lua", false},
	{"#!lua\r\nreturn 1", true},
	{"# comment\nreturn 1", false},
	{"\xef\xbb\xbfreturn 1", false},
	{"\x1bLuaQ", false},
	{"local a\f= 1\vreturn a", true},
	{"local a\x00= 1", false},
	{"return 'a\x00b' --\x00", true},
	{"return 'é', \"\xff\"", true},
	{"local é = 1", false},
	{"return [[a]]", true},
	{"return [[a [[b]] ]]", false},
	{"return [=[a [[b]] ]=]", true},
	{"--[[ [[ ]] return 1", false},
	{"return [[ [[ ]]", false},
	{"--[==[ ]] ]==] return 1", true},
	{"--[=x\nreturn 1", true},
	{"return [=x", false},
	{"return [[x", false},
	{"--[[x", false},
	{"return 0x10, 0xA.8", false},
	{"return 0x10, 1e3, .5, 5., 1E-2", true},
	{"return 0x", false},
	{"return 0x1p4", true},
	{"return 1e", false},
	{"return 3x", false},
	{"return 1_000", false},
	{"return 1..2", false},
	{"return 1 ..2", true},
	{"return 1e999", true},
	{"return 1 // 2", false},
	{"return 1 & 2", false},
	{"return ~1", false},
	{"return 1 ~= 2, 1 != 2", false},
	{"a += 1", false},
	{"x = function() end", true},
	{"function a.b.c:d(x, ...) return self, x, ... end", true},
	{"function a:b.c() end", false},
	{"local function f() return ... end", false},
	{"return ...", true},
	{"local function f(a,) end", false},
	{"local function f(..., a) end", false},
	{"break", false},
	{"while 1 do break end", true},
	{"while 1 do break; end", true},
	{"while 1 do break x() end", false},
	{"while 1 do (function() break end)() end", false},
	{"repeat local x = 1 until x == 1", true},
	{"for i = 1, 2 do end for i = 1, 2, 3 do end for k, v in pairs(t) do end", true},
	{"for i = 1 do end", false},
	{"for a.b = 1, 2 do end", false},
	{"return 1 return 2", false},
	{"do return 1 end return 2", true},
	{"if a then elseif b then else end", true},
	{"if a then else elseif b then end", false},
	{"if a end", false},
	{"a.b['c'].d = 1", true},
	{"a, b.c = 1, 2", true},
	{"f() = 1", false},
	{"(a) = 1", false},
	{"(a).b = 1", true},
	{"a", false},
	{"a.b", false},
	{"(f)()", true},
	{"('x'):rep(2)", true},
	{"'x':rep(2)", false},
	{"f'x'.y{z}:w[[v]]()", true},
	{"return {1, 2; 3, x = 1, [4] = 5,}", true},
	{"return {,}", false},
	{"return {1,,2}", false},
	{"return {x = 1 = 2}", false},
	{"return not not -#a^-2 .. b", true},
	{"return a < b == c", true},
	{"local and = 1", false},
	{"local x <const> = 1", false},
	{"end", false},
	{"do", false},
	{"return @", false},
	{"return a.1", false},
	{"return " + strings.Repeat("(", 190) + "1" + strings.Repeat(")", 190), true},
	{"return " + strings.Repeat("(", 250) + "1" + strings.Repeat(")", 250), false},
	{strings.Repeat("do ", 190) + strings.Repeat("end ", 190), true},
	{strings.Repeat("do ", 250) + strings.Repeat("end ", 250), false},
	{"return 'a'" + strings.Repeat(" .. 'a'", 190), true},
	{"return 'a'" + strings.Repeat(" .. 'a'", 250), false},
	{"return 1" + strings.Repeat(" + 1", 1000), true},
	{strings.Repeat("local a ", 200), true},
	{strings.Repeat("local a ", 201), false},
	{strings.Repeat("do local a end ", 300), true},
	{strings.Repeat("local a ", 197) + "for i = 1, 2 do end", false},
	{strings.Repeat("local a ", 196) + "for i = 1, 2 do end", true},
	{strings.Repeat("local a ", 197) + "for i in f do end", false},
	{strings.Repeat("local a ", 196) + "for i in f do end", true},
	{"f(" + strings.Repeat("1, ", 247) + "1)", true},
	{"f(" + strings.Repeat("1, ", 248) + "1)", false},
	{"x:f(" + strings.Repeat("1, ", 246) + "1)", true},
	{"x:f(" + strings.Repeat("1, ", 247) + "1)", false},
	{"local a, b, c f(" + strings.Repeat("1, ", 244) + "1)", true},
	{"local a, b, c f(" + strings.Repeat("1, ", 246) + "1)", false},
	{"f(g(" + strings.Repeat("1, ", 246) + "1))", true},
	{"f(g(" + strings.Repeat("1, ", 247) + "1))", false},
	{"return " + strings.Repeat("1, ", 248) + "1", true},
	{"return " + strings.Repeat("1, ", 249) + "1", false},
	{"return {" + strings.Repeat("1, ", 1000) + "}", true},
	{upvalues(60), true},
	{upvalues(61), false},
	{strings.Repeat("a, ", 190) + "a = 1", true},
	{strings.Repeat("a, ", 210) + "a = 1", false},
	{"if a then " + strings.Repeat("elseif a then ", 1000) + "end", true},
}

// upvalues is a function that uses so many variables of the script.
func upvalues(n int) string {
	var declared, used strings.Builder
	for i := range n {
		fmt.Fprintf(&declared, "local v%d\n", i)
		fmt.Fprintf(&used, "v%d()\n", i)
	}
	return declared.String() + "return function()\n" + used.String() + "end"
}

func TestParse(t *testing.T) {
	for _, s := range snippets {
		if _, err := Parse(s.source); (err == nil) != s.ok {
			t.Errorf("Parse(%.60q) = %v, want ok %v", s.source, err, s.ok)
		}
	}
}

// We take what every engine takes. (Not all are built alike: one whose Lua comes
// from the system takes [[ within [[ ]].)
func TestEnginesAgree(t *testing.T) {
	var clients []*redis.Client
	for _, server := range []testenv.Server{testenv.Redis(t), testenv.Valkey(t)} {
		client := redis.NewClient(&redis.Options{Addr: server.Addr})
		defer client.Close()
		clients = append(clients, client)
	}
	sources := slices.Collect(maps.Values(literals(t)))
	for _, s := range snippets {
		sources = append(sources, s.source)
	}
	for _, source := range sources {
		_, ours := Parse(source)
		var theirs error
		for _, client := range clients {
			theirs = errors.Join(theirs, client.ScriptLoad(t.Context(), source).Err())
		}
		if (ours == nil) != (theirs == nil) {
			t.Errorf("%.60q: ours says %v, theirs %v", source, ours, theirs)
		}
	}
}

// Where gopher-lua reads Lua 5.1 too, both parsers take and refuse the same.
func TestLibraryAgrees(t *testing.T) {
	for name, source := range literals(t) {
		if name == "shebang.lua" || name == "ff_vt.lua" {
			continue // the library refuses what the engines take
		}
		_, ours := Parse(source)
		_, theirs := parse.Parse(strings.NewReader(source), name)
		if (ours == nil) != (theirs == nil) {
			t.Errorf("%s: ours says %v, gopher-lua %v", name, ours, theirs)
		}
	}
}

func literals(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(testenv.Root(t), "testdata", "literals", "*.lua"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no literals to read: %v", err)
	}
	sources := map[string]string{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sources[filepath.Base(path)] = string(data)
	}
	return sources
}

func TestErrorsSayWhereAndWhatToDo(t *testing.T) {
	for _, test := range []struct {
		source    string
		line, col int
		message   string
		help      string
	}{
		{"local a = 1;\n;", 2, 1, `";" stands where an expression is expected`, "empty statement"},
		{"local x\nf\n  (1)", 3, 3, "next line", "; if a statement starts here"},
		{"return '\\300'", 1, 9, `\300 is no byte`, ""},
		{"goto done", 1, 6, `"done" stands where`, "no goto"},
		{"if a then\n\nx()", 3, 4, `"end" for the if of line 1`, ""},
		{"-- ä\nreturn 'ä', @", 2, 13, `"@" stands where`, ""},
		{"return 1\nreturn 2", 2, 1, "after a return", "do return end"},
		{"return \xff", 1, 8, "the byte 0xff stands", ""},
		{"return a != b", 1, 10, `"!" stands after`, "~="},
	} {
		_, err := Parse(test.source)
		var failure *Error
		if !errors.As(err, &failure) {
			t.Errorf("Parse(%q) = %v, want an *Error", test.source, err)
			continue
		}
		line, col := NewSource(test.source).Position(failure.At.Start)
		if line != test.line || col != test.col {
			t.Errorf("Parse(%q) points to %d:%d, want %d:%d", test.source, line, col, test.line, test.col)
		}
		if !strings.Contains(failure.Message, test.message) || !strings.Contains(failure.Help, test.help) {
			t.Errorf("Parse(%q) says %q and helps with %q, want %q and %q", test.source, failure.Message, failure.Help, test.message, test.help)
		}
	}
}

func TestStringBytes(t *testing.T) {
	for source, want := range map[string]string{
		`'a\nb\65\0\x'`:       "a\nbA\x00x",
		"[[\nab\r\nc]]":       "ab\nc",
		"[==[\r\n]]\\n]==]":   "]]\\n",
		"'\\\r\n\\\n\\\n\r.'": "\n\n\n.",
	} {
		file, err := Parse("return " + source)
		if err != nil {
			t.Fatal(err)
		}
		got := file.Body.Stmts[0].(*Return).Values[0].(*String).Value
		if got != want {
			t.Errorf("%q reads as %q, want %q", source, got, want)
		}
	}
}

func TestPrecedence(t *testing.T) {
	file, err := Parse("return a or b and c < d .. e .. -f ^ g ^ h + 1 * 2")
	if err != nil {
		t.Fatal(err)
	}
	got := show(file.Body.Stmts[0].(*Return).Values[0])
	if want := "(a or (b and (c < (d .. (e .. ((-(f ^ (g ^ h))) + (N * N)))))))"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func show(x Expr) string {
	switch x := x.(type) {
	case *Binary:
		return "(" + show(x.X) + " " + x.Op + " " + show(x.Y) + ")"
	case *Unary:
		return "(" + x.Op + show(x.X) + ")"
	case *Name:
		return x.Ident
	case *Number:
		return "N"
	}
	return "?"
}

func FuzzParse(f *testing.F) {
	for _, s := range snippets {
		f.Add(s.source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		file, err := Parse(source)
		var failure *Error
		switch {
		case err != nil && !errors.As(err, &failure):
			t.Errorf("%v is no *Error", err)
		case failure != nil && (failure.At.Start < 0 || failure.At.End < failure.At.Start || failure.At.End > len(source)):
			t.Errorf("the error stands at %v of %d bytes", failure.At, len(source))
		case err == nil && file.Body.End > len(source):
			t.Errorf("the body ends at %d of %d bytes", file.Body.End, len(source))
		}
	})
}
