package protocol

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"io/fs"
	"path"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/regular"
	"github.com/echomq/emqgen/internal/spec"
)

// MaxScript is the most bytes a Lua file may have.
const MaxScript = 8 << 20

// luaFile is a script whose bytes are still to be read.
type luaFile struct {
	script *Script
	at     spec.Text
	pinned bool // with something that can be a SHA1
	err    error
}

// readLua reads and hashes the files of all scripts, some at a time and while the
// caller goes on; the function it returns waits for them, and tells what is wrong.
// dir is the folder of the spec in fsys, shown the same folder as positions call it.
func (r *resolver) readLua(fsys fs.FS, dir, shown string) func() {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(2*runtime.GOMAXPROCS(0), len(r.lua)) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(r.lua); i = int(next.Add(1)) - 1 {
				r.lua[i].read(fsys, dir, shown)
			}
		})
	}
	return func() {
		wait.Wait()
		for _, l := range r.lua {
			if l.err != nil {
				r.missing(l, fsys, dir)
			} else if s := l.script; l.pinned && s.Pin != s.SHA1 {
				r.list.Add(mismatch(s))
			}
		}
	}
}

// errOutside refuses a path before the file system is asked.
var errOutside = errors.New("it leads out of the folder tree of the spec")

func (l *luaFile) read(fsys fs.FS, dir, shown string) {
	s := l.script
	s.File = path.Join(shown, s.Path)
	name := path.Join(dir, s.Path)
	if s.Path == "" || path.IsAbs(s.Path) || strings.Contains(s.Path, `\`) || !fs.ValidPath(name) {
		l.err = errOutside
		return
	}
	if s.Source, l.err = regular.ReadFile(fsys, name, MaxScript, "a script"); l.err == nil {
		sum := sha1.Sum(s.Source)
		s.SHA1 = hex.EncodeToString(sum[:])
	}
}

// missing says why a Lua file could not be read.
func (r *resolver) missing(l luaFile, fsys fs.FS, dir string) {
	f := r.list.Errorf(l.at.Pos, RuleScript, "the Lua file %q cannot be read: %s", l.at.Value, reason(l.err))
	switch {
	case l.err == errOutside && strings.Contains(l.at.Value, `\`):
		f.Help = `write the path with /, relative to the spec`
	case errors.Is(l.err, fs.ErrNotExist):
		f.Help = "the path is relative to the spec"
		if near := nearestFile(fsys, path.Join(dir, l.at.Value)); near != "" {
			f.Help = diag.Sprintf("did you mean %q?", path.Join(path.Dir(l.at.Value), near))
		}
	default:
		f.Help = "Lua files lie in the folder above the spec's or below it, and links lead nowhere else"
	}
}

func nearestFile(fsys fs.FS, name string) string {
	entries, err := fs.ReadDir(fsys, path.Dir(name))
	if err != nil {
		return ""
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return diag.Nearest(path.Base(name), names)
}

// reason is an error without the path it is about, in words that are the same on
// every system.
func reason(err error) string {
	var cause *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "it does not exist"
	case errors.Is(err, fs.ErrPermission):
		return "it may not be read"
	case errors.As(err, &cause):
		return cause.Err.Error()
	}
	return err.Error()
}
