package golang_test

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/dave/jennifer/jen"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/golang"
	"github.com/echomq/emqgen/internal/protocol"
)

var sizes = []int{10, 100, 1000}

func BenchmarkEmit(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := synthetic(b, n)
			for b.Loop() {
				if _, err := (golang.Emitter{}).Emit(p, emit.Standalone); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := synthetic(b, n)
			for b.Loop() {
				golang.Emitter{}.Check(p)
			}
		})
	}
}

// The floor: as many functions, each with its script, rendered and formatted by
// jennifer and nothing else.
func BenchmarkFloor(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				f := jen.NewFile("floor")
				for i := range n {
					f.Func().Id(fmt.Sprintf("Script%d", i)).Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("key").String()).Params(jen.String(), jen.Error()).Block(
						jen.Return(jen.Lit(script(i)), jen.Nil()),
					)
				}
				if err := f.Render(&bytes.Buffer{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// synthetic is a protocol of n scripts of 600 bytes in one module.
func synthetic(tb testing.TB, n int) *protocol.Protocol {
	tb.Helper()
	files := fstest.MapFS{}
	var spec strings.Builder
	spec.WriteString("emqgen: 1\nprotocol: bench\nversion: 1.0.0\nparams:\n  q: {match: '[a-z]+'}\nkeys:\n  row: {at: 'b:{<q>}:row', type: hash, fields: {n: int}}\nmodules:\n  m:\n    scripts:\n")
	for i := range n {
		source := script(i)
		digest := sha1.Sum([]byte(source))
		files[fmt.Sprintf("s%d.lua", i)] = &fstest.MapFile{Data: []byte(source)}
		fmt.Fprintf(&spec, "      s%d: {doc: Does the %dth thing., lua: s%d.lua, sha1: %s, keys: [row], args: [{a: text}, {b: int}], returns: {1: done, 0: again}}\n", i, i, i, hex.EncodeToString(digest[:]))
	}
	files["protocol.yaml"] = &fstest.MapFile{Data: []byte(spec.String())}
	p, findings := protocol.LoadFS(files, "protocol.yaml")
	if len(findings) > 0 {
		tb.Fatal(findings)
	}
	return p
}

// script is 600 bytes of Lua in lines of usual length.
func script(i int) string {
	line := fmt.Sprintf("local x%04d = redis.call('HGET', KEYS[1], ARGV[1])\n", i)
	return strings.Repeat(line, 600/len(line))
}
