package runtime

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/redis/go-redis/v9"
)

// hangUp is the reply of a server that closes the connection instead, as it does
// after every reply that is not complete.
const hangUp = ""

// server is a Redis made of one function: words in, RESP out.
type server struct {
	mu       sync.Mutex
	received []string // verbs of scripting, in order
	reply    func(words []string) string
}

// serve gives a client of a server that answers with reply.
func serve(t *testing.T, reply func(words []string) string) (*server, *redis.Client) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{reply: reply}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go s.talk(conn)
		}
	}()
	client := redis.NewClient(&redis.Options{Addr: listener.Addr().String(), Protocol: 2, DisableIdentity: true})
	t.Cleanup(func() {
		_ = client.Close()
		_ = listener.Close()
	})
	return s, client
}

func (s *server) talk(conn net.Conn) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	for {
		words, err := readWords(in)
		if err != nil {
			return
		}
		verb := strings.ToUpper(words[0])
		if verb == "HELLO" || verb == "CLIENT" {
			fmt.Fprint(conn, "-ERR unknown command\r\n")
			continue
		}
		if verb == "SCRIPT" {
			verb += " " + strings.ToUpper(words[1])
		}
		s.mu.Lock()
		s.received = append(s.received, verb)
		reply := s.reply(words)
		s.mu.Unlock()
		fmt.Fprint(conn, reply)
		if !strings.HasSuffix(reply, "\r\n") {
			// Closing with unread input would take back what was answered.
			_ = conn.(*net.TCPConn).CloseWrite()
			_, _ = io.Copy(io.Discard, in)
			return
		}
	}
}

func (s *server) expect(t *testing.T, want ...string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Equal(s.received, want) {
		t.Errorf("the server received %q, want %q", s.received, want)
	}
}

func readWords(in *bufio.Reader) ([]string, error) {
	count, err := readSize(in, '*')
	if err != nil {
		return nil, err
	}
	words := make([]string, count)
	for i := range words {
		size, err := readSize(in, '$')
		if err != nil {
			return nil, err
		}
		data := make([]byte, size+len("\r\n"))
		if _, err := io.ReadFull(in, data); err != nil {
			return nil, err
		}
		words[i] = string(data[:size])
	}
	return words, nil
}

func readSize(in *bufio.Reader, sign byte) (int, error) {
	line, err := in.ReadString('\n')
	if err != nil {
		return 0, err
	}
	if line[0] != sign {
		return 0, fmt.Errorf("%q does not begin with %q", line, sign)
	}
	return strconv.Atoi(strings.TrimSpace(line[1:]))
}

func bulk(text string) string { return fmt.Sprintf("$%d\r\n%s\r\n", len(text), text) }
