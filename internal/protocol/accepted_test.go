package protocol_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/echomq/emqgen/internal/protocol"
)

// Each archive under testdata/accepted holds a spec, and in want what it resolves
// to: what a caller passes, what stands in KEYS and ARGV, how replies are read.
func TestAccepted(t *testing.T) {
	files, err := filepath.Glob("testdata/accepted/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, findings := protocol.LoadFS(archiveFS(archive), "protocol.yaml")
			if len(findings) > 0 {
				t.Fatal(printed(t, findings, archiveFS(archive)))
			}
			got := outline(p)
			if *update {
				rewrite(t, file, archive, got)
			}
			if diff := cmp.Diff(want(archive), got); diff != "" {
				t.Errorf("resolved to (-want +got):\n%s", diff)
			}
		})
	}
}

// outline writes out what a protocol resolves to, a line each.
func outline(p *protocol.Protocol) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%s %s wire %q, profile %d, redis %s, valkey %s", p.Name, p.Version, p.Wire, p.Profile, p.Engines.Redis, p.Engines.Valkey)
	line("go %s %s, elixir %s %s, python %s %s", p.Names.Go.Package, p.Names.Go.Module, p.Names.Elixir.App, p.Names.Elixir.Module, p.Names.Python.Package, p.Names.Python.Distribution)
	for _, k := range p.Keys {
		line("key %s at %s, own tag %s, type %q%s", k.Name, k.At, k.At.Tag(), k.Type, fields(k))
	}
	for _, e := range p.Errors {
		line("error %s, class %q", e.Name, e.Class)
	}
	for _, s := range p.Scripts() {
		line("%s.%s(%s)", s.Module.Name, s.Name, call(s))
		for i, u := range s.Keys {
			line("  KEYS[%d] %s%s", i+1, use(u), many(u.Variadic, u.Optional))
		}
		for i, a := range s.Args {
			line("  ARGV[%d] %s%s", i+1, a.Param.Name, many(a.Variadic, a.Optional))
		}
		line("  %s", reply(s.Reply))
	}
	return b.String()
}

func fields(k *protocol.Key) string {
	text := ""
	for _, f := range k.Fields {
		text += fmt.Sprintf(", %s %s%s", f.Name, typ(f.Type), many(false, f.Optional))
	}
	if k.RootOf != nil {
		text += ", root of " + k.RootOf.Name
	}
	if k.Fence {
		text += ", fence"
	}
	return text
}

func call(s *protocol.Script) string {
	var params []string
	for _, c := range s.Call {
		text := c.Name + many(c.Variadic, c.Optional) + " " + typ(c.Type)
		if c.Flag {
			text += " (flag)"
		}
		params = append(params, text)
	}
	return strings.Join(params, ", ")
}

func use(u *protocol.KeyUse) string {
	var holes []string
	for _, h := range u.Holes {
		holes = append(holes, h.Name)
	}
	text := fmt.Sprintf("%s = %s(%s)", u.Name(), u.Key.Name, strings.Join(holes, ", "))
	if u.Given != nil {
		text += " if " + u.Given.Name
	}
	return text
}

func many(variadic, optional bool) string {
	return map[[2]bool]string{{true, true}: "*", {true, false}: "+", {false, true}: "?"}[[2]bool{variadic, optional}]
}

func typ(t protocol.Type) string {
	text := [...]string{"text", "bytes", "int", "float", "bool", "branded", "enum", "count", "status"}[t.Kind]
	if len(t.Values) > 0 {
		text += fmt.Sprint(t.Values)
	}
	text += [...]string{"", " ms", " unix_ms"}[t.Unit]
	if t.Named != "" {
		text += " as " + t.Named
	}
	return text
}

func reply(r *protocol.Reply) string {
	if r.Undescribed() {
		return "as it comes"
	}
	var parts []string
	if r.None != nil {
		parts = append(parts, "none "+verdict(r.None))
	}
	for _, v := range r.Verdicts {
		match := fmt.Sprint(v.Match.Int)
		if v.Match.IsString {
			match = fmt.Sprintf("%q", v.Match.Str)
		}
		parts = append(parts, match+" "+verdict(v))
	}
	if r.Value != nil {
		parts = append(parts, shape(r.Value))
	}
	return strings.Join(parts, ", ")
}

func verdict(v *protocol.Verdict) string {
	if v.Error != nil {
		return fmt.Sprintf("error %s %q", v.Error.Name, v.Error.Class)
	}
	return v.Name
}

func shape(s *protocol.Shape) string {
	switch s.Kind {
	case protocol.Tuple:
		var members []string
		for _, m := range s.Members {
			members = append(members, m.Name+many(false, m.Optional)+" "+shape(m.Shape))
		}
		return "(" + strings.Join(members, ", ") + ")"
	case protocol.List:
		return "list of " + shape(s.Elem)
	case protocol.Map:
		return "map of " + typ(s.Key) + " to " + shape(s.Elem)
	}
	return typ(s.Type)
}
