package elixir

// Quote opens the quoting of literals to tests.
func Quote(text string) string { return quote(text) }

// EscapePattern opens the spelling of patterns to tests.
func EscapePattern(r rune) string { return escapePattern(r) }
