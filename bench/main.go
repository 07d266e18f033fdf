// Bench measures whole processes of emqgen, all languages, beside the floor: a
// program that only renders as many functions with jennifer and formats them. It
// prints ratios, which travel between machines as milliseconds do not.
//
// Generation is measured by itself, with --no-lint; the last column is what a run
// takes that also holds the scripts to the laws, as runs do unless told.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"text/tabwriter"
	"time"
)

func main() {
	runs := flag.Int("runs", 11, "how often each command runs; the median counts")
	flag.Parse()
	if err := bench(*runs); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(runs int) error {
	dir, err := os.MkdirTemp("", "emqgen-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	emqgen, floor := filepath.Join(dir, "emqgen"), filepath.Join(dir, "floor")
	for binary, pkg := range map[string]string{emqgen: "./cmd/emqgen", floor: "./bench/floor"} {
		if out, err := exec.Command("go", "build", "-o", binary, pkg).CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "scripts\tfloor\tgenerate\tno change\t--check\tpeak memory\tand lint\t")
	for _, n := range []int{10, 100, 1000} {
		spec, err := synthesize(filepath.Join(dir, strconv.Itoa(n)), n)
		if err != nil {
			return err
		}
		base, err := median(runs, nil, floor, strconv.Itoa(n), filepath.Join(dir, "floor.go"))
		if err != nil {
			return err
		}
		cells, err := measure(runs, emqgen, spec, filepath.Join(dir, "out"))
		if err != nil {
			return err
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%d MB\t%s\t\n", n, millis(base.time),
			ratio(cells[0], base), ratio(cells[1], base), ratio(cells[2], base), cells[0].memory>>10, ratio(cells[3], base))
	}
	cells, err := measure(runs, emqgen, filepath.Join("spec", "protocol.yaml"), filepath.Join(dir, "out"))
	if err != nil {
		return err
	}
	fmt.Fprintf(table, "EchoMQ\t\t%s\t%s\t%s\t%d MB\t%s\t\n",
		millis(cells[0].time), millis(cells[1].time), millis(cells[2].time), cells[0].memory>>10, millis(cells[3].time))
	return table.Flush()
}

// measure runs generate into an empty folder, generate again, the check, and
// generate again with the laws.
func measure(runs int, emqgen, spec, out string) ([]result, error) {
	var cells []result
	for _, c := range []struct {
		args  []string
		fresh bool
	}{
		{[]string{"generate", spec, "--no-lint", "--out", out}, true},
		{[]string{"generate", spec, "--no-lint", "--out", out}, false},
		{[]string{"generate", spec, "--no-lint", "--out", out, "--check"}, false},
		{[]string{"generate", spec, "--out", out}, false},
	} {
		var before func() error
		if c.fresh {
			before = func() error { return os.RemoveAll(out) }
		}
		r, err := median(runs, before, emqgen, c.args...)
		if err != nil {
			return nil, err
		}
		cells = append(cells, r)
	}
	return cells, os.RemoveAll(out)
}

// result is one process: its wall time and the most memory it held, in KiB.
type result struct {
	time   time.Duration
	memory int64
}

func median(runs int, before func() error, program string, args ...string) (result, error) {
	var all []result
	for range runs {
		if before != nil {
			if err := before(); err != nil {
				return result{}, err
			}
		}
		cmd := exec.Command(program, args...)
		start := time.Now()
		if out, err := cmd.CombinedOutput(); err != nil {
			return result{}, fmt.Errorf("%s %v: %w\n%s", filepath.Base(program), args, err, out)
		}
		r := result{time: time.Since(start)}
		if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			r.memory = usage.Maxrss
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b result) int { return int(a.time - b.time) })
	return all[len(all)/2], nil
}

func millis(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }

func ratio(r, base result) string {
	return fmt.Sprintf("%.2f× (%s)", float64(r.time)/float64(base.time), millis(r.time))
}
