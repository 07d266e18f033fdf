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
		literals.WriteString("    " + quoteBytes(data) + ",\n")
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
