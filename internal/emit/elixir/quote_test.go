package elixir_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/emit/elixir"
	"github.com/echomq/emqgen/internal/testenv"
)

// read gives the bytes of a string literal as the Elixir language reference
// describes it; it knows nothing of how literals are written here.
func read(literal string) ([]byte, error) {
	body, opened := strings.CutPrefix(literal, `"`)
	body, closed := strings.CutSuffix(body, `"`)
	if !opened || !closed {
		return nil, fmt.Errorf("no quotes around %s", literal)
	}
	var out []byte
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c == '"':
			return nil, fmt.Errorf("the string ends at byte %d", i)
		case c == '#' && i+1 < len(body) && body[i+1] == '{':
			return nil, fmt.Errorf("an interpolation begins at byte %d", i)
		case c < ' ' || c > '~':
			return nil, fmt.Errorf("byte %d is no printable ASCII", i)
		case c != '\\':
			out = append(out, c)
		default:
			i++
			if i == len(body) {
				return nil, fmt.Errorf("an escape without an end")
			}
			switch e := body[i]; e {
			case 'a', 'b', 'd', 'e', 'f', 'n', 'r', 's', 't', 'v', '0':
				out = append(out, map[byte]byte{
					'a': 7, 'b': 8, 'd': 127, 'e': 27, 'f': 12, 'n': '\n', 'r': '\r', 's': ' ', 't': '\t', 'v': 11, '0': 0,
				}[e])
			case 'x':
				if i+2 >= len(body) {
					return nil, fmt.Errorf("\\x without two digits at byte %d", i)
				}
				b, err := strconv.ParseUint(body[i+1:i+3], 16, 8)
				if err != nil {
					return nil, err
				}
				out = append(out, byte(b))
				i += 2
			case 'u':
				return nil, fmt.Errorf("\\u gives a code point, not bytes")
			default:
				out = append(out, e)
			}
		}
	}
	return out, nil
}

func FuzzQuote(f *testing.F) {
	names, err := filepath.Glob(filepath.Join(testenv.Root(f), "testdata", "literals", "*.lua"))
	if err != nil || len(names) == 0 {
		f.Fatalf("no literals: %v", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("#{x} \\#{ \\x41 \\u{41} \"\"\" # {"))
	f.Fuzz(func(t *testing.T, data []byte) {
		literal := elixir.Quote(string(data))
		got, err := read(literal)
		if err != nil {
			t.Fatalf("%s: %v", literal, err)
		}
		if !bytes.Equal(got, data) {
			t.Fatalf("%q is written as %s, which is %q", data, literal, got)
		}
	})
}

// What the reader above says must be what Elixir says.
func TestQuoteInElixir(t *testing.T) {
	testenv.LongOnly(t)
	random := rand.New(rand.NewPCG(1, 2))
	special := "\"\\#{}\n\r\t\x00\x7f\x80\xff\u2028\ufeff$`'xu0"
	var wanted []string
	for b := range 256 {
		wanted = append(wanted, string([]byte{byte(b)}), "#"+string([]byte{byte(b)}), `\`+string([]byte{byte(b)}))
	}
	for range 2000 {
		text := make([]byte, random.IntN(40))
		for i := range text {
			if random.IntN(2) == 0 {
				text[i] = special[random.IntN(len(special))]
			} else {
				text[i] = byte(random.IntN(256))
			}
		}
		wanted = append(wanted, string(text))
	}
	var source bytes.Buffer
	source.WriteString("for text <- [\n")
	for _, text := range wanted {
		source.WriteString(elixir.Quote(text) + ",\n")
	}
	source.WriteString("\"\"], do: IO.puts(Base.encode16(text))\n")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "quoted.exs"), source.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(run(t, dir, nil, "elixir", "quoted.exs"), "\n")
	if len(lines) != len(wanted)+2 {
		t.Fatalf("%d lines for %d texts", len(lines), len(wanted))
	}
	for i, text := range wanted {
		if got := lines[i]; got != fmt.Sprintf("%X", text) {
			t.Errorf("%q is written as %s, which is %s", text, elixir.Quote(text), got)
		}
	}
}
