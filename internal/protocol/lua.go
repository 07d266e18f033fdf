package protocol

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/echomq/emqgen/internal/spec"
)

// luaFile is a script whose bytes are still to be read.
type luaFile struct {
	script *Script
	at     spec.Text
}

// readLua reads and hashes the files of all scripts. dir is the folder of the
// spec in fsys, shown the same folder as findings call it.
func (r *resolver) readLua(fsys fs.FS, dir, shown string) {
	for _, l := range r.lua {
		s := l.script
		s.File = path.Join(shown, s.Path)
		inside := path.Join(dir, s.Path)
		if strings.HasPrefix(s.Path, "/") || !fs.ValidPath(inside) {
			r.list.Errorf(l.at.Pos, RuleScript, "%q leads out of the folder tree of the spec", s.Path).Help = "keep Lua files below the folder above the spec's, and write the path with / and relative to the spec"
			continue
		}
		source, err := fs.ReadFile(fsys, inside)
		if err != nil {
			var cause *fs.PathError
			if errors.As(err, &cause) {
				err = cause.Err
			}
			r.list.Errorf(l.at.Pos, RuleScript, "%q cannot be read: %v", s.Path, err)
			continue
		}
		s.Source = source
		sum := sha1.Sum(source)
		s.SHA1 = hex.EncodeToString(sum[:])
		if s.Pin != "" && s.Pin != s.SHA1 {
			r.list.Errorf(s.PinPos, RulePin, "%q is not the pinned file: %s is pinned, %s found (%d bytes)", s.Path, s.Pin, s.SHA1, len(source)).Help = "restore the file, or run emqgen pin to accept it"
		}
	}
}
