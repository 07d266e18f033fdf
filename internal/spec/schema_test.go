package spec_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/echomq/emqgen/internal/spec"
	"github.com/echomq/emqgen/internal/spec/yaml"
)

var update = flag.Bool("update", false, "write what is generated as what is wanted")

// The shipped spec names this file in its first line, for editors.
func TestShippedSchemaIsCurrent(t *testing.T) {
	const file = "../../spec/emqgen.schema.json"
	if *update {
		if err := os.WriteFile(file, spec.Schema(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	shipped, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(shipped, spec.Schema()) {
		t.Errorf("%s is not what emqgen schema prints: run go test ./internal/spec -update", file)
	}
	text, err := os.ReadFile("../../spec/protocol.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(text, []byte("# yaml-language-server: $schema=./emqgen.schema.json\n")) {
		t.Error("the shipped spec does not name its schema")
	}
}

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(spec.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("emqgen.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("emqgen.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

var (
	integer = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)$`)
	float   = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
)

// asJSON is what an editor sees of a YAML text: the core schema of YAML 1.2.
func asJSON(n *yaml.Node) any {
	switch n.Kind {
	case yaml.Sequence:
		list := []any{}
		for _, c := range n.Children {
			list = append(list, asJSON(c))
		}
		return list
	case yaml.Mapping:
		m := map[string]any{}
		for i := 0; i < len(n.Children); i += 2 {
			m[n.Children[i].Value] = asJSON(n.Children[i+1])
		}
		return m
	}
	switch {
	case n.IsNull():
		return nil
	case n.IsText():
		return n.Value
	case n.Value == "true", n.Value == "false":
		return n.Value == "true"
	case integer.MatchString(n.Value), float.MatchString(n.Value):
		return json.Number(strings.TrimPrefix(n.Value, "+"))
	}
	return n.Value
}

// Every valid spec of the repository validates.
func TestSchemaAcceptsWhatIsLoaded(t *testing.T) {
	schema := compiled(t)
	var files []string
	for _, pattern := range []string{"../../spec/*.yaml", "../../golden/*/protocol.yaml", "../../examples/*/protocol.yaml", "../../examples/*/*/protocol.yaml", "testdata/valid/*.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, findings := spec.Parse(file, text); len(findings) > 0 {
			t.Errorf("not loaded: %v", findings)
			continue
		}
		root, _ := yaml.Parse(string(text))
		if err := schema.Validate(asJSON(root)); err != nil {
			t.Errorf("%s: loaded, but %v", file, err)
		}
	}
}

// Each archive of refused specs that breaks a table of the format breaks the
// schema too; what JSON cannot say is listed.
func TestSchemaRefusesWhatIsRefused(t *testing.T) {
	schema := compiled(t)
	archives, err := filepath.Glob("../protocol/testdata/refused/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no refused specs: ", err)
	}
	for _, file := range archives {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if f.Name != "protocol.yaml" {
				continue
			}
			root, errs := yaml.Parse(string(f.Data))
			_, findings := spec.Parse(f.Name, f.Data)
			if root == nil || len(errs) > 0 || len(findings) == 0 {
				continue
			}
			if err := schema.Validate(asJSON(root)); err == nil {
				t.Errorf("%s: refused with %v, but the schema accepts it", file, findings)
			}
		}
	}
}

// One mistake at a time: what breaks the shape of a valid spec is refused by both.
func TestSchemaAndLoaderRefuseTheSame(t *testing.T) {
	schema := compiled(t)
	text, err := os.ReadFile("testdata/valid/dialect.yaml")
	if err != nil {
		t.Fatal(err)
	}
	root, errs := yaml.Parse(string(text))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	refused := 0
	all := mutants(asJSON(root))
	for name, broken := range all {
		var text strings.Builder
		flow(&text, broken)
		root, errs := yaml.Parse(text.String())
		if len(errs) > 0 {
			t.Fatalf("%s: %v", name, errs)
		}
		_, findings := spec.Parse("mutant", []byte(text.String()))
		err = schema.Validate(asJSON(root))
		if loaded := len(findings) == 0; loaded != (err == nil) {
			t.Errorf("%s: loader says %v, schema says %v", name, findings, err)
		}
		if err != nil {
			refused++
		}
	}
	if refused < len(all)/2 {
		t.Errorf("only %d of %d changes broke anything: too few to mean much", refused, len(all))
	}
}
