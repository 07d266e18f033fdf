package elixir_test

import "testing"

// The SDK of EchoMQ, driven through eredis on every engine.
func TestAnswers(t *testing.T) {
	exunit(t, built(t, shipped(t)), "answers_test.exs", engines(t))
}
