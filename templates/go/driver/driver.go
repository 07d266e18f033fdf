// Package driver speaks the driver contract of emqgen through a Go SDK: one
// request a line comes in, one answer a line goes out. What is here does not
// depend on the protocol; the emitted main says what there is.
package driver

import (
	"bufio"
	"context"
	"crypto/sha1"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/redis/go-redis/v9"
)

// protocol is what the driver needs to know of an SDK.
type protocol struct {
	name    string
	sources map[string]string // of all scripts, by module.name
	scripts func(client redis.UniversalClient) []script
	rows    []row
	errors  []namedError
	host    func(error) bool // refused before anything is sent
	reply   func(error) bool // a reply that does not fit the protocol
	unknown func(error) bool // of one of many calls: sent, and no answer came
	unsent  func(error) bool // of one of many calls: never sent
	fence   func(error) (found, expected string, ok bool)

	onConnect  func(ctx context.Context, conn *redis.Conn) error
	newCluster func(*redis.ClusterOptions) *redis.ClusterClient
}

// script is one script, as the driver needs it.
type script struct {
	name    string // module.name
	call    any    // a function of a context and the parameters
	many    any    // a function of a context and a list of structs, or nil
	params  []string
	none    string   // what the protocol calls the absence of an answer
	verdict bool     // the answer is a fixed one, or may be
	members []string // of the tuple in the answer
	octets  []string // the paths of maps in the answer whose keys are bytes
}

// row is one row, as the driver needs it: read is a function of a context, a
// client and the holes of the key.
type row struct {
	key    string
	read   any
	params []string
	fields []string
}

// namedError is an error and what the protocol calls it.
type namedError struct {
	err  error
	name string
}

// unsupported says that the SDK or its language has no way to do something.
type unsupported string

func (u unsupported) Error() string { return string(u) }

// request is one line of input.
type request struct {
	Op       string                       `json:"op"`
	URL      string                       `json:"url"`
	Cluster  bool                         `json:"cluster"`
	Insecure bool                         `json:"insecure"`
	RESP     int                          `json:"resp"`
	Module   string                       `json:"module"`
	Script   string                       `json:"script"`
	Key      string                       `json:"key"`
	Args     map[string]json.RawMessage   `json:"args"`
	Calls    []map[string]json.RawMessage `json:"calls"`
}

// answer is one line of output.
type answer map[string]any

// session is a driver that said hello.
type session struct {
	protocol
	hello  request
	client redis.UniversalClient
	known  []script
}

// drive answers requests until there are no more.
func drive(in io.Reader, out io.Writer, p protocol) error {
	session := &session{protocol: p}
	lines := json.NewDecoder(in)
	buffered := bufio.NewWriter(out)
	for {
		var r request
		if err := lines.Decode(&r); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		line, err := json.Marshal(session.answer(context.Background(), r))
		if err != nil {
			return err
		}
		_, _ = buffered.Write(append(line, '\n'))
		if err := buffered.Flush(); err != nil {
			return err
		}
	}
}

func (s *session) answer(ctx context.Context, r request) answer {
	a, err := s.do(ctx, r)
	if err != nil {
		return s.failure(err)
	}
	return a
}

func (s *session) do(ctx context.Context, r request) (answer, error) {
	switch r.Op {
	case "hello":
		return s.greet(ctx, r)
	case "connect":
		client, err := s.connect(ctx)
		if err != nil {
			return nil, err
		}
		return answer{"verdict": "connected"}, client.Close()
	case "call":
		return s.call(ctx, r)
	case "many":
		return s.many(ctx, r)
	case "read":
		return s.read(ctx, r)
	}
	return nil, unsupported("there is no " + r.Op)
}

func (s *session) greet(ctx context.Context, r request) (answer, error) {
	s.hello = r
	client, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	s.client = client
	scripts := map[string]string{}
	if s.scripts != nil {
		s.known = s.scripts(client)
	}
	for name, source := range s.sources {
		scripts[name] = fmt.Sprintf("%x", sha1.Sum([]byte(source)))
	}
	return answer{"hello": answer{"name": "go", "protocol": s.name, "resp": r.RESP, "scripts": scripts}}, nil
}

func (s *session) connect(ctx context.Context) (redis.UniversalClient, error) {
	var client redis.UniversalClient
	if s.hello.Cluster {
		options, err := redis.ParseClusterURL(s.hello.URL)
		if err != nil {
			return nil, err
		}
		options.Protocol, options.TLSConfig = s.hello.RESP, s.trust(options.TLSConfig)
		newCluster := redis.NewClusterClient
		if s.newCluster != nil {
			newCluster = s.newCluster
		}
		client = newCluster(options)
	} else {
		options, err := redis.ParseURL(s.hello.URL)
		if err != nil {
			return nil, err
		}
		options.Protocol, options.TLSConfig, options.OnConnect = s.hello.RESP, s.trust(options.TLSConfig), s.onConnect
		client = redis.NewClient(options)
	}
	if err := client.Ping(ctx).Err(); err != nil {
		_ = client.Close()
		return nil, err
	}
	return client, nil
}

func (s *session) trust(config *tls.Config) *tls.Config {
	if config != nil && s.hello.Insecure {
		config.InsecureSkipVerify = true
	}
	return config
}

func (s *session) find(r request) (script, error) {
	name := r.Module + "." + r.Script
	for _, known := range s.known {
		if known.name == name {
			return known, nil
		}
	}
	return script{}, unsupported("there is no script " + name)
}

func (s *session) call(ctx context.Context, r request) (answer, error) {
	known, err := s.find(r)
	if err != nil {
		return nil, err
	}
	f := reflect.ValueOf(known.call)
	in, err := arguments(f.Type(), known.params, r.Args, ctx)
	if err != nil {
		return nil, err
	}
	return known.result(f.Call(in))
}

// many makes the calls in one round trip. One whose values cannot be said has its
// answer at once, and the others go without it.
func (s *session) many(ctx context.Context, r request) (answer, error) {
	known, err := s.find(r)
	if err != nil {
		return nil, err
	}
	if known.many == nil {
		return nil, unsupported("there is no way to send many calls of " + known.name)
	}
	f := reflect.ValueOf(known.many)
	calls := reflect.MakeSlice(f.Type().In(1), 0, len(r.Calls))
	answers := make([]answer, len(r.Calls))
	var places []int
	for i, args := range r.Calls {
		call := reflect.New(calls.Type().Elem()).Elem()
		if err := fill(call, known.params, args); err != nil {
			answers[i] = s.failure(err)
			continue
		}
		calls = reflect.Append(calls, call)
		places = append(places, i)
	}
	outcomes := f.Call([]reflect.Value{reflect.ValueOf(ctx), calls})[0]
	for n, i := range places {
		outcome := outcomes.Index(n)
		a, err := known.result([]reflect.Value{outcome.FieldByName("Reply"), outcome.FieldByName("Err")})
		if err != nil {
			a = s.failure(err)
		}
		answers[i] = a
	}
	return answer{"many": answers}, nil
}

func (s *session) read(ctx context.Context, r request) (answer, error) {
	for _, kept := range s.rows {
		if kept.key != r.Key {
			continue
		}
		f := reflect.ValueOf(kept.read)
		in, err := arguments(f.Type(), kept.params, r.Args, ctx, s.client)
		if err != nil {
			return nil, err
		}
		out := f.Call(in)
		if err, _ := out[1].Interface().(error); err != nil {
			return nil, err
		}
		if out[0].IsNil() {
			return answer{"absent": true}, nil
		}
		fields := answer{}
		for i, name := range kept.fields {
			if value := (form{}).json(out[0].Elem().Field(i)); value != nil {
				fields[name] = value
			}
		}
		return answer{"fields": fields}, nil
	}
	return nil, unsupported("there is no reader of " + r.Key)
}

// failure sorts an error as the contract does.
func (s *session) failure(err error) answer {
	text := err.Error()
	var missing unsupported
	if errors.As(err, &missing) {
		return answer{"unsupported": text}
	}
	for _, known := range s.errors {
		if errors.Is(err, known.err) {
			return answer{"refusal": known.name, "message": text}
		}
	}
	if s.fence != nil {
		if found, expected, ok := s.fence(err); ok {
			return answer{"fence": answer{"found": found, "expected": expected}}
		}
	}
	var server redis.Error
	switch {
	case s.host != nil && s.host(err):
		return answer{"host": text}
	case s.reply != nil && s.reply(err):
		return answer{"reply": text}
	case s.unknown != nil && s.unknown(err):
		return answer{"unknown": text}
	case s.unsent != nil && s.unsent(err):
		return answer{"unsent": text}
	case errors.As(err, &server):
		return answer{"server": text}
	}
	return answer{"transport": text}
}
