package engine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"
)

// remedies say what to do about replies that tell of the server's state, or of
// the rights of its user, and not of what was asked. Only their first word is the
// same on every engine.
var remedies = map[string]string{
	"BUSY":        "a script of somebody runs for too long: wait for it, or end it with SCRIPT KILL",
	"CLUSTERDOWN": "the cluster does not serve: CLUSTER INFO tells more",
	"DENIED":      "it is in protected mode: give it a password, or reach it by loopback",
	"LOADING":     "it is reading its data: wait until it has",
	"MASTERDOWN":  "it is a replica that has lost its primary: give the URL of a primary",
	"MISCONF":     "it cannot save its data, so it takes no writes: its log tells why",
	"NOAUTH":      "give user and password in the URL: redis://USER:PASSWORD@HOST:PORT",
	"NOPERM":      "let its user do that (ACL SETUSER), or give another user in the URL",
	"NOREPLICAS":  "it has too few replicas to take writes: see min-replicas-to-write",
	"OOM":         "it is at its limit of memory: raise maxmemory, or give another server",
	"READONLY":    "it is a replica: give the URL of its primary",
	"WRONGPASS":   "correct user and password in the URL, where @, : and / of them are written %40, %3A and %2F",
}

// Remedy is the way out of an error reply that is about the server, not about
// what was asked of it; of any other it is empty. Reply begins with the first word.
func Remedy(reply string) string {
	word, _, _ := strings.Cut(reply, " ")
	return remedies[word]
}

// Explained appends the way out to an error that holds such a reply.
func Explained(err error) error {
	var reply redis.Error
	if !errors.As(err, &reply) {
		return err
	}
	if remedy := Remedy(reply.Error()); remedy != "" {
		return fmt.Errorf("%w (%s)", err, remedy)
	}
	return err
}

// Unavailable reports whether an error is about the server: it does not answer,
// or says that it cannot, or not to this user.
func Unavailable(err error) bool {
	var reply redis.Error
	return err != nil && (!errors.As(err, &reply) || Remedy(reply.Error()) != "")
}
