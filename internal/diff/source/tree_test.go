package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/echomq/emqgen/internal/testenv"
)

// commit makes a repository with one commit of these files and links.
func commit(t *testing.T, files, links map[string]string) *tree {
	t.Helper()
	git := testenv.Tool(t, "git")
	dir := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command(git, append([]string{"-C", dir, "-c", "user.name=s", "-c", "user.email=s@example.com"}, args...)...)
		if output, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, output)
		}
	}
	for name, data := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	run("init", "-q")
	run("add", ".")
	run("commit", "-q", "-m", "one")
	ctx := context.Background()
	r, err := open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	id, err := r.commit(ctx, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	return &tree{ctx: ctx, repo: r, commit: id}
}

func TestACommitIsAFileSystem(t *testing.T) {
	files := map[string]string{
		"spec/a.yaml": "one\n", "lua/b.lua": "\x00\xff\r\n", "lua/sub/c d.lua": "", "lua/[x]*.lua": "star", "lua/ü.lua": "ü",
	}
	fsys := commit(t, files, map[string]string{"spec/lua": "../lua", "alias.yaml": "spec/a.yaml"})
	for name, want := range files {
		if got, err := fs.ReadFile(fsys, name); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
	for name, want := range map[string]string{"spec/lua/b.lua": "\x00\xff\r\n", "alias.yaml": "one\n", "spec/lua/sub/c d.lua": ""} {
		if got, err := fs.ReadFile(fsys, name); err != nil || string(got) != want {
			t.Errorf("through a link, %s: %q, %v; want %q", name, got, err, want)
		}
	}
	if info, err := fs.Stat(fsys, "spec/lua"); err != nil || !info.IsDir() {
		t.Errorf("a link to a folder is %v, %v", info, err)
	}
}

// A protocol is read some files at a time.
func TestACommitIsReadByManyAtOnce(t *testing.T) {
	files := map[string]string{}
	for i := range 64 {
		files[fmt.Sprintf("lua/%d/%d.lua", i%8, i)] = strings.Repeat(fmt.Sprint(i), i*100)
	}
	fsys := commit(t, files, nil)
	var all sync.WaitGroup
	for name, want := range files {
		all.Go(func() {
			if got, err := fs.ReadFile(fsys, name); err != nil || string(got) != want {
				t.Errorf("%s: %d bytes, %v; want %d", name, len(got), err, len(want))
			}
		})
	}
	all.Wait()
}

func TestWhatACommitDoesNotHave(t *testing.T) {
	fsys := commit(t, map[string]string{"a": "a"}, map[string]string{"out": "../../etc/passwd", "abs": "/etc/passwd", "loop": "loop"})
	for _, name := range []string{"b", "a/b", "A"} {
		if _, err := fs.ReadFile(fsys, name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v, want that it does not exist", name, err)
		}
	}
	for _, name := range []string{"out", "abs", "loop", "../a", "/a", ""} {
		if data, err := fs.ReadFile(fsys, name); err == nil {
			t.Errorf("%s: reads %q, want an error", name, data)
		}
	}
	if _, err := fsys.repo.commit(context.Background(), "--all"); err == nil {
		t.Error("an option is taken for a revision")
	}
}
