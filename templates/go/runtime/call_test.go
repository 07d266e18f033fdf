package runtime

import (
	"errors"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
)

func TestCallStopsAtTheFirstRefusal(t *testing.T) {
	first, second := errors.New("first"), errors.New("second")
	c := newCall(answer, asItCame)
	c.Key("k", nil)
	c.Arg("", first)
	c.Key("", second)
	server, client := serve(t, scripted(false))
	if reply, err := run(t.Context(), client, c); reply != nil || !errors.Is(err, first) {
		t.Errorf("run = %v, %v", reply, err)
	}
	server.expect(t)
}

func TestCallOptionals(t *testing.T) {
	c := newCall(answer, asItCame)
	if !c.OptionalKey("a", true) || c.OptionalKey("b", false) || c.OptionalArg("c", false) || c.OptionalArg("d", false) {
		t.Error("what is given is mistaken")
	}
	if c.err != nil {
		t.Errorf("lists of their own: %v", c.err)
	}
	c.OptionalArg("e", true)
	if c.err == nil || !strings.Contains(c.err.Error(), "e is given without c, which stands before it") {
		t.Errorf("a gap: %v", c.err)
	}
}

func TestCallLists(t *testing.T) {
	c := newCall(answer, asItCame)
	c.AtLeastOne("ids", 1)
	c.SameLen("ids", 2, "names", 2)
	if c.err != nil {
		t.Error(c.err)
	}
	c.SameLen("ids", 2, "names", 3)
	if c.err == nil || !strings.Contains(c.err.Error(), "names has 3 elements, ids has 2") {
		t.Errorf("lists of two lengths: %v", c.err)
	}
	c = newCall(answer, asItCame)
	c.AtLeastOne("ids", 0)
	if c.err == nil || !strings.Contains(c.err.Error(), "ids is empty") {
		t.Errorf("an empty list: %v", c.err)
	}
}

func TestRunReportsAnUndeclaredReply(t *testing.T) {
	_, client := serve(t, scripted(false, "$3\r\nabc\r\n"))
	n, err := run(t.Context(), client, newCall(answer, wireInt[int64]{}.Decode))
	var undeclared *ReplyError
	if n != 0 || !errors.As(err, &undeclared) || undeclared.Script != "test.answer" || undeclared.Reply != "abc" {
		t.Errorf("run = %d, %v", n, err)
	}
}

func TestRunReportsADeclaredErrorReply(t *testing.T) {
	gone := errors.New("gone")
	_, client := serve(t, scripted(false, ":-1\r\n"))
	_, err := run(t.Context(), client, newCall(answer, func(reply any) (int64, error) {
		return 0, declaredError(gone, "", reply)
	}))
	var declared *Error
	if !errors.Is(err, gone) || !errors.As(err, &declared) || declared.Script != "test.answer" || declared.Message != "-1" {
		t.Errorf("run = %v", err)
	}
}

// A pipeline has no answer before Exec: the compiler keeps it from where one is
// waited for.
func TestPipelinesAreNoClients(t *testing.T) {
	for name, pipe := range map[string]any{"pipeline": newEngine(t).Pipeline(), "transaction": newEngine(t).TxPipeline()} {
		if _, ok := pipe.(Client); ok {
			t.Errorf("a %s is taken for a Client", name)
		}
		if _, ok := pipe.(HashReader); ok {
			t.Errorf("a %s is taken for a HashReader", name)
		}
		if _, ok := pipe.(FenceClient); ok {
			t.Errorf("a %s is taken for a FenceClient", name)
		}
	}
}

var (
	_ Client = redis.UniversalClient(nil)
	_ Client = (*redis.Client)(nil)
	_ Client = (*redis.ClusterClient)(nil)
	_ Client = (*redis.Ring)(nil)
	_ Client = (*redis.Conn)(nil)
	_ Client = (*redis.Tx)(nil)
)
