// Package regular reads files that people name, which need not be files: what is
// no regular file is refused before it is opened, since a pipe that nobody writes
// to is waited for without end, and a device may never end.
package regular

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ReadFile reads a regular file of most bytes at most. What the file is completes
// the sentence that refuses a larger one: "5 bytes are more than the 4 a spec may
// have". A file system that is no fs.StatFS is asked by opening the file.
func ReadFile(fsys fs.FS, name string, most int64, what string) ([]byte, error) {
	return read(func() (fs.FileInfo, error) { return fs.Stat(fsys, name) },
		func() (fs.File, error) { return fsys.Open(name) }, most, what)
}

// ReadPath reads a file of the disk as ReadFile does, by its path there.
func ReadPath(name string, most int64, what string) ([]byte, error) {
	return read(func() (fs.FileInfo, error) { return os.Stat(name) },
		func() (fs.File, error) { return os.Open(name) }, most, what)
}

func read(stat func() (fs.FileInfo, error), open func() (fs.File, error), most int64, what string) ([]byte, error) {
	info, err := stat()
	if err != nil {
		return nil, err
	}
	if err := check(info); err != nil {
		return nil, err
	}
	f, err := open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, err
	}
	if err := check(info); err != nil {
		return nil, err
	}
	if info.Size() > most {
		return nil, tooLarge(info.Size(), most, what)
	}
	var b bytes.Buffer
	b.Grow(int(info.Size()) + bytes.MinRead)
	if _, err := b.ReadFrom(io.LimitReader(f, most+1)); err != nil {
		return nil, err
	}
	if size := int64(b.Len()); size > most {
		return nil, tooLarge(size, most, what) // it grew, or has no size as files of /proc
	}
	return b.Bytes(), nil
}

func check(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return errors.New("it is a folder")
	case !info.Mode().IsRegular():
		return errors.New("it is no regular file")
	}
	return nil
}

func tooLarge(size, most int64, what string) error {
	return fmt.Errorf("%d bytes are more than the %d %s may have", size, most, what)
}
