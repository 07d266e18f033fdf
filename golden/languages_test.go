package golden

import (
	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/elixir"
	"github.com/echomq/emqgen/internal/emit/golang"
	"github.com/echomq/emqgen/internal/emit/python"
)

func languages() []emit.Emitter {
	return []emit.Emitter{golang.Emitter{}, elixir.Emitter{}, python.Emitter{}}
}
