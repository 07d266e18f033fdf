package protocol_test

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/protocol"
)

func digest(s string) string {
	sum := sha1.Sum([]byte(s))
	return hex.EncodeToString(sum[:])
}

// withScript is a protocol of one script, pinned to a digest.
func withScript(lua, pin string) fstest.MapFS {
	spec := fmt.Sprintf("emqgen: 1\nprotocol: small\nversion: 1.0.0\nmodules: {jobs: {scripts: {run: {lua: run.lua, sha1: %s}}}}\n", pin)
	return fstest.MapFS{
		"protocol.yaml": {Data: []byte(spec)},
		"run.lua":       {Data: []byte(lua)},
	}
}

func TestBrokenPinNamesItsCause(t *testing.T) {
	const pinned = "local a = 1\nreturn a\n"
	for _, test := range []struct{ name, pinned, found, cause string }{
		{"CRLF", pinned, "local a = 1\r\nreturn a\r\n", ", which has CRLF line ends where the pinned one has LF"},
		{"LF", "local a = 1\r\nreturn a\r\n", pinned, ", which has LF line ends where the pinned one has CRLF"},
		{"mark", pinned, "\ufeff" + pinned, ", which has a byte order mark where the pinned one has none"},
		{"no mark", "\ufeff" + pinned, pinned, ", which has no byte order mark where the pinned one has one"},
		{"no final newline", pinned, "local a = 1\nreturn a", ", which lacks the final newline of the pinned one"},
		{"one newline", "local a = 1\nreturn a", pinned, ", which has one final newline too many"},
		{"many newlines", pinned, pinned + "\n\n\n", ", which has final newlines too many"},
		{"newlines at all", "return 1", "return 1\n\n", ", which has final newlines where the pinned one has none"},
		{"trailing blanks", pinned, "local a = 1  \nreturn a\t\n", ", which has blanks at the ends of lines"},
		{"CRLF and mark", pinned, "\ufefflocal a = 1\r\nreturn a\r\n", ", which has CRLF line ends and a byte order mark"},
		{"CRLF and no final newline", pinned, "local a = 1\r\nreturn a", ", which has CRLF line ends and no final newline"},
		{"something else", pinned, "return 2\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, findings := protocol.LoadFS(withScript(test.found, digest(test.pinned)), "protocol.yaml")
			if p == nil {
				t.Error("no protocol: whoever writes pins needs it in spite of the finding")
			}
			if len(findings) != 1 {
				t.Fatalf("findings: %v", findings)
			}
			f := findings[0]
			want := fmt.Sprintf(`protocol.yaml:4:54: "run.lua" is not the pinned file: %s is pinned, its %d bytes are %s%s (pin-mismatch)`,
				digest(test.pinned), len(test.found), digest(test.found), test.cause)
			if f.Error() != want {
				t.Errorf("got  %s\nwant %s", f.Error(), want)
			}
			if !strings.HasSuffix(f.Help, "accept it with emqgen pin") {
				t.Errorf("help: %s", f.Help)
			}
		})
	}
	if p, findings := protocol.LoadFS(withScript(pinned, digest(pinned)), "protocol.yaml"); p == nil || len(findings) > 0 {
		t.Errorf("the pinned file itself: %v", findings)
	}
}
