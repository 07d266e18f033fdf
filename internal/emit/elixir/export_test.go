package elixir

// Quote opens the quoting of literals to tests.
func Quote(text string) string { return quote(text) }
