package runtime

import "fmt"

// declaredError is the error of a reply that the protocol declares to be one.
func declaredError(kind error, class string, reply any) error {
	return &Error{Class: class, Message: fmt.Sprint(reply), kind: kind}
}
