package conform

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"
)

// tap stands between a speaker and the engine and keeps what they say to each
// other, so that a failure can show it as it was on the wire.
type tap struct {
	listener net.Listener
	network  string // of the engine
	address  string
	mu       sync.Mutex
	sent     bytes.Buffer // by the speaker, since the last reset
	came     bytes.Buffer // from the engine
}

// newTap opens a tap on an engine and gives the URL that leads through it. There
// is none on what cannot be read along: a cluster, which tells its own addresses,
// and an encrypted connection.
func newTap(engineURL string, cluster bool) (*tap, string, error) {
	u, err := url.Parse(engineURL)
	if err != nil || cluster || u.Scheme != "redis" && u.Scheme != "unix" {
		return nil, engineURL, err
	}
	t := &tap{network: "tcp", address: u.Host}
	if u.Scheme == "unix" {
		t.network, t.address = "unix", u.Path
		u.Scheme, u.Path = "redis", "/"+u.Query().Get("db")
	} else if u.Port() == "" {
		t.address = net.JoinHostPort(u.Hostname(), "6379")
	}
	if t.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, engineURL, err
	}
	u.Host = t.listener.Addr().String()
	go t.serve()
	return t, u.String(), nil
}

func (t *tap) serve() {
	for {
		speaker, err := t.listener.Accept()
		if err != nil {
			return
		}
		engine, err := net.Dial(t.network, t.address)
		if err != nil {
			_ = speaker.Close()
			continue
		}
		go t.pass(engine, speaker, &t.sent)
		go t.pass(speaker, engine, &t.came)
	}
}

// pass copies one direction until either end hangs up, and then ends both.
func (t *tap) pass(to, from net.Conn, kept *bytes.Buffer) {
	defer to.Close()
	defer from.Close()
	chunk := make([]byte, 32<<10)
	for {
		n, err := from.Read(chunk)
		t.mu.Lock()
		if room := mostKept - kept.Len(); room > 0 {
			kept.Write(chunk[:min(n, room)])
		}
		t.mu.Unlock()
		if _, failed := to.Write(chunk[:n]); failed != nil || err != nil {
			return
		}
	}
}

// mostKept is how many bytes of a step are kept in each direction.
const mostKept = 1 << 20

func (t *tap) reset() {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sent.Reset()
	t.came.Reset()
}

// said is what went over the wire since the last reset, a line for each command
// and each reply.
func (t *tap) said() []string {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	var lines []string
	for _, part := range []struct {
		mark string
		data []byte
	}{{"> ", t.sent.Bytes()}, {"< ", t.came.Bytes()}} {
		in := bufio.NewReader(bytes.NewReader(part.data))
		for {
			value, err := readRESP(in)
			if err != nil {
				break
			}
			lines = append(lines, part.mark+clip(value))
		}
	}
	return lines
}

func (t *tap) close() {
	if t != nil {
		_ = t.listener.Close()
	}
}

// readRESP reads one value of RESP2 or RESP3 as a text for people.
func readRESP(in *bufio.Reader) (string, error) {
	head, err := in.ReadString('\n')
	if err != nil {
		return "", err
	}
	head = strings.TrimRight(head, "\r\n")
	if head == "" {
		return "", io.ErrUnexpectedEOF
	}
	kind, rest := head[0], head[1:]
	switch kind {
	case '+', '-', ':', ',', '(', '#':
		return head, nil
	case '_':
		return "(nil)", nil
	}
	size, err := strconv.Atoi(rest)
	switch {
	case err != nil:
		return "", fmt.Errorf("%q begins no value", head)
	case size < 0:
		return "(nil)", nil
	case size > mostKept: // so its end was not kept, if it ever came
		return "", io.ErrUnexpectedEOF
	case kind == '$' || kind == '=' || kind == '!':
		data := make([]byte, size+len("\r\n"))
		if _, err := io.ReadFull(in, data); err != nil {
			return "", err
		}
		return quote(string(data[:size])), nil
	case kind == '%' || kind == '|':
		size *= 2
	}
	var items []string
	for range size {
		item, err := readRESP(in)
		if err != nil {
			return "", err
		}
		items = append(items, item)
	}
	return "[" + strings.Join(items, " ") + "]", nil
}
