package emit

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/echomq/emqgen/internal/diag"
)

// Folder is one output folder and everything that should stand in it.
type Folder struct {
	Dir      string // where, as the user gave it
	Language string
	Protocol string // name of the protocol; one folder holds one protocol per language
	Header   string // first line of the manifest, without a comment sign
	Files    []File
}

// Output is what one run writes: one folder or several, all of them or none.
type Output struct {
	Folders []Folder
	// Force overwrites files that emqgen did not write.
	Force bool

	disk disk // the real one unless a test says otherwise
}

// Summary counts what a run did to its files.
type Summary struct {
	Written, Removed, Unchanged int
}

// Refusal is the error of a run that would have touched what is not emqgen's,
// or could not tell. Nothing was written.
type Refusal struct{ Findings []diag.Finding }

func (r *Refusal) Error() string {
	var list diag.List
	list.Add(r.Findings...)
	return list.Error()
}

// Check compares the folders with what should stand there and writes nothing.
// It reports each file that is missing, stale or orphaned.
func (o *Output) Check() ([]diag.Finding, error) {
	plans, refusal, err := o.plan()
	if err != nil {
		return nil, err
	}
	var list diag.List
	list.Add(refusal...)
	for _, p := range plans {
		list.Add(p.findings()...)
	}
	return list.Sorted(), nil
}

// Write brings the folders up to date. Every new file is first written in full
// beside its destination; only when that went well for all folders are they
// renamed into place, and when a rename fails those before it are undone.
// Files that are equal already are not touched.
//
// A cancelled context stops the run before the first rename, never after it.
func (o *Output) Write(ctx context.Context) (sum Summary, err error) {
	locked, err := o.lock(ctx)
	if err != nil {
		return Summary{}, err
	}
	defer locked.release(&err)

	plans, refusal, err := o.plan()
	if err != nil {
		return Summary{}, err
	}
	if len(refusal) > 0 {
		return Summary{}, &Refusal{refusal}
	}
	for _, p := range plans {
		sum.Written += len(p.writes)
		sum.Removed += len(p.removes)
		sum.Unchanged += p.unchanged
	}
	return sum, o.apply(ctx, plans)
}

// plan compares every folder with the disk, side by side. Findings are what
// stands in the way.
func (o *Output) plan() ([]*plan, []diag.Finding, error) {
	if o.disk == nil {
		o.disk = realDisk{}
	}
	refusals := make([]diag.List, len(o.Folders)+1)
	plans := make([]*plan, len(o.Folders))
	o.clashes(&refusals[len(o.Folders)])
	var group errgroup.Group
	for i := range o.Folders {
		group.Go(func() (err error) {
			plans[i], err = newPlan(o.disk, &o.Folders[i], o.Force, &refusals[i])
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	var all diag.List
	for _, r := range refusals {
		all.Add(r.Sorted()...)
	}
	return plans, all.Sorted(), nil
}

// clashes finds files that two languages would write.
func (o *Output) clashes(refusal *diag.List) {
	owner := map[string]string{}
	for _, folder := range o.Folders {
		for _, f := range folder.Files {
			path := filepath.Join(folder.Dir, filepath.FromSlash(f.Path))
			if first, taken := owner[path]; taken {
				refusal.Errorf(diag.Pos{File: path}, "output-clash",
					"both %s and %s write this file: give each language a folder of its own", first, folder.Language)
			}
			owner[path] = folder.Language
		}
	}
}

// write is one file that has to change.
type write struct {
	path string // slash-separated, relative to the folder
	data []byte
	old  []byte // what stands there, to undo a failed run; nil when nothing does
}

// plan is what has to happen in one folder.
type plan struct {
	*Folder
	writes    []write
	removes   []write // orphans; only path and old are set
	emptied   []string
	manifest  manifest // when the run is over
	journal   manifest // while it lasts: everything that was ours or will be
	listed    []byte   // the manifest on disk
	leftover  bool     // a killed run left its staging folder
	unchanged int
}

func newPlan(d disk, folder *Folder, force bool, refusal *diag.List) (*plan, error) {
	p := &plan{Folder: folder}
	info, err := d.Stat(folder.Dir)
	switch {
	case isMissing(err):
	case err != nil:
		return nil, err
	case !info.IsDir():
		refusal.Errorf(diag.Pos{File: folder.Dir}, "output-blocked",
			"the output folder is a file: remove it or choose another folder with --out")
		return p, nil
	}
	old, err := p.readManifest(d, force, refusal)
	if err != nil {
		return nil, err
	}
	p.manifest = newManifest(folder)
	p.journal = p.manifest.union(old)
	wanted := map[string]bool{}
	for _, f := range sortedFiles(folder.Files) {
		wanted[f.Path] = true
		if err := p.compare(d, f, old, force, refusal); err != nil {
			return nil, err
		}
	}
	for _, path := range old.paths() {
		if !wanted[path] {
			if err := p.orphan(d, path, old); err != nil {
				return nil, err
			}
		}
	}
	_, err = d.Lstat(p.at(stageName(p.Language)))
	p.leftover = err == nil
	return p, nil
}

func (p *plan) readManifest(d disk, force bool, refusal *diag.List) (manifest, error) {
	path := p.at(manifestName(p.Language))
	found, err := look(d, p.Dir, manifestName(p.Language), nil)
	if err != nil {
		return manifest{}, err
	}
	if found.blocked != "" {
		refusal.Errorf(diag.Pos{File: path}, "output-blocked", "%s", found.blocked)
		return manifest{}, nil
	}
	p.listed = found.data
	old := parseManifest(found.data)
	if found.exists && old.protocol != p.Protocol && !force {
		refusal.Errorf(diag.Pos{File: path}, "output-foreign",
			"the folder holds the SDK of protocol %q, not of %q: choose another folder with --out, or --force to replace it",
			old.protocol, p.Protocol)
	}
	return old, nil
}

// compare decides what happens to one wanted file.
func (p *plan) compare(d disk, f File, old manifest, force bool, refusal *diag.List) error {
	found, err := look(d, p.Dir, f.Path, f.Data)
	if err != nil {
		return err
	}
	pos := diag.Pos{File: p.at(f.Path)}
	switch {
	case found.blocked != "":
		refusal.Errorf(pos, "output-blocked", "%s", found.blocked)
	case found.settled || found.data != nil && bytes.Equal(found.data, f.Data):
		p.unchanged++
	case found.exists && !force && (found.link || !isOurs(found.data, f.Path, old)):
		what := "a file"
		if found.link {
			what = "a symbolic link"
		}
		refusal.Errorf(pos, "output-foreign",
			"%s that emqgen did not write, or that was edited since, is in the way: move it, or --force to overwrite it", what)
	default:
		p.writes = append(p.writes, write{f.Path, f.Data, found.data})
	}
	return nil
}

// orphan decides what happens to a file of an earlier run that is not wanted
// any more: it is removed if it still is what that run wrote.
func (p *plan) orphan(d disk, path string, old manifest) error {
	found, err := look(d, p.Dir, path, nil)
	if err != nil {
		return err
	}
	if found.blocked != "" || found.link {
		return nil
	}
	if found.exists && !isOurs(found.data, path, old) {
		return nil
	}
	if found.exists {
		p.removes = append(p.removes, write{path: path, old: found.data})
	}
	p.emptied = append(p.emptied, path)
	return nil
}

// at gives the path of a file of the folder for messages and operations.
func (p *plan) at(path string) string { return filepath.Join(p.Dir, filepath.FromSlash(path)) }

// settled reports whether the folder needs no change at all.
func (p *plan) settled() bool {
	return len(p.writes) == 0 && len(p.removes) == 0 && !p.leftover && bytes.Equal(p.listed, p.manifest.text())
}

func (p *plan) findings() []diag.Finding {
	var list diag.List
	for _, w := range p.writes {
		pos := diag.Pos{File: p.at(w.path)}
		if w.old == nil {
			list.Errorf(pos, "output-missing", "missing: the spec asks for this file")
			continue
		}
		pos.Line = firstDifference(w.old, w.data)
		list.Errorf(pos, "output-stale", "stale: from this line on, the spec asks for something else")
	}
	for _, r := range p.removes {
		list.Errorf(diag.Pos{File: p.at(r.path)}, "output-orphaned", "orphaned: the spec does not ask for this file any more")
	}
	if p.leftover {
		list.Errorf(diag.Pos{File: p.at(stageName(p.Language))}, "output-orphaned", "orphaned: a run that was killed left this folder")
	}
	if list.Len() == 0 && !p.settled() {
		rule, message := "output-stale", "stale: the list of generated files is not up to date"
		if p.listed == nil {
			rule, message = "output-missing", "missing: the list of generated files"
		}
		list.Errorf(diag.Pos{File: p.at(manifestName(p.Language))}, rule, "%s", message)
	}
	return list.Sorted()
}

// firstDifference counts lines up to the first that is not the same.
func firstDifference(a, b []byte) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return 1 + bytes.Count(a[:n], []byte("\n"))
}

// isOurs reports whether a file was written by emqgen: its first lines say so,
// or, for files that cannot carry a comment, the manifest has its digest.
func isOurs(data []byte, path string, old manifest) bool {
	return hasHeader(data) || old.lists(path, digest(data))
}

// hasHeader looks for Header, of whatever spec, in the first lines of a file.
func hasHeader(data []byte) bool {
	for range 3 {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		if bytes.Contains(line, []byte("Code generated by emqgen from ")) && bytes.Contains(line, []byte("DO NOT EDIT.")) {
			return true
		}
		data = rest
	}
	return false
}

// sortedFiles returns the files in the order of their paths, which makes every
// run perform the same operations in the same order.
func sortedFiles(files []File) []File {
	sorted := slices.Clone(files)
	slices.SortFunc(sorted, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return sorted
}

// CheckPaths returns an error when files have paths that leave their folder,
// are not clean, or come twice: a mistake of an emitter, found before it harms.
func CheckPaths(files []File) error {
	seen := map[string]bool{}
	for _, f := range files {
		if !filepath.IsLocal(filepath.FromSlash(f.Path)) || f.Path != filepath.ToSlash(filepath.Clean(f.Path)) {
			return fmt.Errorf("%q is no path within the output folder", f.Path)
		}
		if fold := strings.ToLower(f.Path); seen[fold] {
			return fmt.Errorf("%q is emitted twice", f.Path)
		} else {
			seen[fold] = true
		}
	}
	return nil
}
