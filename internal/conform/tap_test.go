package conform

import (
	"bufio"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/testenv"
)

func TestTapKeepsWhatIsSaid(t *testing.T) {
	ctx := context.Background()
	tap, url, err := newTap(testenv.Embedded(t).URL, false)
	if err != nil {
		t.Fatal(err)
	}
	defer tap.close()
	options, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	options.Protocol = 2
	client := redis.NewClient(options)
	defer client.Close()
	if err := client.Ping(ctx).Err(); err != nil {
		t.Fatal(err)
	}
	tap.reset()
	client.Set(ctx, "k", "\x00\xff", 0)
	client.Eval(ctx, "return redis.error_reply('EMQKIND no')", nil)
	want := []string{
		`> [set k "\x00\xff"]`,
		`> [eval "return redis.error_reply('EMQKIND no')" 0]`,
		"< +OK",
		"< -EMQKIND no",
	}
	if diff := cmp.Diff(want, tap.said()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEveryKindOfValueIsRead(t *testing.T) {
	for raw, want := range map[string]string{
		"+OK\r\n":                    "+OK",
		":-5\r\n":                    ":-5",
		"$-1\r\n":                    "(nil)",
		"_\r\n":                      "(nil)",
		"$3\r\na\r\n\r\n":            `"a\r\n"`,
		"*2\r\n$1\r\na\r\n*0\r\n":    "[a []]",
		"%1\r\n+k\r\n#t\r\n":         "[+k #t]",
		"*-1\r\n":                    "(nil)",
		">2\r\n+message\r\n,1.5\r\n": "[+message ,1.5]",
		"=7\r\ntxt:abc\r\n":          `"txt:abc"`,
		"-ERR no\r\n":                "-ERR no",
	} {
		if got, err := readRESP(bufio.NewReader(strings.NewReader(raw))); got != want || err != nil {
			t.Errorf("%q is read as %s (%v), want %s", raw, got, err, want)
		}
	}
	for _, broken := range []string{"", "\r\n", "$5\r\nab", "*1\r\n", "hello\r\n"} {
		if got, err := readRESP(bufio.NewReader(strings.NewReader(broken))); err == nil {
			t.Errorf("%q is read as %s", broken, got)
		}
	}
}

// A peer may write anything: a length is no reason to take that much memory.
func TestALengthIsNotTrusted(t *testing.T) {
	for _, raw := range []string{"$9223372036854775807\r\n", "$999999999999\r\nx", "*9223372036854775807\r\n", "%9223372036854775807\r\n"} {
		if got, err := readRESP(bufio.NewReader(strings.NewReader(raw))); err == nil {
			t.Errorf("%q is read as %s", raw, got)
		}
	}
}
