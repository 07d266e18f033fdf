package scaffold

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
)

func TestTheProtocolLoadsWhateverItsFolderIsCalled(t *testing.T) {
	for folder, name := range map[string]string{
		"budgets": "budgets", "My-Budgets 2": "my_budgets_2", "2nd": "protocol_2nd", "日本": "protocol",
		"type": "type_protocol", "class": "class_protocol", "a__b": "a_b",
	} {
		dir := filepath.Join(t.TempDir(), folder)
		files, err := Files(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := emit.Create(dir, files); err != nil {
			t.Fatal(err)
		}
		p, findings := protocol.Load(filepath.Join(dir, "spec", "protocol.yaml"))
		if len(findings) > 0 {
			t.Errorf("%s: %v", folder, findings)
			continue
		}
		if p.Name != name {
			t.Errorf("%s: the protocol is called %q, want %q", folder, p.Name, name)
		}
		if emit.Create(dir, files) == nil {
			t.Errorf("%s: files that exist are written again", folder)
		}
	}
}

func TestTheLuaEndsInANewline(t *testing.T) {
	lua, err := os.ReadFile(filepath.Join("files", "lua", "take.lua"))
	if err != nil || lua[len(lua)-1] != '\n' {
		t.Errorf("%q, %v", lua, err)
	}
}
