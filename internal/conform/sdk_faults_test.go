package conform_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/emit/elixir"
	"github.com/echomq/emqgen/internal/emit/golang"
	"github.com/echomq/emqgen/internal/emit/python"
	"github.com/echomq/emqgen/internal/testenv"
)

// sdkFaults plants one fault at a time into a file of an emitted SDK. For each,
// the gate must fail when that SDK is driven, and say the message.
var sdkFaults = []struct {
	fault          string
	emitter        emit.Emitter
	file, old, new string
	gate, message  string
}{
	// Go
	{"a payload is read as text", golang.Emitter{}, "wire_bytes.go", "return T(text), nil", `return T(string([]rune(text))), nil`, "a payload is any bytes", "got"},
	{"a class is misspelt", golang.Emitter{}, "errors.go", `"EMQSTALE": ErrStale`, `"EMQSTAL":  ErrStale`, "the token of a lost lease is stale", "got server: EMQSTALE"},
	{"NOSCRIPT is not handled", golang.Emitter{}, "execute.go", `noScript = "NOSCRIPT"`, `noScript = "NOSCRIPTS"`, "a server that lost its scripts learns them again", "NOSCRIPT"},
	{"the fence is not compared", golang.Emitter{}, "fence.go", "case found != Wire:", `case found == "none":`, "a foreign fence refuses", "got connected"},
	{"a lost claim is taken for a won one", golang.Emitter{}, "fence.go", "found, err = client.Get(ctx, fenceKey).Result()", "found, err = Wire, nil", "whoever claims the fence first has it", "got connected"},
	{"a claim overwrites another's", golang.Emitter{}, "fence.go", `redis.SetArgs{Mode: "NX"}`, "redis.SetArgs{}", "whoever claims the fence first has it", "got connected"},
	{"a key has no braces", golang.Emitter{}, "keys.go", `"emq:{" + queue + "}:pending"`, `"emq:" + queue + ":pending"`, "pending is in the order of minting", "got []"},
	{"verdicts are swapped", golang.Emitter{}, "jobs_calls.go", "case int64(1):\n\t\treturn EnqueueEnqueued, nil", "case int64(1):\n\t\treturn EnqueueDuplicate, nil", "a duplicate is an answer", "got duplicate"},
	{"any snowflake is an id", golang.Emitter{}, "id.go", "case text[brandLen:] > maxPayload:", "case text[brandLen:] > maxPayload && false:", "what is no id never leaves the host", "expected error host"},
	{"a row's field is renamed", golang.Emitter{}, "records.go", `field(r, "payload",`, `field(r, "data",`, "a duplicate is an answer", "payload"},

	// Python
	{"a payload is read as text", python.Emitter{}, "echomq/_replies.py", "        raise Mismatch(reply, \"bytes\")\n    return reply", "        raise Mismatch(reply, \"bytes\")\n    return reply.decode(errors=\"replace\").encode()", "a payload is any bytes", "got"},
	{"a class is misspelt", python.Emitter{}, "echomq/errors.py", `"EMQSTALE": StaleError`, `"EMQSTAL": StaleError`, "the token of a lost lease is stale", "got server: EMQSTALE"},
	{"NOSCRIPT is not handled", python.Emitter{}, "echomq/_executor.py", `if word != "NOSCRIPT":`, `if word != "NOSCRIPTS":`, "a server that lost its scripts learns them again", "NOSCRIPT"},
	{"the fence is compared by its beginning", python.Emitter{}, "echomq/_fence.py", "if found != wire:", "if not found.startswith(wire):", "a foreign fence refuses", "got connected"},
	{"a lost claim is taken for a won one", python.Emitter{}, "echomq/_fence.py", "            [found] = yield [get]\n", "            found = wire\n", "whoever claims the fence first has it", "got connected"},
	{"a key has no braces", python.Emitter{}, "echomq/keys.py", `f"emq:{{{_check_queue(queue)}}}:pending"`, `f"emq:{_check_queue(queue)}:pending"`, "pending is in the order of minting", "got []"},
	{"a pattern has no end", python.Emitter{}, "echomq/_gates.py", "pattern.fullmatch(value) is None", "pattern.match(value) is None", "a queue name that would split a queue never leaves the host", "expected error host"},
	{"verdicts are swapped", python.Emitter{}, "echomq/jobs.py", "{1: EnqueueReply.ENQUEUED, 0: EnqueueReply.DUPLICATE}", "{0: EnqueueReply.ENQUEUED, 1: EnqueueReply.DUPLICATE}", "a duplicate is an answer", "got duplicate"},
	{"a length of time is in seconds", python.Emitter{}, "echomq/_values.py", "divmod(value, _MILLISECOND)", "divmod(value, 1000 * _MILLISECOND)", "a claim leases the oldest job", "from now: 60"},

	// Elixir
	{"a payload is read as text", elixir.Emitter{}, "lib/echo_mq/reply.ex", "defp value(text, :bytes) when is_binary(text), do: {:ok, text}", "defp value(text, :bytes) when is_binary(text), do: {:ok, String.trim(text, <<0>>)}", "a payload is any bytes", "got"},
	{"a class is misspelt", elixir.Emitter{}, "lib/echo_mq/error.ex", `"EMQSTALE" -> :stale`, `"EMQSTAL" -> :stale`, "the token of a lost lease is stale", "got server: EMQSTALE"},
	{"the fence is not compared", elixir.Emitter{}, "lib/echo_mq/fence.ex", "defp compare(@wire), do: :ok", "defp compare(found) when found in [@wire, \"other:1.0.0\"], do: :ok", "a foreign fence refuses", "got connected"},
	{"a lost claim is taken for a won one", elixir.Emitter{}, "lib/echo_mq/fence.ex", "with {:ok, _set} <- command.([\"SET\", @key, @wire, \"NX\"]),\n         {:ok, found} <- command.([\"GET\", @key]) do\n      compare(found)", "with {:ok, _set} <- command.([\"SET\", @key, @wire, \"NX\"]) do\n      compare(@wire)", "whoever claims the fence first has it", "got connected"},
	{"a key has no braces", elixir.Emitter{}, "lib/echo_mq/keyspace.ex", `["emq:{", gate(:queue, queue), "}:pending"]`, `["emq:", gate(:queue, queue), ":pending"]`, "pending is in the order of minting", "got []"},
	{"verdicts are swapped", elixir.Emitter{}, "lib/echo_mq/jobs.ex", "defp enqueue_reply(1), do: {:ok, :enqueued}\n  defp enqueue_reply(0), do: {:ok, :duplicate}", "defp enqueue_reply(0), do: {:ok, :enqueued}\n  defp enqueue_reply(1), do: {:ok, :duplicate}", "a duplicate is an answer", "got duplicate"},
}

func TestSDKFaultsAreCaught(t *testing.T) {
	testenv.LongOnly(t)
	p := shipped(t)
	for _, f := range sdkFaults {
		t.Run(f.emitter.Language()+"/"+f.fault, func(t *testing.T) {
			faulty := sdks(t, p, planting(t, f.file, f.old, f.new), f.emitter)
			caught(t, p, faulty[0], f.gate, f.message)
		})
	}
}

// planting replaces a text of one emitted file, which must be there.
func planting(t testing.TB, path, old, new string) func(string, *emit.File) {
	return func(_ string, file *emit.File) {
		if file.Path != path {
			return
		}
		if !bytes.Contains(file.Data, []byte(old)) {
			t.Fatalf("%s does not contain %q any more", path, old)
		}
		file.Data = []byte(strings.Replace(string(file.Data), old, new, 1))
	}
}
