package python

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/echomq/emqgen/internal/testenv"
)

func TestQuote(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `""`},
		{"a'b", `"a'b"`},
		{`a"b`, `'a"b'`},
		{`a"b'c`, `"a\"b'c"`},
		{`""'`, `'""\''`},
		{"\\\n\r\t\x00\x7f", `"\\\n\r\t\x00\x7f"`},
		{"é\u2028日\U0001f642", `"\xe9\u2028\u65e5\U0001f642"`},
	} {
		if got := quote(c.text); got != c.want {
			t.Errorf("quote(%q) = %s, want %s", c.text, got, c.want)
		}
	}
	if got, want := quoteBytes("é\xff\x00"), `b"\xc3\xa9\xff\x00"`; got != want {
		t.Errorf("quoteBytes = %s, want %s", got, want)
	}
}

// What is quoted has to read back as itself, by a reader that was written from
// the reference of the language and not from the writer.
func FuzzQuoteBytes(f *testing.F) {
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
	f.Add([]byte(`\`))
	f.Add([]byte("\\x41\\101\\N{DASH}\\\n'\"'''\"\"\""))
	f.Fuzz(func(t *testing.T, data []byte) {
		literal := quoteBytes(string(data))
		got, err := readBytesLiteral(literal)
		if err != nil || string(got) != string(data) {
			t.Errorf("%q is quoted as %s, which reads as %q (%v)", data, literal, got, err)
		}
		if !utf8.Valid(data) {
			return
		}
		text, err := strconv.Unquote(goLiteral(quote(string(data))))
		if err != nil || text != string(data) {
			t.Errorf("%q is quoted as %s, which reads as %q (%v)", data, quote(string(data)), text, err)
		}
	})
}

// readBytesLiteral reads a short bytes literal as section 2.5 of the language
// reference says. It knows every escape of bytes, and refuses what is no escape,
// which Python itself only warns of.
func readBytesLiteral(literal string) ([]byte, error) {
	rest, ok := strings.CutPrefix(literal, "b")
	if !ok || len(rest) < 2 {
		return nil, fmt.Errorf("no bytes literal")
	}
	mark, body := rest[0], rest[1:]
	if mark != '"' && mark != '\'' || strings.HasPrefix(body, string([]byte{mark, mark})) {
		return nil, fmt.Errorf("no short literal")
	}
	simple := map[byte]byte{'\\': '\\', '\'': '\'', '"': '"', 'a': 7, 'b': 8, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11}
	var data []byte
	for i := 0; i < len(body); i++ {
		c := body[i]
		switch {
		case c == mark:
			if i != len(body)-1 {
				return nil, fmt.Errorf("it ends at %d already", i)
			}
			return data, nil
		case c >= 0x80:
			return nil, fmt.Errorf("bytes can only contain ASCII literal characters")
		case c == '\n' || c == '\r' || c == 0:
			return nil, fmt.Errorf("%#x cannot stand in the source", c)
		case c != '\\':
			data = append(data, c)
			continue
		}
		i++
		if i == len(body) {
			break
		}
		switch e := body[i]; {
		case simple[e] != 0:
			data = append(data, simple[e])
		case e == 'x':
			if i+2 >= len(body) {
				return nil, fmt.Errorf(`\x is cut short`)
			}
			n, err := strconv.ParseUint(body[i+1:i+3], 16, 8)
			if err != nil {
				return nil, err
			}
			data = append(data, byte(n))
			i += 2
		case e >= '0' && e <= '7':
			end := i
			for end < len(body) && end < i+3 && body[end] >= '0' && body[end] <= '7' {
				end++
			}
			n, err := strconv.ParseUint(body[i:end], 8, 8)
			if err != nil {
				return nil, err
			}
			data = append(data, byte(n))
			i = end - 1
		default:
			return nil, fmt.Errorf(`\%c is no escape`, e)
		}
	}
	return nil, fmt.Errorf("it does not end")
}

// goLiteral rewrites a str literal as one of Go, whose \x is a byte and not a
// code point.
func goLiteral(literal string) string {
	body := literal[1 : len(literal)-1]
	var b strings.Builder
	for i := 0; i < len(body); i++ {
		switch {
		case body[i] == '"':
			b.WriteString(`\"`)
		case body[i] != '\\':
			b.WriteByte(body[i])
		case body[i+1] == 'x':
			b.WriteString(`\u00` + body[i+2:i+4])
			i += 3
		case body[i+1] == '\'':
			b.WriteByte('\'')
			i++
		default:
			b.WriteString(body[i : i+2])
			i++
		}
	}
	return `"` + b.String() + `"`
}
