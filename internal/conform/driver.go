package conform

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

// Driver is a runtime in a process of its own, which speaks the driver contract.
type Driver struct {
	Protocol *protocol.Protocol
	Title    string   // the column of the report
	Command  []string // program and arguments
	Dir      string   // where it runs; empty for here
	Env      []string // beside the environment of the tool

	help     string                      // what to do when it ends at once
	prepare  func(context.Context) error // completes Command, once
	once     sync.Once
	prepared error
}

// Name is the column of the report.
func (d *Driver) Name() string { return d.Title }

// Most is small: a process may be an interpreter with all its libraries.
func (d *Driver) Most() int { return 3 }

// Start runs the program and says hello.
func (d *Driver) Start(ctx context.Context, e *engine.Engine, resp int) (Peer, error) {
	d.once.Do(func() {
		if d.prepare != nil {
			d.prepared = d.prepare(ctx)
		}
	})
	if d.prepared != nil {
		return nil, d.prepared
	}
	cmd := exec.Command(d.Command[0], d.Command[1:]...)
	cmd.Dir = d.Dir
	if len(d.Env) > 0 {
		cmd.Env = append(cmd.Environ(), d.Env...)
	}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p := &process{driver: d, cmd: cmd, stdin: stdin, stdout: bufio.NewReader(stdout)}
	p.ended = sync.OnceValue(func() <-chan struct{} { return awaited(cmd) })
	cmd.Stderr = &p.log
	// What a killed driver leaves behind may hold on to its stderr.
	cmd.WaitDelay = time.Second
	wire, url, err := newTap(e.PlainURL(), e.Cluster)
	if err != nil {
		return nil, err
	}
	p.tap = wire
	if err := cmd.Start(); err != nil {
		p.tap.close()
		return nil, err
	}
	if err := p.hello(ctx, e, url, resp); err != nil {
		p.Close()
		if d.help != "" && errors.Is(err, errEnded) {
			err = fmt.Errorf("%w\n%s", err, d.help)
		}
		return nil, err
	}
	return p, nil
}

// process is a running driver.
type process struct {
	driver *Driver
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *bufio.Reader
	log    logTail
	tap    *tap // nil where the wire cannot be read along
	ended  func() <-chan struct{}
}

// starting is how long a driver may take to say hello: some are compiled first.
const starting = 2 * time.Minute

func (p *process) hello(ctx context.Context, e *engine.Engine, url string, resp int) error {
	ctx, cancel := context.WithTimeout(ctx, starting)
	defer cancel()
	request := map[string]any{"op": "hello", "url": url, "cluster": e.Cluster, "resp": resp}
	if e.Insecure() {
		request["insecure"] = true
	}
	a, _, err := p.ask(ctx, request)
	if err != nil {
		return err
	}
	if a.Hello == nil {
		return errors.New(p.ending(nil, nil, a).explained() + p.log.said())
	}
	for _, s := range p.driver.Protocol.Scripts() {
		if sha1, ok := a.Hello.Scripts[s.Module.Name+"."+s.Name]; ok && sha1 != s.SHA1 {
			return fmt.Errorf("it holds another script %s: SHA1 %s, expected %s", s.Name, sha1, s.SHA1)
		}
	}
	return nil
}

// answer is one line of a driver.
type answer struct {
	Hello *struct {
		Name    string            `json:"name"`
		Scripts map[string]string `json:"scripts"`
	} `json:"hello"`
	Verdict     *string          `json:"verdict"`
	Value       *json.RawMessage `json:"value"`
	Refusal     *string          `json:"refusal"`
	Host        *string          `json:"host"`
	Server      *string          `json:"server"`
	Reply       *string          `json:"reply"`
	Transport   *string          `json:"transport"`
	Unknown     *string          `json:"unknown"`
	Unsent      *string          `json:"unsent"`
	Crash       *string          `json:"crash"`
	Fence       *fenceAnswer     `json:"fence"`
	Fields      map[string]any   `json:"fields"`
	Absent      bool             `json:"absent"`
	Unsupported *string          `json:"unsupported"`
	Many        []answer         `json:"many"`
	Message     string           `json:"message"`
	Raw         []string         `json:"raw"`
}

type fenceAnswer struct {
	Found    string `json:"found"`
	Expected string `json:"expected"`
}

var errEnded = errors.New("it ended without an answer")

// ask sends a request and waits for its line. A driver that does not answer in
// time, or not in JSON, cannot be asked again.
func (p *process) ask(ctx context.Context, request map[string]any) (answer, string, error) {
	line, err := json.Marshal(request)
	if err != nil {
		return answer{}, "", err
	}
	sent := string(line)
	// An answer too many would be taken for that to the next request, and so on.
	if n := p.stdout.Buffered(); n > 0 {
		extra, _ := p.stdout.Peek(n)
		return answer{}, sent, fmt.Errorf("it wrote more than one line for the request before: %s", clip(strings.TrimSpace(string(extra))))
	}
	p.tap.reset()
	type read struct {
		line []byte
		err  error
	}
	reply := make(chan read, 1)
	go func() {
		if _, err := p.stdin.Write(append(line, '\n')); err != nil {
			reply <- read{err: err}
			return
		}
		got, err := p.stdout.ReadBytes('\n')
		reply <- read{got, err}
	}()
	var a answer
	select {
	case <-ctx.Done():
		_ = p.cmd.Process.Kill()
		if errors.Is(ctx.Err(), context.Canceled) {
			return a, sent, ctx.Err()
		}
		return a, sent, fmt.Errorf("no answer in time%s", p.log.said())
	case got := <-reply:
		if got.err != nil {
			p.lastWords()
			return a, sent, fmt.Errorf("%w%s", errEnded, p.log.said())
		}
		decoder := json.NewDecoder(bytes.NewReader(got.line))
		decoder.UseNumber()
		if err := decoder.Decode(&a); err != nil {
			return a, sent, fmt.Errorf("not an answer of the driver contract: %s (what is none belongs on stderr)", clip(strings.TrimSpace(string(got.line))))
		}
	}
	return a, sent, nil
}

// perform asks and reads the answer of a call, or of a key's row.
func (p *process) perform(ctx context.Context, request map[string]any, s *protocol.Script, k *protocol.Key) Ending {
	a, sent, err := p.ask(ctx, request)
	if err != nil {
		return Ending{Kind: EndedCrash, Text: err.Error(), Sent: sent}
	}
	end := p.ending(s, k, a)
	end.Sent = clipRequest(sent)
	return end
}

func (p *process) Call(ctx context.Context, s *protocol.Script, args Args) Ending {
	return p.perform(ctx, map[string]any{"op": "call", "script": s.Name, "module": s.Module.Name, "args": encodeArgs(s, args)}, s, nil)
}

func (p *process) Read(ctx context.Context, k *protocol.Key, holes Args) Ending {
	return p.perform(ctx, map[string]any{"op": "read", "key": k.Name, "args": encodeHoles(k, holes)}, nil, k)
}

func (p *process) Connect(ctx context.Context) Ending {
	return p.perform(ctx, map[string]any{"op": "connect"}, nil, nil)
}

func (p *process) Many(ctx context.Context, s *protocol.Script, calls []Args) []Ending {
	var encoded []any
	for _, args := range calls {
		encoded = append(encoded, encodeArgs(s, args))
	}
	a, sent, err := p.ask(ctx, map[string]any{"op": "many", "script": s.Name, "module": s.Module.Name, "calls": encoded})
	if err != nil {
		return []Ending{{Kind: EndedCrash, Text: err.Error(), Sent: sent}}
	}
	if a.Many == nil {
		return []Ending{p.ending(s, nil, a)}
	}
	var ends []Ending
	for _, item := range a.Many {
		end := p.ending(s, nil, item)
		end.Sent = clipRequest(sent)
		ends = append(ends, end)
	}
	return ends
}

// ending reads what became of a call from the answer's only key.
func (p *process) ending(s *protocol.Script, k *protocol.Key, a answer) Ending {
	var ends []Ending
	text := func(kind EndingKind, text *string) {
		if text != nil {
			ends = append(ends, Ending{Kind: kind, Text: *text})
		}
	}
	text(EndedHost, a.Host)
	text(EndedServer, a.Server)
	text(EndedReply, a.Reply)
	text(EndedTransport, a.Transport)
	text(EndedUnknown, a.Unknown)
	text(EndedUnsent, a.Unsent)
	text(EndedCrash, a.Crash)
	text(EndedUnsupported, a.Unsupported)
	if a.Verdict != nil {
		ends = append(ends, Ending{Kind: EndedVerdict, Name: *a.Verdict})
	}
	if a.Refusal != nil {
		ends = append(ends, Ending{Kind: EndedRefusal, Name: *a.Refusal, Text: a.Message})
	}
	if a.Fence != nil {
		ends = append(ends, Ending{Kind: EndedFence, Text: fmt.Sprintf("found %s, expected %s", quote(a.Fence.Found), quote(a.Fence.Expected))})
	}
	if a.Absent {
		ends = append(ends, Ending{Kind: EndedAbsent})
	}
	if a.Value != nil {
		ends = append(ends, valueEnding(s, *a.Value))
	}
	if a.Fields != nil && k != nil {
		fields, err := decodeFields(k, a.Fields)
		if err != nil {
			ends = append(ends, Ending{Kind: EndedCrash, Text: err.Error()})
		} else {
			ends = append(ends, Ending{Kind: EndedFields, Value: fields})
		}
	}
	if len(ends) != 1 {
		return Ending{Kind: EndedCrash, Text: fmt.Sprintf("an answer has exactly one ending, this one has %d", len(ends))}
	}
	ends[0].Raw, ends[0].wire = a.Raw, p.tap.said
	return ends[0]
}

func valueEnding(s *protocol.Script, raw json.RawMessage) Ending {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	err := decoder.Decode(&value)
	switch {
	case err != nil || s == nil:
		return Ending{Kind: EndedCrash, Text: "a value that nobody asked for"}
	case s.Reply.Undescribed():
		return Ending{Kind: EndedValue, Value: plain(value)}
	case s.Reply.Value == nil:
		return Ending{Kind: EndedCrash, Text: s.Name + " answers with verdicts only, not with " + clip(string(raw))}
	}
	decoded, err := decodeShape(s.Reply.Value, value)
	if err != nil {
		return Ending{Kind: EndedCrash, Text: "its answer is not as the driver contract says: " + err.Error()}
	}
	return Ending{Kind: EndedValue, Value: decoded}
}

// plain makes texts of the numbers of a value that nothing describes.
func plain(value any) any {
	switch value := value.(type) {
	case json.Number:
		return value.String()
	case []any:
		items := make([]any, len(value))
		for i, item := range value {
			items[i] = plain(item)
		}
		return items
	}
	return value
}

// lastWords waits for what a driver that is ending still says on stderr.
func (p *process) lastWords() {
	select {
	case <-p.ended():
	case <-time.After(time.Second):
	}
}

// Close ends the process by ending its input; one that does not listen is killed.
func (p *process) Close() {
	defer p.tap.close()
	_ = p.stdin.Close()
	select {
	case <-p.ended():
	case <-time.After(5 * time.Second):
		_ = p.cmd.Process.Kill()
		<-p.ended()
	}
}

// awaited gives a channel that is closed when a command has ended, and what it
// wrote has been read.
func awaited(cmd *exec.Cmd) <-chan struct{} {
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	return ended
}

// clipRequest shortens a request that carries a large payload.
func clipRequest(line string) string {
	if len(line) <= 4*longest {
		return line
	}
	return fmt.Sprintf("%s… (%d bytes)", line[:4*longest], len(line))
}

// logTail keeps the end of what a driver writes to stderr.
type logTail struct {
	mu   sync.Mutex
	text []byte
}

func (l *logTail) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, p...)
	if keep := 4096; len(l.text) > keep {
		l.text = l.text[len(l.text)-keep:]
	}
	return len(p), nil
}

// mostLines is how much of a log is shown: its end.
const mostLines = 20

// said ends a message with what stands in the log.
func (l *logTail) said() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := strings.TrimSpace(string(l.text))
	if text == "" {
		return ""
	}
	lines := strings.Split(text, "\n")
	if more := len(lines) - mostLines; more > 0 {
		lines = append([]string{"…"}, lines[more:]...)
	}
	return "; on stderr it says:\n" + strings.Join(lines, "\n")
}
