package golang

import (
	"fmt"
	"strconv"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

// luaFiles hold the scripts of a module, laid out as gofmt would.
func (n *names) luaFiles(m *protocol.Module) []source {
	var sources []source
	for i := 0; i < len(m.Scripts); i += chunk {
		scripts := m.Scripts[i:min(i+chunk, len(m.Scripts))]
		path := m.Name + "_lua.go"
		if i > 0 {
			path = fmt.Sprintf("%s_lua_%d.go", m.Name, i/chunk+1)
		}
		sources = append(sources, source{path, func(map[string]bool) ([]byte, error) {
			size := 0
			for _, s := range scripts {
				size += len(s.Source) + len(s.Source)/8 + 512
			}
			data := fmt.Appendf(make([]byte, 0, size), "// %s\n\npackage %s\n", emit.Header(n.p), n.p.Names.Go.Package)
			for _, s := range scripts {
				data = n.appendScript(data, s)
			}
			return data, nil
		}})
	}
	return sources
}

func (n *names) appendScript(to []byte, s *protocol.Script) []byte {
	base := n.scriptOf[s].base
	to = fmt.Appendf(to, "\nvar %s = Script{\n", prefixScript+base)
	to = fmt.Appendf(to, "\tModule: %s,\n", strconv.QuoteToASCII(s.Module.Name))
	to = fmt.Appendf(to, "\tName:   %s,\n", strconv.QuoteToASCII(s.Name))
	to = fmt.Appendf(to, "\tSHA1:   %s,\n", strconv.QuoteToASCII(s.SHA1))
	to = fmt.Appendf(to, "\tSource: %s,\n}\n\n", sourceName(base))
	to = fmt.Appendf(to, "const %s = ", sourceName(base))
	to = appendLiteral(to, s.Source)
	return append(to, '\n')
}

// sourceName is the constant of a script's bytes.
func sourceName(base string) string { return prefixSource + base }
