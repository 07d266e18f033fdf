// Bench measures whole processes of emqgen, all languages, beside the floor: a
// program that only renders as many functions with jennifer and formats them. It
// prints ratios, which travel between machines as milliseconds do not.
//
// A round runs the floor and every command once, and a ratio is the median over
// the rounds of what a command took beside the floor of the same round, so that a
// machine that is busy for a while slows down both.
package main

import (
	"cmp"
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

	"github.com/echomq/emqgen/bench/synthetic"
)

// commands are what is measured, in the order in which a round runs them: the
// first of each three writes a new folder, the others find what it wrote.
var commands = []struct {
	name  string
	args  []string
	out   bool // takes the folder
	fresh bool // which is a new one
}{
	{"generate", []string{"generate"}, true, true},
	{"  no change", []string{"generate"}, true, false},
	{"  --check", []string{"generate", "--check"}, true, false},
	{"generate --no-lint", []string{"generate", "--no-lint"}, true, true},
	{"  no change", []string{"generate", "--no-lint"}, true, false},
	{"  --check", []string{"generate", "--no-lint", "--check"}, true, false},
	{"lint", []string{"lint"}, false, false},
}

func main() {
	rounds := flag.Int("rounds", 11, "how often everything runs; the median counts")
	processor := flag.Bool("cpu", false, "compare the time of all processors, which says more on a busy machine")
	flag.Parse()
	if err := bench(*rounds, *processor); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(rounds int, processor bool) error {
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
	columns := []column{}
	for _, n := range []int{10, 100, 1000} {
		protocol := filepath.Join(dir, strconv.Itoa(n))
		if err := os.CopyFS(protocol, synthetic.Files(n)); err != nil {
			return err
		}
		columns = append(columns, column{title: strconv.Itoa(n) + " scripts", spec: filepath.Join(protocol, synthetic.Spec), floor: n})
	}
	columns = append(columns, column{title: "EchoMQ", spec: filepath.Join("spec", "protocol.yaml"), floor: 10})
	for i := range columns {
		if err := columns[i].measure(rounds, processor, emqgen, floor, dir); err != nil {
			return err
		}
	}
	return print(columns)
}

// column is one protocol under measurement.
type column struct {
	title string
	spec  string
	floor int // the functions that the floor renders

	base  []result
	cells [][]result // by command
}

func (c *column) measure(rounds int, processor bool, emqgen, floor, dir string) error {
	// A folder that was removed a moment ago is written slower on some file systems.
	all, out, folders := filepath.Join(dir, "out"), "", 0
	c.cells = make([][]result, len(commands))
	for range rounds {
		base, err := run(processor, floor, strconv.Itoa(c.floor), filepath.Join(dir, "floor.go"))
		if err != nil {
			return err
		}
		c.base = append(c.base, base)
		for i, command := range commands {
			args := append(slices.Clone(command.args), c.spec)
			if command.fresh {
				folders++
				out = filepath.Join(all, strconv.Itoa(folders))
			}
			if command.out {
				args = append(args, "--out", out)
			}
			r, err := run(processor, emqgen, args...)
			if err != nil {
				return err
			}
			c.cells[i] = append(c.cells[i], r)
		}
	}
	return os.RemoveAll(all)
}

// cell is the median ratio and time of one command.
func (c *column) cell(command int) string {
	ratios := make([]float64, len(c.base))
	for i, r := range c.cells[command] {
		ratios[i] = float64(r.time) / float64(c.base[i].time)
	}
	return fmt.Sprintf("%.1f× (%s)", median(ratios), millis(c.cells[command]))
}

func print(columns []column) error {
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, cell func(c *column) string) {
		fmt.Fprint(table, name, "\t")
		for i := range columns {
			fmt.Fprint(table, cell(&columns[i]), "\t")
		}
		fmt.Fprintln(table)
	}
	row("", func(c *column) string { return c.title })
	row("floor", func(c *column) string { return millis(c.base) })
	for i, command := range commands {
		row(command.name, func(c *column) string { return c.cell(i) })
	}
	row("peak memory", func(c *column) string {
		most := slices.MaxFunc(slices.Concat(c.cells...), func(a, b result) int { return cmp.Compare(a.memory, b.memory) })
		return fmt.Sprintf("%d MB", most.memory>>10)
	})
	return table.Flush()
}

// result is one process: its time and the most memory it held, in KiB.
type result struct {
	time   time.Duration
	memory int64
}

func run(processor bool, program string, args ...string) (result, error) {
	cmd := exec.Command(program, args...)
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return result{}, fmt.Errorf("%s %v: %w\n%s", filepath.Base(program), args, err, out)
	}
	r := result{time: time.Since(start)}
	if processor {
		r.time = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.memory = usage.Maxrss
	}
	return r, nil
}

func median[T cmp.Ordered](all []T) T {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}

func millis(of []result) string {
	var times []time.Duration
	for _, r := range of {
		times = append(times, r.time)
	}
	return fmt.Sprintf("%.1f ms", float64(median(times).Microseconds())/1000)
}
