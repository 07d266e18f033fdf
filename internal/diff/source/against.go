package source

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
)

// Against pairs the spec on disk with the same spec at the point where its
// history left that of ref.
func Against(ctx context.Context, ref, spec string) (old, new *Side, err error) {
	info, err := os.Stat(spec)
	if err != nil {
		return nil, nil, &Problem{fmt.Sprintf("%q does not exist: expected a folder or a spec file", spec), "name the spec: emqgen diff --against " + ref + " SPEC"}
	}
	if new, err = onDisk(spec, info); err != nil {
		return nil, nil, err
	}
	r, err := open(ctx, filepath.Dir(new.same))
	if err != nil {
		return nil, nil, err
	}
	base, err := r.mergeBase(ctx, ref)
	if err != nil {
		return nil, nil, err
	}
	inside, err := r.inside(ctx, new.same)
	if err != nil {
		return nil, nil, err
	}
	old, err = r.side(ctx, base, inside, "", func(arg string) string {
		return fmt.Sprintf("emqgen diff %s %s", diag.ShellWord(arg), diag.ShellWord(spec))
	})
	return old, new, err
}

// mergeBase finds the commit from which HEAD and ref went different ways.
func (r *repo) mergeBase(ctx context.Context, ref string) (string, error) {
	if ref == "" || strings.HasPrefix(ref, "-") {
		return "", &Problem{fmt.Sprintf("%q names no revision", ref), "name a branch, such as --against main"}
	}
	theirs, err := r.commit(ctx, ref)
	if err != nil {
		return "", err
	}
	ours, err := r.line(ctx, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	if err != nil {
		return "", &Problem{"the branch that is checked out has no commit yet", "commit first: git commit"}
	}
	base, err := r.line(ctx, "merge-base", theirs, ours)
	switch {
	case err == nil && base != "":
		return base, nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case r.shallow(ctx):
		return "", &Problem{
			fmt.Sprintf("the clone is shallow: where HEAD left %s lies beyond what was fetched", ref),
			"git fetch --unshallow (in a workflow: fetch-depth: 0)",
		}
	}
	return "", &Problem{
		fmt.Sprintf("HEAD and %s have no commit in common", ref),
		fmt.Sprintf("compare with its tip instead: emqgen diff %s:SPEC SPEC", ref),
	}
}

// inside is the path of a file of the working tree as commits call it.
func (r *repo) inside(ctx context.Context, abs string) (string, error) {
	top, err := r.line(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", &Problem{fmt.Sprintf("the repository has no working tree: %v", err), "compare two commits: emqgen diff REV:path REV:path"}
	}
	if top, err = filepath.EvalSymlinks(top); err != nil {
		return "", err
	}
	inside, err := filepath.Rel(top, abs)
	if err != nil {
		return "", err
	}
	return filepath.ToSlash(inside), nil
}
