package protocol_test

import (
	"testing"

	"github.com/echomq/emqgen/internal/protocol"
)

func TestLoadShippedSpec(t *testing.T) {
	p, findings := protocol.Load("../../spec/protocol.yaml")
	for _, f := range findings {
		t.Error(f)
	}
	if p == nil {
		t.FailNow()
	}
	enqueue := p.Modules[0].Scripts[0]
	var call []string
	for _, c := range enqueue.Call {
		call = append(call, c.Name)
	}
	t.Log(call, enqueue.SHA1, enqueue.File, len(enqueue.Source))
	if p.Fence == nil || p.Fence.Name != "version" {
		t.Error("no fence")
	}
}
