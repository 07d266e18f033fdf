// Package templates carries the static files of the emitted SDKs inside the
// tool. Each language's emitter reads its own folder; a line per language.
package templates

import "embed"

// Go holds go/runtime, the runtime of the Go SDK: a package of this module,
// compiled and tested in place, copied out under the name the spec chooses, and
// go/driver, the command that holds an SDK to the gates of its protocol.
//
//go:embed go/runtime/*.go go/driver/*.go go/module/*.txt
var Go embed.FS

// Elixir holds the templates of the Elixir SDK, those without holes included.
//
//go:embed elixir/*.tmpl
var Elixir embed.FS

// Python holds python/*.tmpl, what the spec decides, and python/runtime, the
// modules that are copied out as they are.
//
//go:embed python/*.tmpl python/runtime/_*.py
var Python embed.FS
