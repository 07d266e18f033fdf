package emit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// faultyDisk fails at the n-th operation that changes something. A killed disk
// carries out no later operation either, as if the process were gone.
type faultyDisk struct {
	realDisk
	failAt int
	killed bool
	errs   error
	count  int
	torn   bool // a failing write leaves half the file
}

func (d *faultyDisk) fails() bool {
	d.count++
	return d.count == d.failAt || d.killed && d.count > d.failAt
}

func (d *faultyDisk) Mkdir(name string) error {
	if d.fails() {
		return d.errs
	}
	return d.realDisk.Mkdir(name)
}

func (d *faultyDisk) Write(name string, data []byte, perm fs.FileMode) error {
	if d.fails() {
		if d.torn && d.count == d.failAt {
			_ = os.WriteFile(name, data[:len(data)/2], perm)
		}
		return d.errs
	}
	return d.realDisk.Write(name, data, perm)
}

func (d *faultyDisk) Rename(from, to string) error {
	if d.fails() {
		return d.errs
	}
	return d.realDisk.Rename(from, to)
}

func (d *faultyDisk) Remove(name string) error {
	if d.fails() {
		return d.errs
	}
	return d.realDisk.Remove(name)
}

func (d *faultyDisk) RemoveAll(name string) error {
	if d.fails() {
		return d.errs
	}
	return d.realDisk.RemoveAll(name)
}

var errDisk = errors.New("no space left on device")

// eachStep runs an update from oldTree to newTree once for every operation it
// performs, with that operation failing.
func eachStep(t *testing.T, start tree, faulty func(n int) *faultyDisk, check func(t *testing.T, dir string, err error)) {
	for n := 1; ; n++ {
		dir := filepath.Join(t.TempDir(), "out")
		if start != nil {
			mustGenerate(t, dir, start)
			put(t, dir, tree{"theirs.txt": "theirs"})
		}
		d := faulty(n)
		out := &Output{Folders: []Folder{folder(dir, newTree)}, disk: d}
		_, err := out.Write(context.Background())
		if d.count < n {
			if n < 10 {
				t.Fatalf("only %d operations", d.count)
			}
			return
		}
		t.Run(fmt.Sprint(n), func(t *testing.T) { check(t, dir, err) })
	}
}

func starts() map[string]tree { return map[string]tree{"update": oldTree, "first run": nil} }

func TestAKilledRunLeavesWholeFilesAndIsRepaired(t *testing.T) {
	for name, start := range starts() {
		t.Run(name, func(t *testing.T) {
			kill := func(n int) *faultyDisk { return &faultyDisk{failAt: n, killed: true, errs: errDisk, torn: true} }
			eachStep(t, start, kill, func(t *testing.T, dir string, err error) {
				left := read(t, dir)
				for path, data := range left {
					_, wanted := newTree[path]
					_, known := start[path]
					if (wanted || known) && data != newTree[path] && data != start[path] {
						t.Errorf("%s is neither the old nor the new file: %q", path, data)
					}
				}
				for path, data := range start {
					if _, wanted := newTree[path]; wanted && left[path] == "" {
						t.Errorf("%s is missing, it was %q", path, data)
					}
				}
				repaired(t, dir, start != nil)
			})
		})
	}
}

// A run that is killed may be followed by one for another tree: nothing of the
// killed one may stay behind.
func TestAKilledRunIsRepairedBackwards(t *testing.T) {
	kill := func(n int) *faultyDisk { return &faultyDisk{failAt: n, killed: true, errs: errDisk} }
	eachStep(t, oldTree, kill, func(t *testing.T, dir string, err error) {
		mustGenerate(t, dir, oldTree)
		want := withManifest(oldTree)
		want["theirs.txt"] = "theirs"
		if d := cmp.Diff(want, read(t, dir)); d != "" {
			t.Error(d)
		}
	})
}

func TestAFailedRunUndoesItself(t *testing.T) {
	for name, start := range starts() {
		t.Run(name, func(t *testing.T) {
			fail := func(n int) *faultyDisk { return &faultyDisk{failAt: n, errs: errDisk, torn: true} }
			eachStep(t, start, fail, func(t *testing.T, dir string, err error) {
				want := tree{}
				if start != nil {
					want = withManifest(start)
					want["theirs.txt"] = "theirs"
				}
				got := read(t, dir)
				if err == nil {
					// Only folders that are not empty may refuse to go, unnoticed.
					want = withManifest(newTree)
					want["theirs.txt"] = "theirs"
					delete(got, "sub/")
				}
				delete(got, stageName("go")+"/") // empty, when its own removal failed
				if errors.Is(err, errDisk) && cmp.Equal(got, finished(start != nil)) {
					return // everything but the last cleaning was done
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("after %v: %s", err, d)
				}
				repaired(t, dir, start != nil)
			})
		})
	}
}

func finished(theirs bool) tree {
	want := withManifest(newTree)
	if theirs {
		want["theirs.txt"] = "theirs"
	}
	return want
}

func repaired(t *testing.T, dir string, theirs bool) {
	t.Helper()
	mustGenerate(t, dir, newTree)
	got := read(t, dir)
	delete(got, "sub/") // a folder whose removal failed, empty
	if d := cmp.Diff(finished(theirs), got); d != "" {
		t.Errorf("the next run does not repair: %s", d)
	}
}

func TestACancelledRunWritesNothing(t *testing.T) {
	dir := t.TempDir()
	mustGenerate(t, dir, oldTree)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	out := &Output{Folders: []Folder{folder(dir, newTree)}}
	if _, err := out.Write(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if d := cmp.Diff(withManifest(oldTree), read(t, dir)); d != "" {
		t.Error(d)
	}
}
