package spec

import (
	"fmt"
	"io/fs"

	"gopkg.in/yaml.v3"

	"github.com/echomq/emqgen/internal/diag"
)

// Parse reads the text of a spec. The tree is nil when the text is not YAML or
// no mapping; otherwise it holds whatever could be read, and the findings say
// what could not.
func Parse(path string, source []byte) (*File, []diag.Finding) {
	var list diag.List
	root := parseYAML(path, source, &list)
	if root == nil {
		return nil, list.Sorted()
	}
	file := &File{Path: path, Source: source}
	r := &reader{file: path, list: &list}
	file.Broken = !fileForm.read(r, root, file)
	return file, list.Sorted()
}

// ReadFile reads the text of a spec.
func ReadFile(fsys fs.FS, name string) ([]byte, error) { return fs.ReadFile(fsys, name) }

func parseYAML(path string, source []byte, list *diag.List) *yaml.Node {
	var doc yaml.Node
	if err := yaml.Unmarshal(source, &doc); err != nil {
		list.Errorf(diag.Pos{File: path, Line: 1, Col: 1}, RuleSyntax, "%s", fmt.Sprint(err))
		return nil
	}
	if len(doc.Content) == 0 {
		list.Errorf(diag.Pos{File: path}, RuleSyntax, "the file is empty")
		return nil
	}
	return doc.Content[0]
}
