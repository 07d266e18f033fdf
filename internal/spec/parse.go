package spec

import (
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec/yaml"
)

// Parse reads the text of a spec. The tree is nil when nothing of the text could be
// read; otherwise it holds what could be, and the findings say what could not.
func Parse(path string, source []byte) (*File, []diag.Finding) {
	r := &reader{file: path, list: new(diag.List)}
	if !r.checkText(source) {
		return nil, r.list.Sorted()
	}
	root, errs := yaml.Parse(string(source))
	for _, e := range errs {
		r.syntaxError(e)
	}
	switch {
	case len(errs) > 0 && root == nil, slices.ContainsFunc(errs, fatal):
		return nil, r.list.Sorted()
	case root == nil:
		r.list.Errorf(diag.Pos{File: path}, RuleEmpty, "the spec is empty").Help = "begin it with emqgen: 1; emqgen init writes one to start from"
		return nil, r.list.Sorted()
	}
	file := &File{Path: path, Source: source}
	file.Broken = !fileForm.read(r, root, file) || len(errs) > 0
	if lookup(root, "names") == nil && (root.Partial || fileForm.strange(root)) {
		file.Names.Broken = true // what is misspelt may be the names
	}
	return file, r.list.Sorted()
}

// fatal tells errors after which the text is not worth reading.
func fatal(e yaml.Error) bool { return e.Class == yaml.Limit }

// rules of syntax errors, by their class.
var rules = map[yaml.Class]string{
	yaml.Syntax: RuleSyntax, yaml.Feature: RuleFeature, yaml.Limit: RuleLimit, yaml.Duplicate: RuleDuplicate,
}

func (r *reader) syntaxError(e yaml.Error) {
	f := r.list.Errorf(diag.Pos{File: r.file, Line: e.Line, Col: e.Col}, rules[e.Class], "%s", e.Message)
	f.Help = e.Help
	if e.Other != nil {
		f.Related = []diag.Related{{Pos: diag.Pos{File: r.file, Line: e.Other.Line, Col: e.Other.Col}, Message: e.Other.Message}}
	}
}
