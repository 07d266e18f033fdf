package testenv

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Secured starts a Redis that speaks TLS only, with a certificate of its own
// making, which the URL says not to verify.
func Secured(t testing.TB) Server {
	t.Helper()
	LongOnly(t)
	cert, key := selfSigned(t)
	addr := freeAddr(t)
	_, port, _ := net.SplitHostPort(addr)
	server := start(t, "redis-tls", "redis-server", "--tls-port", port, "--tls-cert-file", cert,
		"--tls-key-file", key, "--tls-ca-cert-file", cert, "--tls-auth-clients", "no")
	return Server{Name: server.Name, Addr: addr, URL: "rediss://" + addr + "?skip_verify=true"}
}

// Socket starts a Redis that also listens at a unix socket, which is its URL.
func Socket(t testing.TB) Server {
	t.Helper()
	LongOnly(t)
	// Not t.TempDir: the path of a socket may not be longer than about 100 bytes.
	dir, err := os.MkdirTemp("", "sock")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	path := filepath.Join(dir, "s")
	server := start(t, "redis-unix", "redis-server", "--unixsocket", path)
	return Server{Name: server.Name, Addr: server.Addr, URL: "unix://" + path}
}

func selfSigned(t testing.TB) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		NotAfter:     time.Now().Add(time.Hour),
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	privateDER, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, der []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "EC PRIVATE KEY", privateDER)
}
