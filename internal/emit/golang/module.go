package golang

import (
	"fmt"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/templates"
)

// module writes go.mod and go.sum. The requirements are those of the runtime; a
// test builds the emitted module against them.
func (n *names) module() ([]emit.File, error) {
	requires, err := templates.Go.ReadFile("go/module/require.txt")
	if err != nil {
		return nil, err
	}
	sums, err := templates.Go.ReadFile("go/module/sum.txt")
	if err != nil {
		return nil, err
	}
	mod := fmt.Appendf(nil, "// %s\n\nmodule %s\n\n%s", emit.Header(n.p), n.modulePath(), requires)
	return []emit.File{{Path: "go.mod", Data: mod}, {Path: "go.sum", Data: sums}}, nil
}

// modulePath is the path of the module: the one that the spec gives, or the name
// of its package.
func (n *names) modulePath() string {
	if n.p.Names.Go.Module != "" {
		return n.p.Names.Go.Module
	}
	return n.p.Names.Go.Package
}
