package runtime

import (
	"errors"
	"strings"

	"github.com/redis/go-redis/v9"
)

// serverText gives the text of an error reply, or nothing for any other error.
func serverText(err error) string {
	var reply redis.Error
	if !errors.As(err, &reply) || errors.Is(err, redis.Nil) {
		return ""
	}
	return reply.Error()
}

// firstWord gives the class of an error reply, or nothing for any other error.
func firstWord(err error) string {
	word, _, _ := strings.Cut(serverText(err), " ")
	return word
}
