package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/testenv"
)

type colour string

type pair struct {
	ID      string
	Payload []byte
	Note    *string
}

type either struct {
	Verdict colour
	Value   *pair
}

// record has the shape of an emitted one.
type record struct {
	Count   int64
	Comment *string
}

var (
	errHeld = errors.New("held")
	errHost = errors.New("host gate")
	errLost = errors.New("no answer came")
)

type waitCall struct{ Wait time.Duration }

type outcome struct {
	Reply string
	Err   error
}

// fake is an SDK that echoes.
func fake() protocol {
	return protocol{
		name:    "fake",
		sources: map[string]string{"m.all": "return 1"},
		scripts: func(client redis.UniversalClient) []script {
			return []script{
				{
					name: "m.all",
					call: func(_ context.Context, text string, data []byte, n int64, f float64, b bool, wait time.Duration, at time.Time, maybe *string, list []time.Duration) (string, error) {
						left := "nothing"
						if maybe != nil {
							left = *maybe
						}
						return fmt.Sprintf("%s %q %d %v %v %s %s %s %v", text, data, n, f, b, wait, at.Format(time.RFC3339), left, list), nil
					},
					params: []string{"text", "data", "n", "f", "b", "wait", "at", "maybe", "list"},
				},
				{name: "m.verdict", call: func(context.Context) (colour, error) { return "red", nil }, verdict: true},
				{name: "m.nothing", call: func(context.Context) (*pair, error) { return nil, nil }, none: "empty", members: []string{"id", "payload", "note"}},
				{name: "m.tuple", call: func(context.Context) (*pair, error) { return &pair{ID: "x"}, nil }, none: "empty", members: []string{"id", "payload", "note"}},
				{name: "m.either", call: func(context.Context) (either, error) { return either{Value: &pair{ID: "y"}}, nil }, verdict: true, members: []string{"id", "payload", "note"}},
				{name: "m.map", call: func(context.Context) (map[string]int64, error) { return map[string]int64{"a": 1}, nil }},
				{name: "m.list", call: func(context.Context) ([]time.Time, error) { return []time.Time{time.UnixMilli(5)}, nil }},
				{name: "m.any", call: func(context.Context) (any, error) { return []any{int64(1), "a"}, nil }},
				{
					name: "m.fail",
					call: func(_ context.Context, how string) (string, error) {
						return "", map[string]error{
							"held": fmt.Errorf("HELD by another: %w", errHeld), "host": errHost,
							"server": client.Do(context.Background(), "NO").Err(), "lost": errors.New("EOF"),
						}[how]
					},
					params: []string{"how"},
				},
				{
					name: "m.waits",
					many: func(_ context.Context, calls []waitCall) []outcome {
						var all []outcome
						for _, c := range calls {
							if c.Wait < 0 {
								all = append(all, outcome{Err: errLost})
							} else {
								all = append(all, outcome{Reply: c.Wait.String()})
							}
						}
						return all
					},
					params: []string{"wait"},
				},
			}
		},
		rows: []row{{
			key: "row", params: []string{"id"}, fields: []string{"count", "comment"},
			read: func(_ context.Context, _ redis.UniversalClient, id string) (*record, error) {
				if id == "none" {
					return nil, nil
				}
				return &record{Count: 3}, nil
			},
		}},
		errors:  []namedError{{errHeld, "held"}},
		host:    func(err error) bool { return errors.Is(err, errHost) },
		unknown: func(err error) bool { return errors.Is(err, errLost) },
		fence: func(err error) (string, string, bool) {
			return "theirs", "ours", err.Error() == "foreign"
		},
	}
}

func TestDriverAnswersByTheContract(t *testing.T) {
	url := testenv.Embedded(t).URL
	hello := fmt.Sprintf(`{"op":"hello","url":%q,"resp":3}`, url)
	for _, c := range []struct{ request, want string }{
		{
			`{"op":"call","module":"m","script":"all","args":{"text":"é","data":"AP8=","n":"9007199254740993","f":"0.1","b":true,"wait":"1500","at":"0","list":["1"]}}`,
			`{"value":"é \"\\x00\\xff\" 9007199254740993 0.1 true 1.5s 1970-01-01T00:00:00Z nothing [1ms]"}`,
		},
		{`{"op":"call","module":"m","script":"all","args":{"wait":"9223372036854775807"}}`, `{"unsupported":"wait: time.Duration cannot hold 9223372036854775807 ms"}`},
		{`{"op":"call","module":"m","script":"verdict","args":{}}`, `{"verdict":"red"}`},
		{`{"op":"call","module":"m","script":"nothing","args":{}}`, `{"verdict":"empty"}`},
		{`{"op":"call","module":"m","script":"tuple","args":{}}`, `{"value":{"id":"x","note":null,"payload":""}}`},
		{`{"op":"call","module":"m","script":"either","args":{}}`, `{"value":{"id":"y","note":null,"payload":""}}`},
		{`{"op":"call","module":"m","script":"map","args":{}}`, `{"value":[["a","1"]]}`},
		{`{"op":"call","module":"m","script":"list","args":{}}`, `{"value":["5"]}`},
		{`{"op":"call","module":"m","script":"any","args":{}}`, `{"value":["1","a"]}`},
		{`{"op":"call","module":"m","script":"fail","args":{"how":"held"}}`, `{"message":"HELD by another: held","refusal":"held"}`},
		{`{"op":"call","module":"m","script":"fail","args":{"how":"host"}}`, `{"host":"host gate"}`},
		{`{"op":"call","module":"m","script":"fail","args":{"how":"lost"}}`, `{"transport":"EOF"}`},
		{`{"op":"call","module":"m","script":"none","args":{}}`, `{"unsupported":"there is no script m.none"}`},
		{`{"op":"many","module":"m","script":"waits","calls":[{"wait":"1"},{"wait":"-1"},{"wait":"9223372036854775807"},{"wait":"2"}]}`, `{"many":[{"value":"1ms"},{"unknown":"no answer came"},{"unsupported":"wait: time.Duration cannot hold 9223372036854775807 ms"},{"value":"2ms"}]}`},
		{`{"op":"many","module":"m","script":"verdict","calls":[]}`, `{"unsupported":"there is no way to send many calls of m.verdict"}`},
		{`{"op":"read","key":"row","args":{"id":"some"}}`, `{"fields":{"count":"3"}}`},
		{`{"op":"read","key":"row","args":{"id":"none"}}`, `{"absent":true}`},
		{`{"op":"read","key":"other","args":{}}`, `{"unsupported":"there is no reader of other"}`},
		{`{"op":"connect"}`, `{"verdict":"connected"}`},
		{`{"op":"dance"}`, `{"unsupported":"there is no dance"}`},
	} {
		var out bytes.Buffer
		if err := drive(strings.NewReader(hello+"\n"+c.request+"\n"), &out, fake()); err != nil {
			t.Fatal(err)
		}
		_, got, _ := strings.Cut(strings.TrimSpace(out.String()), "\n")
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.request, diff)
		}
	}
}

func TestServerErrorsAndTheFenceAreToldApart(t *testing.T) {
	url := testenv.Embedded(t).URL
	ask := func(p protocol, request string) string {
		var out bytes.Buffer
		if err := drive(strings.NewReader(fmt.Sprintf(`{"op":"hello","url":%q,"resp":2}`, url)+"\n"+request), &out, p); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if got := ask(fake(), `{"op":"call","module":"m","script":"fail","args":{"how":"server"}}`); !strings.Contains(got, `{"server":"ERR unknown command`) {
		t.Error(got)
	}
	foreign := fake()
	foreign.onConnect = func(context.Context, *redis.Conn) error { return errors.New("foreign") }
	if got := ask(foreign, ""); !strings.Contains(got, `{"fence":{"expected":"ours","found":"theirs"}}`) {
		t.Error(got)
	}
	if got := ask(fake(), ""); got != `{"hello":{"name":"go","protocol":"fake","resp":2,"scripts":{"m.all":"e0e1f9fabfc9d4800c877a703b823ac0578ff8db"}}}`+"\n" {
		t.Error(got)
	}
	if !isError[*testError](fmt.Errorf("wrapped: %w", &testError{})) {
		t.Error("a wrapped error is not found")
	}
}

type testError struct{}

func (*testError) Error() string { return "test" }
