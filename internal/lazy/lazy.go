// Package lazy puts off what a program may turn out not to need: a verb that uses
// few of the regular expressions of this tool starts without compiling the others.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp gives a regular expression that is compiled when it is first asked for.
// It panics then if the pattern is none.
func Regexp(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
