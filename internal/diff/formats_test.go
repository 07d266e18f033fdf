package diff_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/echomq/emqgen/internal/diff"
	"github.com/echomq/emqgen/internal/engine"
)

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(diff.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("diff.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("diff.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(t *testing.T, s *jsonschema.Schema, r *diff.Report) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(written(t, r.WriteJSON)))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(value); err != nil {
		t.Error(err)
	}
}

func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestJSONIsWhatItsSchemaSays(t *testing.T) {
	s := schema(t)
	for _, path := range paths(t) {
		validate(t, s, readCase(t, path).report(t))
	}
}

func TestJSONOfAProofIsWhatItsSchemaSays(t *testing.T) {
	s := schema(t)
	for _, name := range []string{"ledger-script", "ledger-pending", "script-body-other-state"} {
		validate(t, s, proved(t, name))
	}
}

// proved judges a case with what its mixtures show.
func proved(t *testing.T, name string) *diff.Report {
	t.Helper()
	c := readCase(t, "testdata/cases/"+name+".txtar")
	return diff.New(diff.Input{
		Old: diff.Version{Label: "old", Protocol: c.old}, New: diff.Version{Label: "new", Protocol: c.new},
		Proof: c.prove(t, engine.Embedded), Today: "2026-01-01",
	})
}

func TestOutputIsTheSameEachTime(t *testing.T) {
	for _, path := range paths(t) {
		first, second := readCase(t, path).report(t), readCase(t, path).report(t)
		for format, write := range map[string]func(*diff.Report) func(io.Writer) error{
			"text": func(r *diff.Report) func(io.Writer) error {
				return func(w io.Writer) error { return r.WriteText(w, true) }
			},
			"markdown":  func(r *diff.Report) func(io.Writer) error { return r.WriteMarkdown },
			"json":      func(r *diff.Report) func(io.Writer) error { return r.WriteJSON },
			"changelog": func(r *diff.Report) func(io.Writer) error { return r.WriteChangelog },
		} {
			if written(t, write(first)) != written(t, write(second)) {
				t.Errorf("%s: %s differs from one time to the next", path, format)
			}
		}
	}
}

// Texts of a spec must not get out of the place where a format puts them.
func TestMarkdownHoldsHostileTexts(t *testing.T) {
	c := readCase(t, "testdata/cases/doc.txtar")
	for _, key := range c.new.Keys {
		key.Doc = "a | b\n\n</details> ``` <script> `x` *y* [z](w)"
	}
	text := written(t, c.report(t).WriteMarkdown)
	if strings.Contains(text, "<script>") || strings.Count(text, "</details>") != strings.Count(text, "<details>") || strings.Contains(text, "```") {
		t.Errorf("a text of the spec is let out:\n%s", text)
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "| ") && strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 8 {
			t.Errorf("a row has other cells than its head: %s", line)
		}
	}
}

func TestEveryRuleIsExplained(t *testing.T) {
	for _, r := range diff.Rules() {
		if r.Sentence == "" || r.Doc == "" || strings.ContainsAny(r.Sentence+r.Doc, "{}") {
			t.Errorf("rule %s reads %q: %q", r.ID, r.Sentence, r.Doc)
		}
	}
}

func TestFindingsNameTheChangedLine(t *testing.T) {
	r := readCase(t, "testdata/cases/ledger-field.txtar").report(t)
	for _, f := range r.Findings() {
		if f.Rule == "field-renamed" {
			if f.Pos.Line == 0 || f.Pos.Col == 0 {
				t.Errorf("the finding stands at %s, which is no line", f.Pos)
			}
			if data, err := json.Marshal(f); err != nil || !bytes.Contains(data, []byte("unreadable")) {
				t.Errorf("%s, %v: who is hurt is not said", data, err)
			}
			return
		}
	}
	t.Error("no finding is about the renamed field")
}

// What GitHub takes for a comment is bounded, however much changed.
func TestMarkdownFitsIntoAComment(t *testing.T) {
	r := proved(t, "ledger-field")
	entries, gates := r.Entries, r.Proof.Gates
	for range 300 {
		r.Entries = append(r.Entries, entries...)
		r.Proof.Gates = append(r.Proof.Gates, gates...)
	}
	text := written(t, r.WriteMarkdown)
	if len(text) > 65536 {
		t.Errorf("%d bytes", len(text))
	}
	for _, want := range []string{"rows more: `emqgen diff` tells them all", "changes more:", "failures more:", "more stories ("} {
		if !strings.Contains(text, want) {
			t.Errorf("nothing says %q", want)
		}
	}
}
