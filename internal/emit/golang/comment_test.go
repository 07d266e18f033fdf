package golang

import (
	"go/format"
	"strings"
	"testing"
)

func TestCommentText(t *testing.T) {
	for _, c := range []struct {
		name       string
		paragraphs []string
		want       string
	}{
		{"nothing", nil, ""},
		{"empty ones", []string{"", "a", " \n "}, "// a."},
		{"two paragraphs", []string{"a", "b\n\nc\nd"}, "// a.\n//\n// b.\n//\n// c d."},
		{"a list", []string{"a", item("b"), item("c"), "d"}, "// a.\n//\n//   - b.\n//   - c.\n//\n// d."},
		{"what no file may hold", []string{"a\x00b\r\nc\u2028d\ufeffe\u202ef\xffg"}, "// a b c defg."},
		{"a constraint", []string{"+build ignore"}, `// "+build" ignore.`},
		{
			"long lines",
			[]string{strings.Repeat("word ", 20), item(strings.Repeat("word ", 20))},
			"// word word word word word word word word word word word word word word word\n// word word word word word.\n//\n" +
				"//   - word word word word word word word word word word word word word word\n//     word word word word word word.",
		},
	} {
		if got := commentText(c.paragraphs...); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// Whatever a doc says, the comment stays one, and gofmt leaves it alone.
func FuzzComment(f *testing.F) {
	for _, seed := range []string{"a */ b", "//go:build x", "+build x", "# heading", "- item", "1. item", "\ttab", "[a]: http://b", "``quoted''", "Deprecated: x\n\n    code"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		source := "package p\n\n" + commentText("P is.", text, item("a: "+text), item(text), text) + "\ntype P int\n"
		formatted, err := format.Source([]byte(source))
		if err != nil {
			t.Fatalf("%v in\n%s", err, source)
		}
		if string(formatted) != source {
			t.Errorf("gofmt makes\n%s of\n%s", formatted, source)
		}
	})
}
