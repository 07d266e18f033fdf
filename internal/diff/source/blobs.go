package source

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
)

// blobs reads the files of a repository through one process of git, since a
// protocol may have a thousand of them. The process ends with the context, or
// when whoever holds it does.
type blobs struct {
	mu     sync.Mutex // files are read several at a time, and asked for one by one
	ask    io.Writer
	answer *bufio.Reader
	err    error // why nothing can be read
}

// blobs starts the process that reads, once.
func (r *repo) blobs(ctx context.Context) *blobs {
	r.start.Do(func() { r.reader = r.startBlobs(ctx) })
	return r.reader
}

func (r *repo) startBlobs(ctx context.Context) *blobs {
	cmd := r.command(ctx, "cat-file", "--batch")
	ask, err := cmd.StdinPipe()
	if err != nil {
		return &blobs{err: err}
	}
	answer, err := cmd.StdoutPipe()
	if err != nil {
		return &blobs{err: err}
	}
	if err := cmd.Start(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			err = ErrNoGit
		}
		return &blobs{err: err}
	}
	return &blobs{ask: ask, answer: bufio.NewReader(answer)}
}

// read reads one file by its id.
func (b *blobs) read(id string) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil {
		return nil, b.err
	}
	data, err := b.next(id)
	if err != nil {
		b.err = fmt.Errorf("git cannot read the object %s: %w", id, err)
	}
	return data, b.err
}

func (b *blobs) next(id string) ([]byte, error) {
	if _, err := fmt.Fprintln(b.ask, id); err != nil {
		return nil, err
	}
	head, err := b.answer.ReadString('\n')
	if err != nil {
		return nil, err
	}
	var named, kind string
	var size int
	if n, _ := fmt.Sscanf(head, "%s %s %d", &named, &kind, &size); n != 3 || kind != "blob" {
		return nil, fmt.Errorf("it is %q", head)
	}
	data := make([]byte, size+1) // and a line break
	if _, err := io.ReadFull(b.answer, data); err != nil {
		return nil, err
	}
	return data[:size], nil
}
