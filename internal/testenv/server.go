package testenv

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
)

// Server is a running engine that the test owns alone.
type Server struct {
	Name string // embedded, redis or valkey
	Addr string // host:port
	URL  string // redis://host:port
}

// Engines starts one of each engine: the embedded one always, Redis and Valkey
// unless -short.
func Engines(t testing.TB) []Server {
	t.Helper()
	servers := []Server{Embedded(t)}
	if !testing.Short() {
		servers = append(servers, Redis(t), Valkey(t))
	}
	return servers
}

// Embedded starts a miniredis.
func Embedded(t testing.TB) Server {
	t.Helper()
	m := miniredis.NewMiniRedis()
	if err := m.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return Server{Name: "embedded", Addr: m.Addr(), URL: "redis://" + m.Addr()}
}

// Redis starts a redis-server on a free port.
func Redis(t testing.TB) Server { return start(t, "redis", "redis-server") }

// Valkey starts a valkey-server on a free port.
func Valkey(t testing.TB) Server { return start(t, "valkey", "valkey-server") }

// Persistent starts a redis-server that keeps what it was told. Restart kills it
// and starts it where it was: it still has all rows then, and no script.
func Persistent(t testing.TB) (server Server, restart func()) {
	t.Helper()
	addr, dir := freeAddr(t), t.TempDir()
	begin := func() (Server, func()) {
		return launch(t, "redis", "redis-server", addr, dir, "--appendonly", "yes", "--appendfsync", "no")
	}
	server, end := begin()
	return server, func() {
		end()
		_, end = begin()
	}
}

func start(t testing.TB, name, program string, args ...string) Server {
	t.Helper()
	server, _ := launch(t, name, program, freeAddr(t), t.TempDir(), args...)
	return server
}

// launch starts a server at an address, with its files in a folder, and gives what
// kills it.
func launch(t testing.TB, name, program, addr, dir string, args ...string) (Server, func()) {
	t.Helper()
	LongOnly(t)
	path := Tool(t, program)
	_, port, _ := net.SplitHostPort(addr)
	log, err := os.Create(filepath.Join(dir, "server.log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd := exec.Command(path, append([]string{
		"--bind", "127.0.0.1", "--port", port, "--dir", dir, "--save", "", "--appendonly", "no",
	}, args...)...)
	cmd.Stdout, cmd.Stderr = log, log
	// The server must not outlive a test run that is killed.
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	t.Cleanup(end)
	awaitServer(t, addr, log.Name())
	return Server{Name: name, Addr: addr, URL: "redis://" + addr}, end
}

func awaitServer(t testing.TB, addr, log string) {
	t.Helper()
	for range 200 {
		if answers(addr) {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	text, _ := os.ReadFile(log)
	t.Fatalf("no server answers at %s; its log says:\n%s", addr, text)
}

// answers reports whether a server takes commands: one that still loads its files
// does not.
func answers(addr string) bool {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return false
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	_, _ = conn.Write([]byte("PING\r\n"))
	reply := make([]byte, len("+PONG"))
	_, err = io.ReadFull(conn, reply)
	return err == nil && string(reply) == "+PONG"
}

func freeAddr(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return fmt.Sprintf("127.0.0.1:%d", l.Addr().(*net.TCPAddr).Port)
}
