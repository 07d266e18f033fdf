# make             the tool, the SDKs, and the proof that they carry the same bytes
# make test        everything: installs what is missing, all engines, all languages
# make test-short  without servers and slow toolchains, in under a minute
# make bench       speed, beside the floor
# make tools       what the tests need from outside Go
# make update      accepts changed output: out/, examples/, golden/, stories
# make lint        gofumpt and staticcheck
# make clean       removes what the above made, but for .venv

GO ?= go
TOOL = $(GO) tool -modfile=tools/go.mod
BIN = bin/emqgen

.PHONY: all build generate verify update test test-short lint bench tools clean
.DEFAULT_GOAL := all

all: generate verify

build:
	@$(GO) build -o $(BIN) ./cmd/emqgen

generate: build
	@$(BIN) generate
	@$(BIN) generate --out go=examples/producer/internal/echomq

verify: build
	@tools/verify.sh $(BIN)

update: generate
	@$(GO) test ./golden -run TestGolden -update
	@$(GO) test ./cmd/emqgen -run TestStories -update
	@$(GO) test ./internal/lint ./internal/docs -run TestDocs -update

test: tools
	@tools/test.sh

test-short:
	@tools/test.sh -short

lint:
	@tools/lint.sh

bench:
	@$(GO) run ./bench

tools:
	@tools/install.sh

clean:
	@rm -rf bin .cache
