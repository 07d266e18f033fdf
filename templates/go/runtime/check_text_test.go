package runtime

import (
	"regexp"
	"strings"
	"testing"
)

func TestCheckText(t *testing.T) {
	match := regexp.MustCompile(`\A(?:[a-z]{1,3})\z`)
	for _, c := range []struct{ value, want string }{
		{"abc", ""},
		{"", "does not match [a-z]{1,3}"},
		{"abc\n", "does not match"},
		{"abcd", "does not match"},
		{"emq", "is reserved"},
		{"\xff", "is not valid UTF-8"},
	} {
		err := checkText("queue", c.value, match, "[a-z]{1,3}", "emq")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.value, err, c.want)
		}
	}
	if err := checkText("any", "\x00 anything}", nil, ""); err != nil {
		t.Errorf("without a pattern: %v", err)
	}
}

func TestQuotedIsShort(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	if err := checkText("queue", long, regexp.MustCompile("^$"), ""); len(err.Error()) > 200 {
		t.Errorf("a message of %d bytes", len(err.Error()))
	}
	if got := quoted([]any{long, long}); len(got) > 100 {
		t.Errorf("%d bytes", len(got))
	}
}
