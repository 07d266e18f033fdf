package source

import (
	"bytes"
	"context"
	"io/fs"
	"path"
	"strings"
	"sync"
	"time"
)

// tree is the content of a commit as a file system. Symbolic links are followed
// as far as they stay in the commit.
type tree struct {
	ctx    context.Context
	repo   *repo
	commit string
	// folders holds what is known of the folders of the commit, by their ids: each
	// is asked for once.
	folders map[string]map[string]entry
	mu      sync.Mutex
}

// entry is a file, a folder or a link of a commit.
type entry struct {
	name string
	mode string // of git: 100644, 040000, 120000 (a link), 160000 (a submodule)
	id   string
}

const (
	folderMode    = "040000"
	linkMode      = "120000"
	submoduleMode = "160000"
)

// maxLinks bounds how many links one path may lead through.
const maxLinks = 16

// find looks a path up, following links.
func (t *tree) find(op, name string) (entry, error) {
	fail := func(err error) (entry, error) { return entry{}, &fs.PathError{Op: op, Path: name, Err: err} }
	if !fs.ValidPath(name) {
		return fail(fs.ErrInvalid)
	}
	at, rest := "", name
	for links := 0; ; {
		if rest == "" || rest == "." {
			return entry{name: name, mode: folderMode}, nil
		}
		first, after, more := strings.Cut(rest, "/")
		e, err := t.lookUp(path.Join(at, first))
		switch {
		case err != nil:
			return fail(err)
		case e.mode == linkMode:
			target, err := t.repo.blobs(t.ctx).read(e.id)
			links++
			resolved := path.Join(at, string(target), after)
			if err != nil || links > maxLinks || path.IsAbs(string(target)) || !fs.ValidPath(resolved) {
				return fail(fs.ErrInvalid)
			}
			at, rest = "", resolved
		case !more:
			e.name = name
			return e, nil
		case e.mode != folderMode:
			return fail(fs.ErrNotExist)
		default:
			at, rest = path.Join(at, first), after
		}
	}
}

// lookUp finds one path that leads through folders only.
func (t *tree) lookUp(name string) (entry, error) {
	found := entry{mode: folderMode, id: t.commit}
	for part := range strings.SplitSeq(name, "/") {
		if found.mode != folderMode {
			return entry{}, fs.ErrNotExist
		}
		folder, err := t.list(found.id)
		if err != nil {
			return entry{}, err
		}
		var ok bool
		if found, ok = folder[part]; !ok || found.mode == submoduleMode {
			return entry{}, fs.ErrNotExist
		}
	}
	found.name = name
	return found, nil
}

// list asks git what stands in a folder.
func (t *tree) list(id string) (map[string]entry, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, ok := t.folders[id]; ok {
		return known, nil
	}
	out, err := t.repo.git(t.ctx, "ls-tree", "-z", "--full-tree", id)
	if err != nil {
		return nil, err
	}
	folder := map[string]entry{}
	for line := range strings.SplitSeq(out, "\x00") {
		head, name, ok := strings.Cut(line, "\t")
		if words := strings.Fields(head); ok && len(words) >= 3 {
			folder[name] = entry{name: name, mode: words[0], id: words[2]}
		}
	}
	if t.folders == nil {
		t.folders = map[string]map[string]entry{}
	}
	t.folders[id] = folder
	return folder, nil
}

func (t *tree) stat(name string) (fs.FileInfo, error) {
	e, err := t.find("stat", name)
	if err != nil {
		return nil, err
	}
	return info{name: path.Base(name), dir: e.mode == folderMode}, nil
}

// Stat implements fs.StatFS.
func (t *tree) Stat(name string) (fs.FileInfo, error) { return t.stat(name) }

// ReadFile implements fs.ReadFileFS.
func (t *tree) ReadFile(name string) ([]byte, error) {
	e, err := t.find("open", name)
	if err != nil {
		return nil, err
	}
	if e.mode == folderMode {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrInvalid}
	}
	data, err := t.repo.blobs(t.ctx).read(e.id)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return data, nil
}

// Open implements fs.FS.
func (t *tree) Open(name string) (fs.File, error) {
	e, err := t.find("open", name)
	if err != nil {
		return nil, err
	}
	if e.mode == folderMode {
		return &file{info: info{name: path.Base(name), dir: true}, Reader: bytes.NewReader(nil)}, nil
	}
	data, err := t.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return &file{info: info{name: path.Base(name), size: int64(len(data))}, Reader: bytes.NewReader(data)}, nil
}

type file struct {
	info
	*bytes.Reader
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *file) Close() error               { return nil }
func (f *file) Size() int64                { return f.size }

// info is what is known of a file without its time, which no commit keeps.
type info struct {
	name string
	size int64
	dir  bool
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.size }
func (i info) IsDir() bool        { return i.dir }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) Sys() any           { return nil }

func (i info) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}
