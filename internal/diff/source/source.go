// Package source finds the two versions of a protocol that are to be compared:
// on disk, or in a commit of git. Everything that belongs to a version, its Lua
// files and its acknowledgements too, is read from the same place.
package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/internal/regular"
	"github.com/echomq/emqgen/internal/spec"
)

// AckName is the file of acknowledgements, beside the spec that it is for.
const AckName = "protocol.ack.yaml"

// Side is one of the two versions.
type Side struct {
	Label  string // as the reader knows it: a path, or a short commit and a path
	Commit string // the whole id of the commit; empty on disk
	Spec   string // the path of the spec, as positions call it
	files  fs.FS
	inside string // the path of the spec in files
	same   string // equal for two sides that are one and the same place
	repo   *repo  // of a side in git
}

// Problem is an input that cannot be used, with the way out.
type Problem struct {
	Message string
	Help    string // the command that helps
}

func (p *Problem) Error() string {
	if p.Help == "" {
		return p.Message
	}
	return p.Message + "\n" + p.Help
}

// Load reads the protocol of the side, with its names in the languages of the
// spellers.
func (s *Side) Load(spellers ...protocol.Speller) (*protocol.Protocol, []diag.Finding) {
	if s.files == nil {
		return protocol.Load(s.Spec, spellers...)
	}
	return protocol.LoadFS(s.files, s.inside, spellers...)
}

// maxAcks is the most bytes a file of acknowledgements may have, and maxShown the
// most of one that a finding shows a line of.
const (
	maxAcks   = spec.MaxSize
	maxShown  = 16 << 20
	aboutAcks = "acknowledgements"
)

// ReadAcks reads a file of acknowledgements that is named by its path on disk.
func ReadAcks(name string) ([]byte, error) { return regular.ReadPath(name, maxAcks, aboutAcks) }

// Acks reads the acknowledgements beside the spec; ok is false when there are
// none.
func (s *Side) Acks() (file string, data []byte, ok bool, err error) {
	if s.files == nil {
		file = path.Join(filepath.ToSlash(filepath.Dir(s.Spec)), AckName)
		data, err = ReadAcks(file)
	} else {
		file = path.Join(path.Dir(s.inside), AckName)
		data, err = regular.ReadFile(s.files, file, maxAcks, aboutAcks)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return file, nil, false, nil
	}
	return file, data, err == nil, err
}

// File reads a file by the path that positions of this side call it.
func (s *Side) File(name string) ([]byte, bool) {
	var data []byte
	var err error
	if s.files == nil {
		data, err = regular.ReadPath(name, maxShown, "a file that is shown")
	} else {
		data, err = regular.ReadFile(s.files, name, maxShown, "a file that is shown")
	}
	return data, err == nil
}

// Located names the commit in the positions of findings, so that nobody looks for
// them in the files that are checked out.
func (s *Side) Located(findings []diag.Finding) []diag.Finding {
	if s.Commit == "" {
		return findings
	}
	located := slices.Clone(findings)
	for i := range located {
		f := &located[i]
		f.Pos.File = s.located(f.Pos.File)
		f.Related = slices.Clone(f.Related)
		for j := range f.Related {
			f.Related[j].Pos.File = s.located(f.Related[j].Pos.File)
		}
	}
	return located
}

func (s *Side) located(file string) string { return short(s.Commit) + ":" + file }

// LocatedFile reads a file as Located calls it.
func (s *Side) LocatedFile(name string) ([]byte, bool) {
	if s.Commit == "" {
		return s.File(name)
	}
	inside, ok := strings.CutPrefix(name, s.located(""))
	if !ok {
		return nil, false
	}
	return s.File(inside)
}

// Command writes the command that compares, with another argument in the place
// of the one that cannot be used.
type Command func(arg string) string

// Open finds what an argument names: a folder, a spec file, or REV:path of git.
func Open(ctx context.Context, arg string, command Command) (*Side, error) {
	if info, err := os.Stat(arg); err == nil {
		return onDisk(arg, info)
	}
	rev, inside, ok := strings.Cut(arg, ":")
	if !ok && isRevision(ctx, arg) {
		return nil, &Problem{
			fmt.Sprintf("%q is a revision of git, and names no spec", arg),
			fmt.Sprintf("write %s, or emqgen diff --against %s", diag.ShellWord(arg+":spec/protocol.yaml"), diag.ShellWord(arg)),
		}
	}
	if !ok || rev == "" && inside == "" {
		return nil, &Problem{fmt.Sprintf("%q does not exist: expected a folder, a spec file, or REV:path of git", arg), ""}
	}
	return inGit(ctx, rev, inside, command)
}

func onDisk(arg string, info fs.FileInfo) (*Side, error) {
	if info.IsDir() {
		found, err := specIn(os.DirFS(arg), ".")
		if err != nil {
			return nil, &Problem{fmt.Sprintf("%q %v", arg, err), "name the spec file itself"}
		}
		arg = filepath.Join(arg, filepath.FromSlash(found))
	}
	abs, err := filepath.Abs(arg)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return nil, err
	}
	return &Side{Label: arg, Spec: filepath.ToSlash(arg), same: abs}, nil
}

// specIn finds the spec of a folder that is named as a whole.
func specIn(files fs.FS, dir string) (string, error) {
	for _, name := range []string{"spec/protocol.yaml", "protocol.yaml"} {
		if info, err := fs.Stat(files, path.Join(dir, name)); err == nil && !info.IsDir() {
			return path.Join(dir, name), nil
		}
	}
	return "", errors.New("is a folder without spec/protocol.yaml or protocol.yaml")
}

// Distinct refuses a comparison of a place with itself.
func Distinct(old, new *Side) error {
	if old.same != new.same {
		return nil
	}
	return &Problem{
		fmt.Sprintf("%s and %s are the same version: nothing would be compared", old.Label, new.Label),
		fmt.Sprintf("name two versions, such as `emqgen diff %s %s`, or use --against REF", diag.ShellWord("HEAD~1:"+new.Spec), diag.ShellWord(new.Spec)),
	}
}

// Swapped says why the two sides look swapped, or nothing: a commit is older
// than its descendants, and older than the files that are checked out.
func Swapped(ctx context.Context, old, new *Side) string {
	switch {
	case old.Commit == "" && new.Commit != "":
		return fmt.Sprintf("%s is on disk, and %s is a commit", old.Label, new.Label)
	case old.Commit != "" && new.Commit != "" && old.Commit != new.Commit && old.repo.isAncestor(ctx, new.Commit, old.Commit):
		return fmt.Sprintf("%s comes after %s", old.Label, new.Label)
	}
	return ""
}
