package emit

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/echomq/emqgen/internal/diag"
)

// locked holds the folders of a run, and those that it had to create.
type locked struct {
	files []*os.File
	made  []string
}

// lock makes runs on the same folders follow one another. The folders
// themselves are locked, in the order of their names so that two runs cannot
// wait for each other; no lock file is left behind.
func (o *Output) lock(ctx context.Context) (held *locked, err error) {
	held = &locked{}
	defer func() {
		if err != nil {
			held.release(&err)
		}
	}()
	var dirs []string
	for _, f := range o.Folders {
		dirs = append(dirs, filepath.Clean(f.Dir))
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		if err := held.mkdirs(dir); err != nil {
			return held, err
		}
		f, err := os.Open(dir)
		if err != nil {
			return held, err
		}
		if held.has(f) {
			_ = f.Close()
			continue
		}
		held.files = append(held.files, f)
		if err := await(ctx, f); err != nil {
			return held, err
		}
	}
	return held, nil
}

// mkdirs creates a folder and its parents, remembering which.
func (l *locked) mkdirs(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil || errors.Is(err, syscall.ENOTDIR):
		return &Refusal{[]diag.Finding{{
			Pos: diag.Pos{File: dir}, Rule: "output-blocked",
			Message: "the output folder is a file, or below one: remove it or choose another folder with --out",
		}}}
	case !isMissing(err):
		return err
	}
	if err := l.mkdirs(filepath.Dir(dir)); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return ignoreExists(err)
	}
	l.made = append(l.made, dir)
	return nil
}

// release gives the folders free; after a failure it also removes those that
// were created and are still empty.
func (l *locked) release(err *error) {
	if *err != nil {
		for _, dir := range slices.Backward(l.made) {
			_ = os.Remove(dir)
		}
	}
	for _, f := range l.files {
		_ = f.Close()
	}
}

// has recognises a folder that was reached by two names.
func (l *locked) has(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && slices.ContainsFunc(l.files, func(h *os.File) bool {
		other, err := h.Stat()
		return err == nil && os.SameFile(info, other)
	})
}

// await takes the lock as soon as it is free.
func await(ctx context.Context, f *os.File) error {
	for {
		free, err := tryLock(f)
		if free || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}
