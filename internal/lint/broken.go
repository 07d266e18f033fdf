package lint

import (
	"slices"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
)

// Broken gives the findings for which a verb refuses to work on a protocol: its
// broken laws. Warnings are for reviewers, and whether bytes are Lua is for the
// engine to say: a script may hold any bytes and is carried as it is.
func Broken(p *protocol.Protocol) []diag.Finding {
	laws := slices.DeleteFunc(slices.Clone(table), func(r *Rule) bool {
		return r.Severity != diag.Error || r == luaSyntax
	})
	return slices.DeleteFunc(run(p, laws), func(f diag.Finding) bool {
		return f.Severity != diag.Error // what allowances are warned of
	})
}
