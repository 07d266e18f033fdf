package runtime

import "fmt"

// expected is the error of every reader: what came, and what was expected.
func expected(what string, reply any) error {
	switch reply.(type) {
	case nil:
		return fmt.Errorf("null is not %s", what)
	case string:
		return fmt.Errorf("%s is not %s", quoted(reply), what)
	}
	return fmt.Errorf("%s (%T) is not %s", quoted(reply), reply, what)
}
