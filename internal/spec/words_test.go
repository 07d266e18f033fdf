package spec

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

func TestIsNameIsItsPattern(t *testing.T) {
	pattern := regexp.MustCompile(namePattern)
	const letters = "az09__AZ-é"
	random := rand.New(rand.NewPCG(1, 2))
	names := 0
	for range 20_000 {
		s := ""
		for range random.IntN(6) {
			s += string([]rune(letters)[random.IntN(10)])
		}
		if IsName(s) != pattern.MatchString(s) {
			t.Errorf("IsName(%q) = %v", s, IsName(s))
		}
		if IsName(s) {
			names++
		}
	}
	if names < 100 {
		t.Errorf("only %d names among the samples", names)
	}
}
