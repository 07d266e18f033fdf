package engine

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"

	"github.com/redis/go-redis/v9"
)

// Check reports why a text names no engine: it is neither the word for the
// embedded one nor a URL of scheme redis, rediss or unix. Nobody is asked.
func Check(where string) error {
	if where == Embedded {
		return nil
	}
	_, _, err := parse(where)
	return err
}

// parse reads the URL of an engine. Its name is the URL without user and password.
func parse(where string) (name string, options *redis.Options, err error) {
	shown := secret.ReplaceAllString(where, "//")
	parsed, err := url.Parse(where)
	switch {
	case err != nil:
		err = errors.Unwrap(err) // without the URL, which may hold a password
	case parsed.Scheme == "redis", parsed.Scheme == "rediss", parsed.Scheme == "unix":
		options, err = redis.ParseURL(where)
	case parsed.Scheme == "" || parsed.Host == "":
		err = errors.New("no scheme")
	default:
		err = fmt.Errorf("unknown scheme %q", parsed.Scheme)
	}
	if err != nil {
		return "", nil, fmt.Errorf("%q is not the URL of an engine (%w): write %s, or redis://host:port, rediss://host:port or unix:///path", shown, err, Embedded)
	}
	parsed.User = nil
	if parsed.Scheme != "unix" {
		parsed.Host = options.Addr
	}
	return parsed.String(), options, nil
}

// secret is what a URL holds before the host.
var secret = regexp.MustCompile(`//[^@/]*@`)
