package cli

import "github.com/echomq/emqgen/internal/emit"

// emitters lists the languages, in the order they are emitted and shown.
func emitters() []emit.Emitter {
	return []emit.Emitter{}
}
