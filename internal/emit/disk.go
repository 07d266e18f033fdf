package emit

import (
	"bytes"
	"errors"
	"io"
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
	Holds(name string, data []byte) (bool, error)
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

// Holds reports whether a file consists of data. Equal files are the usual case,
// so their bytes are not kept.
func (realDisk) Holds(name string, data []byte) (bool, error) {
	f, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	var chunk [32 << 10]byte
	for {
		n, err := f.Read(chunk[:])
		if n > len(data) || !bytes.Equal(chunk[:n], data[:n]) {
			return false, nil
		}
		data = data[n:]
		switch {
		case err == io.EOF:
			return len(data) == 0, nil
		case err != nil:
			return false, err
		}
	}
}

// newFile is the mode of files that did not exist; others keep theirs.
const newFile fs.FileMode = 0o644

// found is what stands at a path of the output folder.
type found struct {
	exists  bool
	link    bool   // a symbolic link, never followed
	settled bool   // a file that consists of what is wanted
	data    []byte // of any other regular file; not nil if there is one
	blocked string // why the path cannot be used, whatever the user forces
}

// look inspects a path, where wanted should stand unless it is nil. Links below
// the folder are not followed, so that nothing outside it is ever written.
func look(d disk, dir, file string, wanted []byte) (found, error) {
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
	if wanted != nil && info.Size() == int64(len(wanted)) {
		if same, err := d.Holds(name, wanted); same || err != nil {
			return found{exists: true, settled: same}, err
		}
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
