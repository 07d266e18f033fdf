// Package engine opens what scripts run on: the embedded engine, or a Redis or
// Valkey by URL, alone or as a cluster.
package engine

import (
	"context"
	"crypto/tls"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
)

// Embedded is the word that asks for the embedded engine instead of a URL.
const Embedded = "embedded"

// embeddedStart is what the clock of the embedded engine shows when it opens. It
// is far from any caller's clock, so that a lease priced on the caller's shows,
// and it has microseconds, so that they can be mistaken for something else.
var embeddedStart = time.Date(2100, 1, 1, 0, 0, 0, 123_456_000, time.UTC)

// Engine is a server that answers.
type Engine struct {
	Name    string // as the user asked for it, without user and password
	URL     string // where other processes find it
	Cluster bool   // URL is a node of a cluster

	mini    *miniredis.Miniredis
	clock   sync.Mutex
	now     time.Time // of the embedded engine
	mu      sync.Mutex
	clients map[int]redis.UniversalClient
}

// Open starts the embedded engine, or connects to a URL of scheme redis, rediss
// or unix and makes sure that somebody answers there. A node of a cluster stands
// for the whole cluster.
func Open(ctx context.Context, where string) (*Engine, error) {
	e := &Engine{Name: where, URL: where, clients: map[int]redis.UniversalClient{}}
	if where == Embedded {
		e.mini = miniredis.NewMiniRedis()
		if err := e.mini.Start(); err != nil {
			return nil, fmt.Errorf("the embedded engine does not start: %w", err)
		}
		e.now = embeddedStart
		e.mini.SetTime(e.now)
		e.URL = "redis://" + e.mini.Addr()
		return e, nil
	}
	name, options, err := parse(where)
	if err != nil {
		return nil, err
	}
	e.Name = name
	redis.SetLogger(&logging.VoidLogger{}) // what it says of connections is in the errors
	probe := redis.NewClient(options)
	defer probe.Close()
	if err := probe.Ping(ctx).Err(); err != nil {
		return nil, fmt.Errorf("no engine answers at %s: %w", e.Name, Explained(err))
	}
	// An engine that does not know the section is none that could be a cluster.
	info, _ := probe.Info(ctx, "cluster").Result()
	e.Cluster = strings.Contains(info, "cluster_enabled:1")
	if e.Cluster && options.Network == "unix" {
		return nil, fmt.Errorf("%s is a node of a cluster, whose other nodes no socket leads to: give it as redis://host:port", e.Name)
	}
	return e, nil
}

// Client gives a client that speaks RESP2 or RESP3, the same one each time. It
// never sends a command twice by itself.
func (e *Engine) Client(resp int) redis.UniversalClient {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.clients[resp] == nil {
		e.clients[resp] = e.dial(resp)
	}
	return e.clients[resp]
}

func (e *Engine) dial(resp int) redis.UniversalClient {
	options, _ := redis.ParseURL(e.URL) // it was understood when the engine was opened
	// Options that a single server knows are more than those of ParseClusterURL.
	if e.Cluster {
		return redis.NewClusterClient(&redis.ClusterOptions{
			Addrs: []string{options.Addr}, ClientName: options.ClientName,
			Username: options.Username, Password: options.Password, TLSConfig: options.TLSConfig,
			DialTimeout: options.DialTimeout, ReadTimeout: options.ReadTimeout, WriteTimeout: options.WriteTimeout,
			Protocol: resp, MaxRetries: -1,
		})
	}
	options.Protocol, options.MaxRetries = resp, -1
	return redis.NewClient(options)
}

// Insecure reports whether the URL asks not to verify the certificate.
func (e *Engine) Insecure() bool {
	options, err := redis.ParseURL(e.URL)
	return err == nil && insecure(options.TLSConfig)
}

// PlainURL is the URL as all libraries understand it: without the options of one's
// own, and with the database where each of them looks for it.
func (e *Engine) PlainURL() string {
	u, err := url.Parse(e.URL)
	options, err2 := redis.ParseURL(e.URL)
	if err != nil || err2 != nil {
		return e.URL
	}
	u.RawQuery = ""
	switch {
	case options.DB == 0:
	case u.Scheme == "unix":
		u.RawQuery = "db=" + strconv.Itoa(options.DB)
	default:
		u.Path = "/" + strconv.Itoa(options.DB)
	}
	return u.String()
}

func insecure(config *tls.Config) bool { return config != nil && config.InsecureSkipVerify }

// EachNode calls f for every node that holds keys, one after the other.
func (e *Engine) EachNode(ctx context.Context, f func(context.Context, redis.Cmdable) error) error {
	client := e.Client(2)
	cluster, ok := client.(*redis.ClusterClient)
	if !ok {
		return f(ctx, client)
	}
	var mu sync.Mutex
	return cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		mu.Lock()
		defer mu.Unlock()
		return f(ctx, node)
	})
}

// Close ends all connections, and the embedded engine with them.
func (e *Engine) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, client := range e.clients {
		_ = client.Close()
	}
	e.clients = map[int]redis.UniversalClient{}
	if e.mini != nil {
		e.mini.Close()
	}
}
