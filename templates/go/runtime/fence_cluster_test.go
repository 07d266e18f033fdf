package runtime

import "testing"

func TestMovedTo(t *testing.T) {
	for _, c := range []struct{ text, from, want string }{
		{"MOVED 9051 10.0.0.2:6379", "10.0.0.1:6379", "10.0.0.2:6379"},
		{"MOVED 9051 :6380", "10.0.0.1:6379", "10.0.0.1:6380"},
		{"MOVED 9051 ::1:6379", "10.0.0.1:6379", "[::1]:6379"},
		{"MOVED 9051 :6380", "[::1]:6379", "[::1]:6380"},
	} {
		if got := movedTo(c.text, c.from); got != c.want {
			t.Errorf("%q from %s leads to %q, want %q", c.text, c.from, got, c.want)
		}
	}
}
