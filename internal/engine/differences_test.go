package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/echomq/emqgen/internal/testenv"
)

// differences are scripts that the embedded engine answers otherwise than a real
// one. An answer is what it begins with; an error begins with a minus.
var differences = []struct{ says, script, embedded, real string }{
	{"A large number becomes text with all of its digits", "return tostring(1e14)", "100000000000000", "1e+14"},
	{"A raised table carries no class", "error({err='EMQKIND x'})", "-ERR ", "-EMQKIND x"},
	{"A raised string is reported as an error of compilation", "error('EMQKIND x')", "-ERR Error compiling script", "-ERR user_script"},
	{"`tonumber` knows no nan", "return tostring(tonumber('nan'))", "nil", "nan"},
	{"`tonumber` knows no inf", "return tostring(tonumber('inf'))", "nil", "inf"},
	{"A sorted set takes nan as a score", "return redis.call('ZADD', KEYS[1], 'nan', 'a')", "1", "-ERR value is not a valid float"},
	{"`print` exists", "print('x') return 1", "1", "-ERR user_script"},
	{"`goto` exists", "goto done ::done:: return 1", "1", "-ERR Error compiling script"},
	{"The library `bit` is missing", "return bit.band(5, 4)", "-ERR ", "4"},
	{"The library `struct` is missing", "return struct.pack('b', 1)", "-ERR ", "\x01"},
	{"The library `cmsgpack` is missing", "return cmsgpack.pack(1)", "-ERR ", "\x01"},
	{"`redis.REDIS_VERSION` is missing", "return redis.REDIS_VERSION", "nil", "7."},
	{"An empty table is an empty array in JSON", "return cjson.encode({})", "[]", "{}"},
}

func TestTheEmbeddedEngineDiffersAsWrittenDown(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(testenv.Root(t), "docs", "engines.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differences {
		if !strings.Contains(string(text), "| "+d.says+" |") {
			t.Errorf("docs/engines.md does not say: %s", d.says)
		}
	}
	for _, server := range testenv.Engines(t) {
		t.Run(server.Name, func(t *testing.T) {
			client := redis.NewClient(&redis.Options{Addr: server.Addr, Protocol: 2})
			defer client.Close()
			for _, d := range differences {
				want := d.real
				if server.Name == "embedded" {
					want = d.embedded
				}
				if got := answer(client, d.script); !strings.HasPrefix(got, want) {
					t.Errorf("%s\nanswers %q, want %q", d.script, got, want)
				}
			}
		})
	}
}

func answer(client *redis.Client, script string) string {
	reply, err := client.Eval(context.Background(), script, []string{"k"}).Result()
	switch {
	case err == redis.Nil:
		return "nil"
	case err != nil:
		return "-" + err.Error()
	}
	return fmt.Sprint(reply)
}
