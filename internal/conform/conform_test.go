package conform_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

func shipped(t testing.TB) *protocol.Protocol {
	t.Helper()
	p, findings := protocol.Load("../../spec/protocol.yaml")
	for _, f := range findings {
		t.Error(f)
	}
	if p == nil {
		t.FailNow()
	}
	return p
}

func TestTool(t *testing.T) {
	ctx := context.Background()
	p := shipped(t)
	e, err := engine.Open(ctx, engine.Embedded)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	report, err := conform.Run(ctx, conform.Options{
		Protocol: p, Gates: p.Gates, Engine: e, RESP: 3, Runtimes: []conform.Runtime{conform.Tool(p)},
		Token: "t1", Jobs: 2, Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, f := range conform.Formats() {
		if err := conform.Print(&out, f, report, false); err != nil {
			t.Fatal(err)
		}
	}
	t.Log(out.String())
}
