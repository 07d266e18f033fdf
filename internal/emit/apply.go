package emit

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/echomq/emqgen/internal/parallel"
)

// apply carries the plans out, in an order that a killed run cannot spoil:
//
//  1. every new file is written in full to a staging folder: the old tree stands;
//  2. the manifest lists what was ours and what will be, so that whatever
//     happens from here on, the next run knows all of it as its own;
//  3. the staged files are renamed into place, one system call each, and the
//     orphans removed;
//  4. the manifest lists only the new tree, and the staging folder goes.
func (o *Output) apply(ctx context.Context, plans []*plan) error {
	plans = slices.DeleteFunc(plans, (*plan).settled)
	var jobs []*job
	for _, p := range plans {
		jobs = append(jobs, &job{plan: p, disk: o.disk, stage: filepath.Join(p.Dir, stageName(p.Language))})
	}
	errs := make([]error, len(jobs))
	parallel.Each(len(jobs), func(i int) { errs[i] = jobs[i].prepare(ctx) })
	if err := cmp.Or(errs...); err != nil {
		return errors.Join(err, abandon(jobs))
	}
	for i, j := range jobs {
		if err := j.commit(); err != nil {
			for _, done := range slices.Backward(jobs[:i+1]) {
				err = errors.Join(err, done.undo())
			}
			return errors.Join(err, abandon(jobs))
		}
	}
	return clean(jobs)
}

// stageName is the folder in which a run prepares its files. One that is found
// was left by a killed run, since a folder is locked while a run lasts.
func stageName(language string) string { return ".emqgen-" + language + ".tmp" }

// job is a plan in execution.
type job struct {
	*plan
	disk  disk
	stage string
	done  []write // renamed or removed so far, in order
}

func (j *job) prepare(ctx context.Context) error {
	if err := j.disk.RemoveAll(j.stage); err != nil {
		return err
	}
	if err := j.mkdirs(j.stage); err != nil {
		return err
	}
	for i, w := range j.writes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := j.disk.Write(j.staged(i), w.data, j.mode(w)); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (j *job) commit() error {
	journal, manifest := j.journal.text(), j.manifest.text()
	if err := j.putManifest(journal); err != nil {
		return err
	}
	last := j.Dir
	for _, w := range j.writes {
		dir := filepath.Dir(j.at(w.path))
		if dir == last {
			continue
		}
		if err := j.mkdirs(dir); err != nil {
			return err
		}
		last = dir
	}
	for i, w := range j.writes {
		if err := j.disk.Rename(j.staged(i), j.at(w.path)); err != nil {
			return err
		}
		j.done = append(j.done, w)
	}
	for _, r := range j.removes {
		if err := j.disk.Remove(j.at(r.path)); err != nil {
			return err
		}
		j.done = append(j.done, r)
	}
	for _, orphan := range slices.Backward(j.emptied) {
		j.removeEmpty(orphan)
	}
	if bytes.Equal(journal, manifest) {
		return nil
	}
	return j.putManifest(manifest)
}

// undo puts back what commit changed.
func (j *job) undo() error {
	for _, w := range slices.Backward(j.done) {
		if err := j.restore(w); err != nil {
			return fmt.Errorf("%s is half updated, run generate again: %w", j.Dir, err)
		}
	}
	if j.listed == nil {
		return ignoreMissing(j.disk.Remove(j.at(manifestName(j.Language))))
	}
	return j.putManifest(j.listed)
}

func (j *job) restore(w write) error {
	if w.old == nil {
		return j.disk.Remove(j.at(w.path))
	}
	if err := j.mkdirs(filepath.Dir(j.at(w.path))); err != nil {
		return err
	}
	temp := filepath.Join(j.stage, "undo")
	if err := j.disk.Write(temp, w.old, j.mode(w)); err != nil {
		return err
	}
	return j.disk.Rename(temp, j.at(w.path))
}

func (j *job) staged(i int) string { return filepath.Join(j.stage, strconv.Itoa(i)) }

// mode keeps the permissions of a file that exists.
func (j *job) mode(w write) fs.FileMode {
	if w.old == nil {
		return newFile
	}
	if info, err := j.disk.Lstat(j.at(w.path)); err == nil && info.Mode().IsRegular() {
		return info.Mode().Perm()
	}
	return newFile
}

func (j *job) putManifest(text []byte) error {
	temp := filepath.Join(j.stage, "manifest")
	if err := j.disk.Write(temp, text, newFile); err != nil {
		return err
	}
	return j.disk.Rename(temp, j.at(manifestName(j.Language)))
}

// mkdirs creates a folder and its parents.
func (j *job) mkdirs(dir string) error {
	info, err := j.disk.Stat(dir)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return &fs.PathError{Op: "mkdir", Path: dir, Err: errors.New("a file is in the way")}
	case !isMissing(err):
		return err
	}
	if err := j.mkdirs(filepath.Dir(dir)); err != nil {
		return err
	}
	return ignoreExists(j.disk.Mkdir(dir))
}

// removeEmpty removes the folders of a file that is gone. A folder that is not
// empty refuses, which is what is wanted.
func (j *job) removeEmpty(file string) {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if ignoreMissing(j.disk.Remove(j.at(dir))) != nil {
			return
		}
	}
}

// abandon removes what a failed run has prepared.
func abandon(jobs []*job) error {
	err := clean(jobs)
	for _, j := range jobs {
		for _, w := range slices.Backward(j.writes) {
			if w.old == nil {
				j.removeEmpty(w.path)
			}
		}
	}
	return err
}

func clean(jobs []*job) error {
	var errs []error
	for _, j := range jobs {
		errs = append(errs, j.disk.RemoveAll(j.stage))
	}
	return errors.Join(errs...)
}
