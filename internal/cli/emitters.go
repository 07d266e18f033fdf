package cli

import (
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/elixir"
	"github.com/echomq/emqgen/internal/emit/golang"
	"github.com/echomq/emqgen/internal/emit/python"
	"github.com/echomq/emqgen/internal/protocol"
)

// spellers judge the names of every spec that is read, whatever the verb: what
// cannot be spelled in one language is no protocol for all of them.
func spellers() []protocol.Speller {
	var all []protocol.Speller
	for _, e := range emitters() {
		all = append(all, e)
	}
	return all
}

// emitters lists the languages, in the order they are emitted and shown.
func emitters() []emit.Emitter {
	return []emit.Emitter{golang.Emitter{}, elixir.Emitter{}, python.Emitter{}}
}
