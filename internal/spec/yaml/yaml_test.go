package yaml_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	yamlv3 "gopkg.in/yaml.v3"

	"github.com/echomq/emqgen/internal/spec/yaml"
)

// dump writes a tree the way dumpReference writes that of the common library.
func dump(n *yaml.Node) string {
	if n == nil {
		return "empty"
	}
	at := fmt.Sprintf("%d:%d", n.Line, n.Col)
	var parts []string
	for _, c := range n.Children {
		parts = append(parts, dump(c))
	}
	switch n.Kind {
	case yaml.Sequence:
		return at + "[" + strings.Join(parts, ", ") + "]"
	case yaml.Mapping:
		return at + "{" + strings.Join(parts, ", ") + "}"
	}
	if !n.IsText() && n.Value == "" {
		return "empty" // the two disagree on where nothing is
	}
	return fmt.Sprintf("%s%q/%v", at, n.Value, n.IsText())
}

func dumpReference(n *yamlv3.Node) string {
	for n.Kind == yamlv3.AliasNode {
		n = n.Alias
	}
	at := fmt.Sprintf("%d:%d", n.Line, n.Column)
	var parts []string
	for _, c := range n.Content {
		parts = append(parts, dumpReference(c))
	}
	switch n.Kind {
	case yamlv3.SequenceNode:
		return at + "[" + strings.Join(parts, ", ") + "]"
	case yamlv3.MappingNode:
		return at + "{" + strings.Join(parts, ", ") + "}"
	}
	const quoted = yamlv3.SingleQuotedStyle | yamlv3.DoubleQuotedStyle | yamlv3.LiteralStyle | yamlv3.FoldedStyle
	isText := n.Style&quoted != 0 || n.Style&yamlv3.TaggedStyle != 0
	if n.Value == "" && !isText {
		return "empty"
	}
	return fmt.Sprintf("%s%q/%v", at, n.Value, isText)
}

func reference(source string) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	var doc yamlv3.Node
	if err := yamlv3.Unmarshal([]byte(source), &doc); err != nil {
		return "", err
	}
	if len(doc.Content) == 0 {
		return "empty", nil
	}
	return dumpReference(doc.Content[0]), nil
}

// positions are not compared where the two differ on purpose: the common library
// points at an anchor or tag, this package at the value behind it.
var positions = regexp.MustCompile(`\d+:\d+`)

// differs describes how the two readings of a source differ, or is empty. A
// source that this package refuses differs from nothing.
func differs(source string) string {
	root, errs := yaml.Parse(source)
	if len(errs) > 0 {
		return ""
	}
	got := dump(root)
	want, err := reference(source)
	if err != nil {
		return fmt.Sprintf("got %s, but the common library says %v", got, err)
	}
	if strings.ContainsAny(source, "&!") {
		got, want = positions.ReplaceAllString(got, ""), positions.ReplaceAllString(want, "")
	}
	if got != want {
		return fmt.Sprintf("\n got %s\nwant %s", got, want)
	}
	return ""
}

func TestAgreesWithTheCommonLibrary(t *testing.T) {
	for _, source := range agreed {
		if _, errs := yaml.Parse(source); len(errs) > 0 {
			t.Errorf("%q: %+v", source, errs)
		}
		if d := differs(source); d != "" {
			t.Errorf("%q: %s", source, d)
		}
	}
}

// FuzzAgrees feeds any text to both readers: what this package accepts, the
// common library must read as the same tree.
func FuzzAgrees(f *testing.F) {
	for _, source := range agreed {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		if !utf8.ValidString(source) || strings.ContainsFunc(source, unlikePlainText) {
			return // refused before it is parsed, or a line break to YAML 1.1 only
		}
		if d := differs(source); d != "" {
			t.Errorf("%q: %s", source, d)
		}
	})
}

// TestAgreesOnTokenSoup strings the tokens of YAML together at random, which
// finds corners that mutating texts does not.
func TestAgreesOnTokenSoup(t *testing.T) {
	tokens := []string{
		"a", "b", "key", "1", "-1", ": ", ":", "- ", "-", "? ", "\n", "\n", "\n  ", "\n  ", "\n    ", "\n ", "\n\n", " ", "  ", "\t",
		"[", "]", "{", "}", ", ", ",", "'", "'x'", "\"", "\"y\"", "\\", "\\n", "|", ">", "|-", ">+", "|2", "#", " # c", "&x ", "*x", "!!str ",
		"---", "...", "\n---\n", "~", "null", "a: ", "b: ", "a:\n  ", "b:\n    ", "- a\n", "- b: ", "é", "<<", "%", "@", "it's", "\r\n",
	}
	random := rand.New(rand.NewPCG(1, 2))
	accepted := 0
	for range soups {
		var b strings.Builder
		for range 1 + random.IntN(14) {
			b.WriteString(tokens[random.IntN(len(tokens))])
		}
		source := b.String()
		if _, errs := yaml.Parse(source); len(errs) == 0 {
			accepted++
		}
		if d := differs(source); d != "" {
			t.Errorf("%q: %s", source, d)
		}
	}
	if accepted < soups/100 {
		t.Errorf("only %d of %d texts were accepted: too few to mean anything", accepted, soups)
	}
}

const soups = 5_000

func unlikePlainText(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r >= 0x7f && r < 0xa0 ||
		r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff
}

var agreed = []string{
	"", "\n", "# only a comment\n", "---\n", "---\na: 1\n...\n",
	"a", "a b\nc\n", "a: 1", "a: 1\n", "a: 1\r\nb: 2\r\n", "a: 1\rb: 2\r",
	"\ufeffa: 1\nb: é\nç: {é: x}\n",
	"a:\n  b: 1\n  c:\n    d: 2\ne: 3\n",
	"a:\n- 1\n- 2\nb: 3\n", "a:\n  - 1\n  - 2\nb: 3\n",
	"- a\n- b: 1\n  c: 2\n-\n  d: 3\n- - 1\n  - 2\n-\n", "-   - a\n    - b\n",
	"a: [1, 2, 3]\nb: {c: 1, d: 2,}\ne: [\n  1,\n  2\n]\nf: {\n  a: 1\n}\n",
	"a: [b: 1, c: 2]\n", `{"a":1,"b":[{"c":null}],"d":{}}`, "a: [x, {y: [z]}, ]\n", "a: {b, c: 1, d: , e}\n",
	"[a, 'b', \"c\"]", "a: {'b': 1, \"c\": 2}\n",
	"a: b c\n  d e\n\n  f\ng: 1\n", "a: [b c\n  d, e]\n",
	"a: 'it''s'\nb: \"x\\ty\\u00e9\\\"\"\nc: ''\n", "a: \"x\n  y\n\n  z\"\nb: 'p\n  q'\n",
	"a: \"x \\\n  y\"\nb: \"x  \n  y\\\n\n  z\"\n",
	"a: |\n  x\n   y\n\n  z\nb: >\n  x\n  y\n\n  z\n   w\n  v\n",
	"a: |-\n  x\nb: |+\n  x\n\nc: >-\n  x\n  y\nd: |2\n    x\ne: |\nf: 1\n", "a: |\n  x", "a: >\n\n  x\n\n\n  y\n",
	"- |\n x\n- >\n y\n z\n- a\n", "a:\n  - |\n    x\n  - y\n",
	"a: 1 # c\n# d\nb: # e\n  c: 1\n#f\n", "a: b#c\nd: '#e'\n",
	"a: x:y\nb: http://x/y\nc: a,b\nd: -1\ne: -x\nf: ?x\ng: :x\n",
	"\"a b\": 1\n'c': 2\nd e: 3\n", "a : 1\nb  :  2\n",
	"a: &x 1\nb: *x\nc: [*x, *x]\n", "a: &x\n  b: 1\nc: *x\n", "a: &x [1]\nb: {c: *x}\n", "- &a x\n- *a\n",
	"a: !!str 1\nb: !!str\nc: &x !!str 1\n",
	"a: ~\nb: null\nc:\nd: ''\n", "a:\tb\nc: d\t\n", "a: {\tb: 1}\n",
	"a:\n\n  b: 1\n\n\n  c: 2\n", "  a: 1\n  b: 2\n",
	"a: yes\nb: no\nc: on\nd: true\n", "a: 2024-01-01T00:00:00Z\n", "1: a\n\"1\": b\n-1: c\n", "a: emq:{<queue>}:job:<id>\n",
	"a: [a:b, c:d]\n", "a: {b:c, d: e}\n", "a: [\"b\":1]\n", "a:\n  - b:\n    - c\n  - d\n", "a:\n  b\n", "a:\n  'b'\n", "a:\n  [b]\n", "a:\n  # c\n  b: 1\n",
	"a: 'b'   # c\n", "a: \"\"\n", "a: [[], {}, [{}]]\n",
}
