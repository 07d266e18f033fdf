package cli

import (
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/elixir"
	"github.com/echomq/emqgen/internal/emit/golang"
	"github.com/echomq/emqgen/internal/emit/python"
)

// emitters lists the languages, in the order they are emitted and shown.
func emitters() []emit.Emitter {
	return []emit.Emitter{golang.Emitter{}, elixir.Emitter{}, python.Emitter{}}
}
