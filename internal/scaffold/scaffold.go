// Package scaffold holds the protocol that `emqgen init` begins with.
package scaffold

import (
	"bytes"
	"crypto/sha1"
	"embed"
	"encoding/hex"
	"fmt"
	"go/token"
	"path/filepath"
	"strings"
	"sync"
	"text/template"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/naming"
)

//go:embed files
var embedded embed.FS

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Delims("[[", "]]").ParseFS(embedded, "files/*.tmpl", "files/*/*.tmpl"))
})

// Files gives a small working protocol that is named after the folder it will
// stand in.
func Files(dir string) ([]emit.File, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	lua, err := embedded.ReadFile("files/lua/take.lua")
	if err != nil {
		return nil, err
	}
	sum := sha1.Sum(lua)
	name := nameOf(filepath.Base(abs))
	data := struct{ Name, Package, SHA1 string }{
		name, strings.ReplaceAll(name, "_", ""), hex.EncodeToString(sum[:]),
	}
	files := []emit.File{{Path: "lua/take.lua", Data: lua}}
	for _, path := range []string{"spec/protocol.yaml", "generate.go"} {
		var text bytes.Buffer
		if err := templates().ExecuteTemplate(&text, filepath.Base(path)+".tmpl", data); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		files = append(files, emit.File{Path: path, Data: text.Bytes()})
	}
	return files, nil
}

// nameOf makes a lower_snake name of a folder's.
func nameOf(folder string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, folder)
	name := naming.Snake(plain)
	switch {
	case name == "" || name[0] >= '0' && name[0] <= '9':
		return strings.TrimSuffix("protocol_"+name, "_")
	case token.IsKeyword(name) || strings.Contains(pythonKeywords, " "+name+" "):
		return name + "_protocol"
	}
	return name
}

// pythonKeywords are those that are not keywords of Go as well.
const pythonKeywords = " and as assert async await class def del elif except finally from global in is lambda nonlocal not or pass raise try while with yield "
