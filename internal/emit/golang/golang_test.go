package golang_test

import (
	"bytes"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/echomq/emqgen/bench/synthetic"
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/golang"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/testenv"
)

// protocols are the specs at hand that Go does not refuse.
func protocols(t *testing.T) map[string]*protocol.Protocol {
	t.Helper()
	specs, err := filepath.Glob(filepath.Join(testenv.Root(t), "golden", "*", "protocol.yaml"))
	if err != nil || len(specs) == 0 {
		t.Fatalf("no golden specs: %v", err)
	}
	all := map[string]*protocol.Protocol{}
	for _, spec := range append(specs, filepath.Join(testenv.Root(t), "spec", "protocol.yaml")) {
		p, findings := protocol.Load(spec)
		if len(findings) > 0 {
			t.Fatal(findings)
		}
		if len(golang.Emitter{}.Check(p)) == 0 {
			all[spec] = p
		}
	}
	all["120 scripts"] = synthetic.Protocol(t, 120)
	return all
}

// What is not formatted has to be written as gofmt lays it out.
func TestOutputIsCanonical(t *testing.T) {
	for name, p := range protocols(t) {
		files, err := golang.Emitter{}.Emit(p, emit.Standalone)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, f := range files {
			if !strings.HasSuffix(f.Path, ".go") {
				continue
			}
			formatted, err := format.Source(f.Data)
			if err != nil || !bytes.Equal(formatted, f.Data) {
				t.Errorf("%s: gofmt changes %s: %v\n%s", name, f.Path, err, f.Data)
			}
			if !bytes.HasPrefix(f.Data, []byte("// "+emit.Header(p)+"\n\n")) {
				t.Errorf("%s: %s has no header", name, f.Path)
			}
		}
	}
}

func TestOutputIsDeterministic(t *testing.T) {
	for name, p := range protocols(t) {
		first, err := golang.Emitter{}.Emit(p, emit.Standalone)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for range 3 {
			again, err := golang.Emitter{}.Emit(p, emit.Standalone)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !slices.EqualFunc(first, again, func(a, b emit.File) bool { return a.Path == b.Path && bytes.Equal(a.Data, b.Data) }) {
				t.Errorf("%s: two runs differ", name)
			}
		}
	}
}

// Sources that stand in somebody's module bring no go.mod, and are the same as
// those of a module of their own.
func TestLayouts(t *testing.T) {
	p := synthetic.Protocol(t, 1)
	embedded, err := golang.Emitter{}.Emit(p, emit.Embedded)
	if err != nil {
		t.Fatal(err)
	}
	standalone, err := golang.Emitter{}.Emit(p, emit.Standalone)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range embedded {
		if strings.HasPrefix(f.Path, "go.") || strings.Contains(f.Path, "/") {
			t.Errorf("%s is embedded", f.Path)
		}
		if f.Path != standalone[i].Path || !bytes.Equal(f.Data, standalone[i].Data) {
			t.Errorf("%s differs from %s", f.Path, standalone[i].Path)
		}
	}
	mod := slices.IndexFunc(standalone, func(f emit.File) bool { return f.Path == "go.mod" })
	if mod < 0 || !bytes.Contains(standalone[mod].Data, []byte("\nmodule synthetic\n")) {
		t.Errorf("go.mod is missing, or does not say the package")
	}
}

// A file name must not mean something to the go command, as _test and _linux do.
func TestFileNamesMeanNothing(t *testing.T) {
	p := parse(t, "modules: {test: {scripts: {s: {lua: ok.lua}}}, m_windows: {scripts: {s2: {lua: ok.lua}}}, x_test: {scripts: {s3: {lua: ok.lua}}}}\n")
	files, err := golang.Emitter{}.Emit(checked(t, p), emit.Embedded)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		for _, suffix := range []string{"_test.go", "_windows.go", "_linux.go", "_amd64.go"} {
			if strings.HasSuffix(f.Path, suffix) || strings.HasPrefix(f.Path, "_") {
				t.Errorf("%s is not compiled everywhere", f.Path)
			}
		}
	}
}

// Only what is needed is emitted.
func TestOutputIsSparse(t *testing.T) {
	p := parse(t, "keys: {k: {at: k}}\n")
	files, err := golang.Emitter{}.Emit(checked(t, p), emit.Embedded)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range files {
		paths = append(paths, f.Path)
	}
	if want := []string{"doc.go", "version.go", "keys.go", "slot.go"}; !slices.Equal(paths, want) {
		t.Errorf("a protocol of one key is emitted as %v, want %v", paths, want)
	}
}

// The emitted module needs what this one needs, in the same versions: where the
// generator builds, so does its output.
func TestRequirementsAreThoseOfThisModule(t *testing.T) {
	files, err := golang.Emitter{}.Emit(synthetic.Protocol(t, 1), emit.Standalone)
	if err != nil {
		t.Fatal(err)
	}
	ours, err := os.ReadFile(filepath.Join(testenv.Root(t), "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range files {
		if f.Path != "go.mod" {
			continue
		}
		for line := range strings.Lines(string(f.Data)) {
			words := strings.Fields(strings.TrimPrefix(line, "require"))
			if len(words) < 2 || !strings.HasPrefix(words[1], "v") {
				continue
			}
			found++
			if want := words[0] + " " + words[1]; !strings.Contains(string(ours), want) {
				t.Errorf("%s is required there, not here; see templates/go/module", want)
			}
		}
	}
	if found == 0 {
		t.Error("nothing is required")
	}
}
