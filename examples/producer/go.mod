module example.com/producer

go 1.26.0

tool github.com/echomq/emqgen/cmd/emqgen

require github.com/redis/go-redis/v9 v9.23.0

require github.com/echomq/emqgen v0.1.0 // indirect

require (
	github.com/alicebob/miniredis/v2 v2.40.0 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/google/renameio/v2 v2.0.2 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/spf13/cobra v1.10.2 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	github.com/yuin/gopher-lua v1.1.2 // indirect
	go.uber.org/atomic v1.12.0 // indirect
	golang.org/x/sync v0.25.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/term v0.48.0 // indirect
	golang.org/x/text v0.14.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

// A repository of your own has no such line: `go get -tool
// github.com/echomq/emqgen/cmd/emqgen` writes the two above.
replace github.com/echomq/emqgen => ../..
