package protocol

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
)

// folder is a folder tree that nothing leads out of: no path, and no symbolic
// link. Each folder in it is opened once, which spares a system call and more for
// every script of a large bundle.
type folder struct {
	root *os.Root
	mu   sync.Mutex
	subs map[string]*os.Root // nil for what could not be opened
}

func openFolder(name string) (*folder, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	return &folder{root: root, subs: map[string]*os.Root{".": root}}, nil
}

// Open opens a file by its slash-separated path from the root.
func (f *folder) Open(name string) (fs.File, error) {
	if sub := f.sub(path.Dir(name)); sub != nil {
		if file, err := sub.Open(path.Base(name)); err == nil {
			return file, nil
		}
	}
	// A link may lead out of its own folder and stay in the tree.
	return f.root.Open(filepath.FromSlash(name))
}

// Stat implements fs.StatFS: what is no file may not be opened to be looked at.
func (f *folder) Stat(name string) (fs.FileInfo, error) {
	if sub := f.sub(path.Dir(name)); sub != nil {
		if info, err := sub.Stat(path.Base(name)); err == nil {
			return info, nil
		}
	}
	return f.root.Stat(filepath.FromSlash(name))
}

func (f *folder) sub(dir string) *os.Root {
	f.mu.Lock()
	defer f.mu.Unlock()
	sub, known := f.subs[dir]
	if !known {
		sub, _ = f.root.OpenRoot(filepath.FromSlash(dir))
		f.subs[dir] = sub
	}
	return sub
}

// Close closes the tree and the folders opened in it.
func (f *folder) Close() {
	for _, sub := range f.subs {
		if sub != nil {
			sub.Close()
		}
	}
}
