package diag

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	// Carries the schema that OASIS published, which is what this test is after.
	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func TestSARIFFitsItsSchema(t *testing.T) {
	schema := sarifSchema(t)
	rules := []Rule{{ID: "unknown-key", Sentence: "keys are known", Doc: "Long.", Severity: Warning}}
	for name, findings := range map[string][]Finding{"none": nil, "hostile": hostile} {
		var out bytes.Buffer
		if err := Print(&out, "sarif", findings, Options{Version: "0.1.0", Rules: rules}); err != nil {
			t.Fatal(err)
		}
		document, err := jsonschema.UnmarshalJSON(&out)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(document); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if schema.Validate(map[string]any{"version": "2.1.0", "runs": "none"}) == nil {
		t.Error("the schema accepts everything")
	}
}

func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	output, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(output)), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var text string
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && len(lit.Value) > len(text) {
				text = lit.Value
			}
			return true
		})
	}
	text, err = strconv.Unquote(text)
	if err != nil || !strings.Contains(text, "sarifLog") && !strings.Contains(text, "Static Analysis Results") {
		t.Fatalf("the schema is not where it was: %v", err)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("sarif.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestSARIFPointsAtItsRules(t *testing.T) {
	rules := []Rule{{ID: "a"}, {ID: "unknown-key"}}
	var out bytes.Buffer
	if err := Print(&out, "sarif", hostile, Options{Rules: rules}); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID    string
				RuleIndex int
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if got := run.Tool.Driver.Rules[run.Results[0].RuleIndex].ID; got != run.Results[0].RuleID {
		t.Errorf("the result of %q points at %q", run.Results[0].RuleID, got)
	}
}
