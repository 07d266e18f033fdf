package emit

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"
)

// disk is what the output folder asks of a file system; tests put one in its
// place that fails where they want.
type disk interface {
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	ReadFile(name string) ([]byte, error)
	Mkdir(name string) error
	Write(name string, data []byte, perm fs.FileMode) error
	Rename(from, to string) error
	Remove(name string) error
	RemoveAll(name string) error
}

// realDisk is the disk of the operating system.
type realDisk struct{}

func (realDisk) Stat(name string) (fs.FileInfo, error)  { return os.Stat(name) }
func (realDisk) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }
func (realDisk) ReadFile(name string) ([]byte, error)   { return os.ReadFile(name) }
func (realDisk) Mkdir(name string) error                { return os.Mkdir(name, 0o755) }
func (realDisk) Rename(from, to string) error           { return os.Rename(from, to) }
func (realDisk) Remove(name string) error               { return os.Remove(name) }
func (realDisk) RemoveAll(name string) error            { return os.RemoveAll(name) }

func (realDisk) Write(name string, data []byte, perm fs.FileMode) error {
	if err := os.WriteFile(name, data, perm); err != nil {
		return err
	}
	if perm == newFile {
		return nil // as the umask wants it
	}
	return os.Chmod(name, perm)
}

// newFile is the mode of files that did not exist; others keep theirs.
const newFile fs.FileMode = 0o644

// found is what stands at a path of the output folder.
type found struct {
	exists  bool
	link    bool   // a symbolic link, never followed
	data    []byte // of a regular file; not nil if there is one
	blocked string // why the path cannot be used, whatever the user forces
}

// look inspects a path without following links below the folder, so that
// nothing outside it is ever written.
func look(d disk, dir, file string) (found, error) {
	for parent := path.Dir(file); parent != "."; parent = path.Dir(parent) {
		info, err := d.Lstat(filepath.Join(dir, filepath.FromSlash(parent)))
		switch {
		case isMissing(err):
			continue
		case err != nil:
			return found{}, err
		case info.Mode()&fs.ModeSymlink != 0:
			return found{blocked: "its folder " + parent + " is a symbolic link, which is not followed: replace it by a folder"}, nil
		case !info.IsDir():
			return found{blocked: "its folder " + parent + " is a file: move it out of the way"}, nil
		}
	}
	name := filepath.Join(dir, filepath.FromSlash(file))
	info, err := d.Lstat(name)
	switch {
	case isMissing(err):
		return found{}, nil
	case err != nil:
		return found{}, err
	case info.Mode()&fs.ModeSymlink != 0:
		return found{exists: true, link: true}, nil
	case info.IsDir():
		return found{blocked: "a folder is in the way: move it"}, nil
	case !info.Mode().IsRegular():
		return found{blocked: "something that is no regular file is in the way: move it"}, nil
	}
	data, err := d.ReadFile(name)
	if data == nil {
		data = []byte{}
	}
	return found{exists: true, data: data}, err
}

// isMissing holds for paths that do not exist, also below what is no folder.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func ignoreMissing(err error) error {
	if isMissing(err) {
		return nil
	}
	return err
}

func ignoreExists(err error) error {
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}
