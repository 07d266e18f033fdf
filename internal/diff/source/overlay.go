package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// Overlay pairs two folders that hold only what differs between two versions, as
// `git difftool --dir-diff` makes them: a file that stands in neither is the same
// in both, and is read from a third folder.
func Overlay(oldDir, newDir, base string) (old, new *Side, err error) {
	for _, dir := range []string{oldDir, newDir, base} {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return nil, nil, &Problem{fmt.Sprintf("%q is no folder", dir), "name the folders of `git difftool --dir-diff`, $LOCAL and $REMOTE"}
		}
	}
	if old, err = overlaid(oldDir, newDir, base); err != nil {
		return nil, nil, err
	}
	new, err = overlaid(newDir, oldDir, base)
	return old, new, err
}

func overlaid(dir, other, base string) (*Side, error) {
	files := overlay{os.DirFS(dir), os.DirFS(other), os.DirFS(base)}
	found, err := specIn(files, ".")
	if err != nil {
		return nil, &Problem{fmt.Sprintf("%q with %q below it %v", dir, base, err), "run it from the folder that holds spec/protocol.yaml"}
	}
	return &Side{Label: path.Join(path.Base(dir), found), Spec: found, files: files, inside: found, same: dir}, nil
}

// overlay is what one side has, over what both have.
type overlay struct{ side, other, base fs.FS }

// Open implements fs.FS.
func (o overlay) Open(name string) (fs.File, error) {
	files, err := o.holder(name)
	if err != nil {
		return nil, err
	}
	return files.Open(name)
}

// Stat implements fs.StatFS.
func (o overlay) Stat(name string) (fs.FileInfo, error) {
	files, err := o.holder(name)
	if err != nil {
		return nil, err
	}
	return fs.Stat(files, name)
}

// holder is the folder that a file is read from.
func (o overlay) holder(name string) (fs.FS, error) {
	_, err := fs.Stat(o.side, name)
	if !errors.Is(err, fs.ErrNotExist) {
		return o.side, nil
	}
	if _, there := fs.Stat(o.other, name); there == nil {
		return nil, err // it differs, and this side does not have it
	}
	return o.base, nil
}
