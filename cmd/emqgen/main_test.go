package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/echomq/emqgen/internal/cli"
	"github.com/echomq/emqgen/internal/testenv"
)

var update = flag.Bool("update", false, "rewrite the wanted output of the stories")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"emqgen": func() { os.Exit(cli.Main()) }})
}

// The stories beside this file are command lines and what must come of them.
// `go test -run TestStories ./cmd/emqgen -update` accepts changed output.
func TestStories(t *testing.T) {
	goEnv := goEnvironment(t)
	testscript.Run(t, testscript.Params{
		Dir:                 ".",
		RequireExplicitExec: true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, goEnv...)
			env.Setenv("ROOT", testenv.Root(t))
			env.Setenv("LANG", "C.UTF-8")
			return nil
		},
		Condition: condition(t),
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   exits,
			"replace": replace,
		},
	})
}

// goEnvironment lets stories build Go code with the caches of this user.
func goEnvironment(t *testing.T) []string {
	t.Helper()
	output, err := exec.Command(testenv.Tool(t, "go"), "env", "GOCACHE", "GOMODCACHE", "GOPATH").Output()
	if err != nil {
		t.Fatal(err)
	}
	values := strings.Fields(string(output))
	return []string{"GOCACHE=" + values[0], "GOMODCACHE=" + values[1], "GOPATH=" + values[2], "GOPROXY=off"}
}

// condition adds [long]: whether slow toolchains may run.
func condition(t *testing.T) func(string) (bool, error) {
	return func(name string) (bool, error) {
		switch name {
		case "long":
			return !testing.Short(), nil
		case "elixir", "python":
			return !testing.Short() && installed(name), nil
		}
		t.Fatalf("unknown condition %q", name)
		return false, nil
	}
}

func installed(language string) bool {
	program := map[string]string{"elixir": "elixir", "python": "python3"}[language]
	_, err := exec.LookPath(program)
	// What is missing is an error where nothing may be missing.
	return err == nil || os.Getenv("CI") == "true"
}

// exits CODE COMMAND...: runs a command and wants exactly this exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		code = strconv.Itoa(exit.ExitCode())
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}

// replace OLD NEW FILE: edits a file, which must hold OLD.
func replace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace OLD NEW FILE")
	}
	text := ts.ReadFile(args[2])
	if !strings.Contains(text, args[0]) {
		ts.Fatalf("%s does not hold %q", args[2], args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(strings.ReplaceAll(text, args[0], args[1])), 0o644))
}
