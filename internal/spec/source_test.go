package spec_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/echomq/emqgen/internal/spec"
)

const small = "emqgen: 1\nprotocol: small\nversion: 1.0.0\nkeys: {job: {at: \"s:job\"}}\n"

func TestTextIsUTF8(t *testing.T) {
	wide := func(littleEndian, mark bool) string {
		var b strings.Builder
		text := small
		if mark {
			text = "\ufeff" + text
		}
		for _, u := range utf16.Encode([]rune(text)) {
			if littleEndian {
				b.Write([]byte{byte(u), byte(u >> 8)})
			} else {
				b.Write([]byte{byte(u >> 8), byte(u)})
			}
		}
		return b.String()
	}
	for _, test := range []struct{ name, source, want string }{
		{"plain", small, ""},
		{"UTF-8 with a mark", "\ufeff" + small, ""},
		{"CRLF", strings.ReplaceAll(small, "\n", "\r\n"), ""},
		{"UTF-16, little endian", wide(true, false), "p.yaml: the text is UTF-16 or UTF-32, expected UTF-8 (yaml-encoding)"},
		{"UTF-16, big endian", wide(false, false), "p.yaml: the text is UTF-16 or UTF-32, expected UTF-8 (yaml-encoding)"},
		{"UTF-16, little endian, with a mark", wide(true, true), "p.yaml: the text is UTF-16 or UTF-32, expected UTF-8 (yaml-encoding)"},
		{"UTF-16, big endian, with a mark", wide(false, true), "p.yaml: the text is UTF-16 or UTF-32, expected UTF-8 (yaml-encoding)"},
		{"Latin 1", "emqgen: 1\ndoc: é, caf\xe9\n", "p.yaml:2:12: byte 0xE9 is not UTF-8 (yaml-encoding)"},
		{"a NUL", "emqgen: 1\ndoc: a\x00b\n", "p.yaml:2:7: a NUL byte (yaml-encoding)"},
		{"a control character", "emqgen: 1\r\ndoc: \x1b[31m\r\n", "p.yaml:2:6: the character U+001B, which no text holds (yaml-encoding)"},
		{"a C1 control", "emqgen: 1\rdoc: \u0085\n", "p.yaml:2:6: the character U+0085, which no text holds (yaml-encoding)"},
		{"a surrogate", "doc: \xed\xa0\x80\n", "p.yaml:1:6: byte 0xED is not UTF-8 (yaml-encoding)"},
		{"a mark within", "emqgen: 1\ndoc: \ufeffx\n", "p.yaml:2:6: the character U+FEFF, which no text holds (yaml-encoding)"},
		{"an image", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "p.yaml:1:1: byte 0x89 is not UTF-8 (yaml-encoding)"},
		{"nothing", "", "p.yaml: the spec is empty (empty-spec)"},
		{"blanks", " \n\n", "p.yaml: the spec is empty (empty-spec)"},
		{"a marker", "---\n", "p.yaml: the spec is empty (empty-spec)"},
		{"two documents", small + "---\n" + small, "p.yaml:5:1: a second document begins here (yaml-feature)"},
		{"too large", strings.Repeat("#", spec.MaxSize+1), "p.yaml: more than 4194304 bytes (yaml-limit)"},
		{"a list", "- a\n", `p.yaml:1:1: the spec is a list, expected a mapping (wrong-kind)`},
		{"a word", "emqgen\n", `p.yaml:1:1: the spec is "emqgen", expected a mapping (wrong-kind)`},
	} {
		_, findings := spec.Parse("p.yaml", []byte(test.source))
		switch {
		case test.want == "" && len(findings) > 0:
			t.Errorf("%s: %v", test.name, findings)
		case test.want != "" && (len(findings) != 1 || findings[0].Error() != test.want):
			t.Errorf("%s:\n got %v\nwant [%s]", test.name, findings, test.want)
		case test.want != "" && findings[0].Help == "":
			t.Errorf("%s: %v shows no way out", test.name, findings[0])
		}
	}
}
