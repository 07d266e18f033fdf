package conform_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// between stands between a speaker and a server and passes on one command after
// the other, so that something can happen at a certain one of them.
type between struct {
	listener net.Listener
	addr     string // of the server
	mu       sync.Mutex
	events   map[string]event // by a word of the command they happen at, once each
}

// event is what happens instead of passing a command on.
type event func(b *between, speaker net.Conn, server *link, command []byte) (next *link)

// link is a connection to the server.
type link struct {
	net.Conn
	in *bufio.Reader
}

func newBetween(t testing.TB, addr string) *between {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	t.Cleanup(func() {
		_ = listener.Close()
		serving.Wait() // what happens to a server must not outlive its test
	})
	b := &between{listener: listener, addr: addr}
	serving.Go(func() {
		for {
			speaker, err := listener.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { b.serve(speaker) })
		}
	})
	return b
}

func (b *between) url() string { return "redis://" + b.listener.Addr().String() }

func (b *between) dial() *link {
	conn, err := net.Dial("tcp", b.addr)
	if err != nil {
		return nil
	}
	return &link{conn, bufio.NewReader(conn)}
}

func (b *between) serve(speaker net.Conn) {
	defer speaker.Close()
	server := b.dial()
	in := bufio.NewReader(speaker)
	for server != nil {
		command, words, err := readCommand(in)
		if err != nil {
			break
		}
		if happens := b.event(words); happens != nil {
			server = happens(b, speaker, server, command)
			continue
		}
		reply := server.ask(command)
		if _, err := speaker.Write(reply); err != nil || len(reply) == 0 { // the server is gone
			break
		}
	}
	if server != nil {
		_ = server.Close()
	}
}

func (b *between) event(words []string) event {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, word := range words {
		if happens := b.events[word]; happens != nil {
			delete(b.events, word)
			return happens
		}
	}
	return nil
}

// expect says what is to happen from now on.
func (b *between) expect(events map[string]event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.events = events
}

// ask gives the reply to a command, byte for byte.
func (l *link) ask(command []byte) []byte {
	_, _ = l.Write(command)
	reply, _ := readReply(l.in)
	return reply
}

// restarts has the server start anew, while the speaker's connection lives on.
func restarts(restart func()) event {
	return func(b *between, speaker net.Conn, server *link, command []byte) *link {
		_ = server.Close()
		restart()
		server = b.dial()
		_, _ = speaker.Write(server.ask(command))
		return server
	}
}

// restartsAndCuts has the server start anew, and the connection end as it would:
// when the server is back, for a speaker that hears of it before would have its
// rows counted while the server goes down.
func restartsAndCuts(restart func()) event {
	return func(_ *between, speaker net.Conn, server *link, _ []byte) *link {
		_ = server.Close()
		restart()
		_ = speaker.Close()
		return nil
	}
}

// cutsTheReply lets the command run, and ends the connection amid its reply.
func cutsTheReply(_ *between, speaker net.Conn, server *link, command []byte) *link {
	reply := server.ask(command)
	_, _ = speaker.Write(reply[:len(reply)/2])
	_, _ = server.Close(), speaker.Close()
	return nil
}

// cuts ends the connection before the command reaches the server.
func cuts(_ *between, speaker net.Conn, server *link, _ []byte) *link {
	_, _ = server.Close(), speaker.Close()
	return nil
}

// readCommand reads a command: its bytes, and its words.
func readCommand(in *bufio.Reader) (raw []byte, words []string, err error) {
	raw, err = readReply(in)
	for i, line := range strings.Split(string(raw), "\r\n") {
		if i > 0 && i%2 == 0 { // every other line is a length
			words = append(words, line)
		}
	}
	return raw, words, err
}

// readReply reads one value with all that is in it.
func readReply(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadBytes('\n')
	if err != nil {
		return line, err
	}
	size, _ := strconv.Atoi(strings.TrimSpace(string(line[1:])))
	switch line[0] {
	case '$', '=':
		if size >= 0 {
			rest := make([]byte, size+len("\r\n"))
			_, err = io.ReadFull(in, rest)
			line = append(line, rest...)
		}
	case '%', '*', '~', '>':
		if line[0] == '%' {
			size *= 2
		}
		for range size {
			item, err := readReply(in)
			if line = append(line, item...); err != nil {
				return line, err
			}
		}
	case '+', '-', ':', '_', '#', ',', '(':
	default:
		err = fmt.Errorf("%q begins no value", line)
	}
	return line, err
}
