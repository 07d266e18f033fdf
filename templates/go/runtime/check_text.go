package runtime

import (
	"regexp"
	"slices"
	"unicode/utf8"
)

// checkText is the host gate of text: the whole value must match, and must not
// be one of the exceptions.
func checkText(name, value string, match *regexp.Regexp, shown string, except ...string) error {
	switch {
	case !utf8.ValidString(value):
		return refuse(name, value, "is not valid UTF-8")
	case match != nil && !match.MatchString(value):
		return refuse(name, value, "does not match %s", shown)
	case slices.Contains(except, value):
		return refuse(name, value, "is reserved")
	}
	return nil
}
