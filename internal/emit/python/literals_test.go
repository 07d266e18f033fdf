package python

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/testenv"
)

// Python itself reads literals of random bytes, and ruff has nothing to change
// about them.
func TestPythonReadsLiterals(t *testing.T) {
	interpreter := testenv.Python(t)
	testenv.LongOnly(t)
	random := rand.New(rand.NewPCG(1, 2))
	var literals, wanted strings.Builder
	literals.WriteString("LITERALS = [\n")
	for range 3000 {
		data := randomBytes(random)
		literals.WriteString("    " + quoteBytes(string(data)) + ",\n")
		fmt.Fprintf(&wanted, "%x\n", data)
	}
	literals.WriteString("]\n")
	dir := t.TempDir()
	path := filepath.Join(dir, "literals.py")
	if err := os.WriteFile(path, []byte(literals.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	python(t, dir, interpreter, "-m", "ruff", "format", "--no-cache", "--check", path)
	program := "import literals\nfor literal in literals.LITERALS:\n    print(literal.hex())"
	if got := python(t, dir, interpreter, "-W", "error", "-B", "-c", program); got != wanted.String() {
		t.Error("Python reads other bytes than were written")
	}
}

// randomBytes favours what has a meaning in literals.
func randomBytes(random *rand.Rand) []byte {
	special := []byte("\\\\'\"\"\n\r\t\x00\x7f\xff{}#$%xuN01")
	data := make([]byte, random.IntN(40))
	for i := range data {
		if random.IntN(2) == 0 {
			data[i] = special[random.IntN(len(special))]
		} else {
			data[i] = byte(random.IntN(256))
		}
	}
	return data
}

func python(t *testing.T, dir, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// Docs of every making stay inside their docstring, word for word, and formatters
// have nothing to change about them.
func TestDocstringsKeepTheirWords(t *testing.T) {
	interpreter := testenv.Python(t)
	testenv.LongOnly(t)
	random := rand.New(rand.NewPCG(3, 4))
	words := []string{
		`"`, `""`, `"""`, `'''`, `\`, `\"`, `\\`, `\n`, `\N{DASH}`, `\u`, "{x}", "#", "日本語の説明", "émigré", "\U0001f642",
		"\u202e", "\u200b", "\x00", "\x1b[31m", "\ufeff", "a", "word", "another", "Args:", "-", ">>>", strings.Repeat("x", 90),
	}
	spaces := []string{" ", " ", " ", "  ", "\n", "\n\n", "\n    ", "\t", "\r\n", "\u00a0", "\u2028", "\x0c"}
	var module, wanted strings.Builder
	module.WriteString("class Docs:\n    a = 1\n")
	for n := range 400 {
		var text strings.Builder
		for range 1 + random.IntN(30) {
			text.WriteString(words[random.IntN(len(words))])
			text.WriteString(spaces[random.IntN(len(spaces))])
		}
		fmt.Fprintf(&module, "\n    def f%d(self) -> None:\n%s\n", n, docstring(8, text.String()))
		fmt.Fprintf(&wanted, "%x\n", strings.Join(strings.Fields(text.String()), " "))
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "docs.py")
	if err := os.WriteFile(path, []byte(module.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	python(t, dir, interpreter, "-m", "ruff", "format", "--no-cache", "--diff", path)
	program := `import docs
for n in range(400):
    words = getattr(docs.Docs, f"f{n}").__doc__.split()
    print(" ".join(words).encode().hex())
`
	if got := python(t, dir, interpreter, "-W", "error", "-B", "-c", program); got != wanted.String() {
		for i, line := range strings.Split(wanted.String(), "\n") {
			if other := strings.Split(got, "\n")[i]; other != line {
				t.Fatalf("doc %d reads as\n%s, wanted\n%s", i, other, line)
			}
		}
	}
}
