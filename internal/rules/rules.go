// Package rules describes what specs and output are held to, for people: the
// findings of the loader, of names, of the output folder and of verify. The laws
// of the wire are rules of lint, and the judgements of a change those of diff.
package rules

import "github.com/echomq/emqgen/internal/diag"

// All lists the rules of this package, in the order in which a spec meets them.
func All() []diag.Rule {
	var all []diag.Rule
	for _, group := range [][]diag.Rule{format, model, names, output, proof} {
		all = append(all, group...)
	}
	return all
}
