package golden

import "github.com/echomq/emqgen/internal/emit"

func languages() []emit.Emitter {
	return []emit.Emitter{}
}
