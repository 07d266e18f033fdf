package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lazy"
)

// repo is a repository of git, asked through the git command.
type repo struct {
	dir    string
	start  sync.Once
	reader *blobs // of the files of commits, once one is read
}

// ErrNoGit says that there is no git command.
var ErrNoGit = errors.New("git is not installed: install it, or compare folders and files")

// git runs one command. What fails comes back as an error that carries what git
// said.
func (r *repo) git(ctx context.Context, args ...string) (string, error) {
	cmd := r.command(ctx, args...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", ErrNoGit
	case err != nil && said.Len() > 0:
		return "", errors.New(strings.TrimSpace(said.String()))
	}
	return out.String(), err
}

func (r *repo) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", r.dir}, args...)...)
	// The words of git are matched nowhere, but they are shown; nothing may ask
	// for a password or write while somebody else works in the repository.
	cmd.Env = append(cmd.Environ(), "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0")
	return cmd
}

// line runs a command that answers one line.
func (r *repo) line(ctx context.Context, args ...string) (string, error) {
	out, err := r.git(ctx, args...)
	return strings.TrimRight(out, "\n"), err
}

// open finds the repository that holds dir.
func open(ctx context.Context, dir string) (*repo, error) {
	r := &repo{dir: dir}
	_, err := r.line(ctx, "rev-parse", "--git-dir")
	switch {
	case errors.Is(err, ErrNoGit), ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, &Problem{fmt.Sprintf("%q is not in a git repository that can be read: %v", dir, err), "compare two folders or files: emqgen diff OLD NEW"}
	}
	return r, nil
}

// commit resolves a revision.
func (r *repo) commit(ctx context.Context, rev string) (string, error) {
	id, err := r.line(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err == nil && id != "" {
		return id, nil
	}
	if errors.Is(err, ErrNoGit) || ctx.Err() != nil {
		return "", err
	}
	return "", r.missing(ctx, rev)
}

// missing explains why a revision is not here, and how to get it.
func (r *repo) missing(ctx context.Context, rev string) error {
	message := fmt.Sprintf("git knows no commit %q", rev)
	branch := strings.TrimPrefix(rev, "refs/heads/")
	remotes, _ := r.line(ctx, "remote")
	remote, _, _ := strings.Cut(remotes, "\n")
	for _, name := range strings.Fields(remotes) {
		if rest, ok := strings.CutPrefix(branch, name+"/"); ok {
			remote, branch = name, rest
			break
		}
	}
	if remote == "" {
		return &Problem{message + " here, and there is no remote to fetch it from", "list what there is: git branch --all && git tag"}
	}
	tracking := remote + "/" + branch
	if _, err := r.line(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", tracking+"^{commit}"); err == nil {
		return &Problem{message, fmt.Sprintf("the branch of the remote is %s: name that instead", tracking)}
	}
	if strings.ContainsAny(branch, "~^@ ") {
		if r.shallow(ctx) {
			return &Problem{message + ": the clone is shallow", "git fetch --unshallow " + remote}
		}
		return &Problem{message, "list what there is: git log --oneline --all"}
	}
	if branch == rev && isVersion().MatchString(rev) {
		return &Problem{message, fmt.Sprintf("git fetch %s%s tag %s", r.unshallow(ctx), remote, rev)}
	}
	return &Problem{
		message,
		fmt.Sprintf("git fetch %s%s +refs/heads/%s:refs/remotes/%s, then name %s", r.unshallow(ctx), remote, branch, tracking, tracking),
	}
}

// isVersion tells what is called like a tag of a release.
var isVersion = lazy.Regexp(`^v?\d+(\.\d+)*([-+.].*)?$|/v?\d+\.\d+\.\d+`)

// isRevision reports whether an argument names a commit of the repository that
// the command runs in.
func isRevision(ctx context.Context, arg string) bool {
	if strings.HasPrefix(arg, "-") {
		return false
	}
	r, err := open(ctx, ".")
	if err != nil {
		return false
	}
	_, err = r.line(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", arg+"^{commit}")
	return err == nil
}

func (r *repo) shallow(ctx context.Context) bool {
	answer, err := r.line(ctx, "rev-parse", "--is-shallow-repository")
	return err == nil && answer == "true"
}

func (r *repo) unshallow(ctx context.Context) string {
	if r.shallow(ctx) {
		return "--unshallow "
	}
	return ""
}

func (r *repo) isAncestor(ctx context.Context, older, newer string) bool {
	_, err := r.git(ctx, "merge-base", "--is-ancestor", older, newer)
	return err == nil
}

// short abbreviates a commit, to the same length in every repository.
func short(commit string) string { return commit[:min(len(commit), 12)] }

// inGit finds a spec in a commit. A path that begins with ./ or ../ counts from
// where the command runs, as git has it.
func inGit(ctx context.Context, rev, inside string, command Command) (*Side, error) {
	if rev == "" || strings.HasPrefix(rev, "-") {
		return nil, &Problem{fmt.Sprintf("%q names no revision: expected REV:path", rev+":"+inside), "write HEAD:" + inside}
	}
	r, err := open(ctx, ".")
	if err != nil {
		return nil, err
	}
	prefix, err := r.line(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	commit, err := r.commit(ctx, rev)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(inside, "./") || strings.HasPrefix(inside, "../") || inside == "." {
		inside = path.Join(prefix, inside)
	}
	return r.side(ctx, commit, path.Clean(inside), prefix, command)
}

// side is a spec, or the folder of one, in a commit.
func (r *repo) side(ctx context.Context, commit, inside, prefix string, command Command) (*Side, error) {
	files := &tree{ctx: ctx, repo: r, commit: commit}
	found := inside
	info, err := files.stat(inside)
	switch {
	case err != nil:
		return nil, r.absent(ctx, commit, inside, prefix, command)
	case info.IsDir():
		if found, err = specIn(files, inside); err != nil {
			return nil, r.without(ctx, files, inside, prefix, err)
		}
	}
	return &Side{
		Label: short(commit) + ":" + found, Commit: commit, Spec: found,
		files: files, inside: found, same: commit + ":" + found, repo: r,
	}, nil
}

// namesake finds a file of the same name in a commit, the most alike by its path.
func (r *repo) namesake(ctx context.Context, commit, inside string) string {
	listed, err := r.git(ctx, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit)
	if err != nil {
		return ""
	}
	var names []string
	for name := range strings.SplitSeq(listed, "\x00") {
		if path.Base(name) == path.Base(inside) {
			names = append(names, name)
		}
	}
	if near := diag.Nearest(inside, names); near != "" || len(names) == 0 {
		return near
	}
	return slices.MinFunc(names, func(a, b string) int { return strings.Count(a, "/") - strings.Count(b, "/") })
}

// without explains that a folder of a commit has no spec, and where there is one.
func (r *repo) without(ctx context.Context, files *tree, inside, prefix string, err error) error {
	where := fmt.Sprintf("commit %s", short(files.commit))
	if inside != "." {
		where = fmt.Sprintf("%q in commit %s", inside, short(files.commit))
	}
	problem := &Problem{Message: fmt.Sprintf("%s %v", where, err)}
	if found, err := specIn(files, path.Join(prefix, inside)); err == nil && prefix != "" {
		problem.Help = fmt.Sprintf("a path after the colon counts from the top of the repository: write %s", diag.ShellWord(short(files.commit)+":"+found))
	} else if near := r.namesake(ctx, files.commit, path.Join(inside, "protocol.yaml")); near != "" {
		problem.Help = fmt.Sprintf("name the spec file: %s", diag.ShellWord(short(files.commit)+":"+near))
	}
	return problem
}

// absent explains that a commit has no such spec, and where there is one.
func (r *repo) absent(ctx context.Context, commit, inside, prefix string, command Command) error {
	message := fmt.Sprintf("%q does not exist in commit %s", inside, short(commit))
	files := &tree{ctx: ctx, repo: r, commit: commit}
	if prefix != "" {
		if _, err := files.stat(path.Join(prefix, inside)); err == nil {
			return &Problem{message, fmt.Sprintf("a path after the colon counts from the top of the repository: write %s", diag.ShellWord(short(commit)+":./"+inside))}
		}
	}
	if near := r.namesake(ctx, commit, inside); near != "" {
		return &Problem{message, fmt.Sprintf("there is a spec of that name, if it is the same protocol: %s", command(short(commit)+":"+near))}
	}
	first, err := r.line(ctx, "log", "--all", "--diff-filter=A", "--format=%H", "-1", "--", ":(top)"+inside)
	if err == nil && first != "" {
		return &Problem{message, fmt.Sprintf("it was added later, in %s: %s", short(first), command(short(first)+":"+inside))}
	}
	return &Problem{message + ", nor in any other: a protocol that is new breaks nobody", "check it with `emqgen lint` instead"}
}
