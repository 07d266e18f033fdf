package fact

import (
	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
)

// Where things stand in the spec.

func paramPos(p *protocol.Param) diag.Pos   { return p.Pos }
func keyPos(k *protocol.Key) diag.Pos       { return k.Pos }
func fieldPos(f *protocol.Field) diag.Pos   { return f.Pos }
func errorPos(e *protocol.Error) diag.Pos   { return e.Pos }
func modulePos(m *protocol.Module) diag.Pos { return m.Pos }
func scriptPos(s *protocol.Script) diag.Pos { return s.Pos }
func gatePos(g *protocol.Gate) diag.Pos     { return g.Pos }
